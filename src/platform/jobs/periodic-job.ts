import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { inTime } from '../clock/in-time.js';
import { traceJob } from '../observability/tracing/tracing.js';
import { runAs, SERVICE_ACTOR } from '../http/request-context.js';
import { databaseError, UnavailableError } from '../database/database-errors.js';
import { lateAfterMs } from './lateness.js';
import { LOOK_MS, type WorkLook } from './work-look.js';

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
 * Repeated work of the running service; the command line does not start it. The next run begins after the previous one has
 * ended, and shutdown waits for the current run.
 * - a module provides it, and the service finds and starts it
 * - a run that does not end is given up after {@link lateAfterMs}, and counts as failed
 * - with `hasWork`, it runs only if there is something to do, see {@link WorkLook}
 * - an interval without work counts as a success, unless failed work may wait for another attempt
 */
export abstract class PeriodicJob implements BeforeApplicationShutdown {
  readonly runs = { ...NEVER_RUN };
  isStopping = false;
  /** True if the next run continues what this one began, and therefore has something to do in any case. */
  protected isUnfinished = false;
  private look: WorkLook | null = null;
  private workFailedAt: Date | null = null;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /**
   * Creates a job.
   *
   * @param failure the log message of a failed run
   * @param hasWork SQL condition that is true while a run has something to do; null: always
   */
  protected constructor(
    protected readonly logger: Logger,
    readonly intervalMs: number,
    private readonly failure: string,
    readonly hasWork: string | null = null,
  ) {}

  /** The name of the job in metrics, traces and tables. */
  get name(): string {
    return this.constructor.name;
  }

  /** Runs once. May reject: the next run continues the work. */
  protected abstract run(): Promise<void>;

  /** Runs after a delay, then after each interval. With a look, it only runs if there is work. */
  start(delayMs = 0, look: WorkLook | null = null): void {
    this.runs.startedAt = new Date();
    if (this.hasWork !== null) this.look = look;
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
    this.timer = setTimeout(() => void this.takeTurn(), delayMs);
    this.timer.unref();
  }

  private async takeTurn(): Promise<void> {
    const found = this.look === null || this.isUnfinished || (await this.look.finds(this));
    if (this.isStopping) return;
    if (found !== false) {
      await (this.running = this.runOnce());
      if (found) this.workFailedAt = this.runs.failedAt;
    } else if (!this.hasFailedLately) {
      this.runs.succeededAt = new Date();
    }
    const isLookedFor = this.look !== null && !this.isUnfinished;
    this.schedule(isLookedFor ? this.intervalMs - LOOK_MS : this.intervalMs);
  }

  /** True for a while after work failed. It ends before the job is late, because another instance may have done that work. */
  private get hasFailedLately(): boolean {
    const failedMs = this.workFailedAt?.getTime() ?? -Infinity;
    return Date.now() - failedMs <= 0.9 * lateAfterMs(this.intervalMs);
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
    this.logger.error({ job: this.name, ...(code ? { code } : reason) }, this.failure);
  }
}
