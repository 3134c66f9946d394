const LEAST_MS = 600_000;

/** Chooses the time without success after which a job is late, and after which a run is given up: five intervals, and at least ten minutes. */
export function lateAfterMs(intervalMs: number): number {
  return Math.max(5 * intervalMs, LEAST_MS);
}
