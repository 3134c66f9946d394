import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { inTime } from '../clock/in-time.js';
import { traceJob } from '../observability/tracing/tracing.js';
import { runAs, SERVICE_ACTOR } from '../http/request-context.js';
import { databaseError, UnavailableError } from '../database/database-errors.js';
import { lateAfterMs } from './lateness.js';

/** The runs of a job in this process. */
export interface JobRuns {
  startedAt: Date | null;
  succeededAt: Date | null;
  failedAt: Date | null;
  /** Duration of the latest run that ended, in milliseconds. */
  tookMs: number | null;
}

export const NEVER_RUN: JobRuns = {
  startedAt: null,
  succeededAt: null,
  failedAt: null,
  tookMs: null,
};

/**
 * Repeated work of the running service. A module provides it, and the service finds and starts it; the command line does
 * not. The next run begins after the previous one has ended, and shutdown waits for the current run. A run that does not end is given up
 * after {@link lateAfterMs}, and counts as failed.
 */
export abstract class PeriodicJob implements BeforeApplicationShutdown {
  readonly runs = { ...NEVER_RUN };
  private isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** Creates a job. @param failure the log message of a failed run */
  protected constructor(
    protected readonly logger: Logger,
    readonly intervalMs: number,
    private readonly failure: string,
  ) {}

  /** The name of the job in metrics, traces and tables. */
  get name(): string {
    return this.constructor.name;
  }

  /** Runs once. May reject: the next run continues the work. */
  protected abstract run(): Promise<void>;

  /** Runs after a delay, then after each interval. */
  start(delayMs = 0): void {
    this.runs.startedAt = new Date();
    this.schedule(delayMs);
  }

  /** Stops the job in the shutdown phase before the database is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delayMs: number): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce().finally(() => this.schedule(this.intervalMs));
    }, delayMs);
    this.timer.unref();
  }

  private async runOnce(): Promise<void> {
    const beganMs = performance.now();
    try {
      const limitMs = lateAfterMs(this.intervalMs);
      const late = (): Error =>
        new UnavailableError(`the run did not end within ${Math.round(limitMs / 1000)} s`);
      await runAs(SERVICE_ACTOR, () =>
        traceJob(this.name, () => inTime(this.run(), limitMs, late)),
      );
      this.runs.succeededAt = new Date();
    } catch (error) {
      this.runs.failedAt = new Date();
      this.logFailure(error);
    }
    this.runs.tookMs = Math.round(performance.now() - beganMs);
  }

  private logFailure(error: unknown): void {
    const { code } = databaseError(error) ?? {};
    const { message, stack } = error as Error;
    const reason = error instanceof UnavailableError ? { reason: message } : { stack };
    this.logger.error(code ? { code } : reason, this.failure);
  }
}
