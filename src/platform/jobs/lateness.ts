const LEAST_MS = 600_000;

/** Returns the time without success after which a job is late or a run is given up: five intervals, at least ten minutes. */
export function lateAfterMs(intervalMs: number): number {
  return Math.max(5 * intervalMs, LEAST_MS);
}

/** Counts the milliseconds since a job last succeeded, or since it was started; null: it was not started. */
export function ageMs(runs: { succeededAt: Date | null; startedAt: Date | null }): number | null {
  const since = runs.succeededAt ?? runs.startedAt;
  return since === null ? null : Date.now() - since.getTime();
}
