import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { traceJob } from '../observability/tracing/tracing.js';
import { runAs, SERVICE_ACTOR } from '../http/request-context.js';
import { databaseError, UnavailableError } from '../database/database-errors.js';

/**
 * Repeated work of the running service. A module provides it, and the service finds and starts it; the command line does
 * not. The next run begins after the previous one has ended, and shutdown waits for the current run.
 */
export abstract class PeriodicJob implements BeforeApplicationShutdown {
  private isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** Creates a job. @param failure the log message of a failed run */
  protected constructor(
    protected readonly logger: Logger,
    readonly intervalMs: number,
    private readonly failure: string,
  ) {}

  /** Runs once. May reject: the next run continues the work. */
  protected abstract run(): Promise<void>;

  /** Runs after a delay, then after each interval. */
  start(delayMs = 0): void {
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
      this.running = runAs(SERVICE_ACTOR, () => traceJob(this.constructor.name, () => this.run()))
        .catch((error: unknown) => this.logFailure(error))
        .finally(() => this.schedule(this.intervalMs));
    }, delayMs);
    this.timer.unref();
  }

  private logFailure(error: unknown): void {
    const { code } = databaseError(error) ?? {};
    const { message, stack } = error as Error;
    const reason = error instanceof UnavailableError ? { reason: message } : { stack };
    this.logger.error(code ? { code } : reason, this.failure);
  }
}
