/** One thing that the service needs, and the reason why it is missing. */
export interface HealthCheck {
  name: string;
  ok: boolean;
  /** null: nothing is wrong. */
  message: string | null;
}

/** Least time between the beginnings of two evaluations. */
const INTERVAL_MS = 1_000;

/** A set of checks that all probes share. Any number of probes costs one evaluation a second. */
export class SharedChecks {
  private latest: Promise<HealthCheck[]> = Promise.resolve([]);
  private isRunning = false;
  private beganAt = -Infinity;

  constructor(
    private readonly evaluate: () => Promise<HealthCheck[]>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Returns the result of an evaluation that runs or began less than a second ago, else of a new one. */
  result(): Promise<HealthCheck[]> {
    const now = this.nowMs();
    if (!this.isRunning && now - this.beganAt >= INTERVAL_MS) {
      this.beganAt = now;
      this.isRunning = true;
      this.latest = this.evaluate().finally(() => (this.isRunning = false));
    }
    return this.latest;
  }
}
