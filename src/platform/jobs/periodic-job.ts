import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { traceJob } from '../observability/tracing.js';
import { runAs, SERVICE_ACTOR } from '../http/request-context.js';
import { databaseError } from '../database/database-errors.js';

/**
 * Work that the service repeats while it runs. A module provides it, and the service finds and starts it; the command
 * line does not. The next run begins after the previous one has ended, and shutdown waits for the run at hand.
 */
export abstract class PeriodicJob implements BeforeApplicationShutdown {
  private isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** @param failure what the log says of a run that failed */
  protected constructor(
    protected readonly logger: Logger,
    private readonly intervalMs: number,
    private readonly failure: string,
  ) {}

  /** May reject: the next run takes up what this one could not do. */
  protected abstract run(): Promise<void>;

  /** Runs at once, then after each interval. */
  start(): void {
    this.schedule(0);
  }

  /** The phase before the one in which the database is let go. */
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
    this.logger.error({ code, stack: code ? undefined : (error as Error).stack }, this.failure);
  }
}
