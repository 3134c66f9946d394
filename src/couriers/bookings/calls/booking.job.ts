import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAs } from '../../../platform/http/request-context.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { BookingCallsService } from './booking-calls.service.js';
import { COURIER_ACTOR } from '../../courier-actor.js';
import { HAS_DUE_BOOKINGS } from '../bookings.repository.js';

const INTERVAL_MS = 1_000;
/** Time after which a run ends, so that it is seen to succeed. */
const RUN_MS = 60_000;

/** Makes the calls of bookings that are due. */
@Injectable()
export class BookingJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly calls: BookingCallsService,
  ) {
    super(logger, INTERVAL_MS, 'bookings could not be sent to a courier', HAS_DUE_BOOKINGS);
  }

  protected async run(): Promise<void> {
    const beganMs = performance.now();
    await runAs(COURIER_ACTOR, async () => {
      while (!this.isStopping && performance.now() - beganMs < RUN_MS) {
        if (!(await this.calls.workOnDue())) return;
      }
    });
  }
}
