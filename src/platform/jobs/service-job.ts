import { Inject, type Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../observability/logger.js';
import { PeriodicJob } from './periodic-job.js';

/** The work of a job that only calls a service. */
interface ServiceWork<S> {
  intervalMs: number;
  /** The log message of a failed run. */
  failure: string;
  /** SQL condition that is true while there is something to do; none: always. */
  hasWork?: string;
  run: (service: S) => Promise<unknown>;
}

class ServiceJob<S> extends PeriodicJob {
  constructor(
    logger: Logger,
    private readonly service: S,
    private readonly work: ServiceWork<S>,
  ) {
    super(logger, work.intervalMs, work.failure, work.hasWork);
  }

  protected async run(): Promise<void> {
    await this.work.run(this.service);
  }
}

/** Makes the base class of a job that only calls a service. */
export function serviceJob<S>(service: Type<S>, work: ServiceWork<S>): Type<ServiceJob<S>> {
  class JobOfService extends ServiceJob<S> {
    constructor(@Inject(LOGGER) logger: Logger, @Inject(service) given: S) {
      super(logger, given, work);
    }
  }
  return JobOfService;
}
