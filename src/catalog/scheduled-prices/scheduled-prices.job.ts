import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { ScheduledPricesService } from './scheduled-prices.service.js';

/** Lets scheduled prices begin. At the start of the service, also those that were due while it was down. */
@Injectable()
export class ScheduledPricesJob extends serviceJob(ScheduledPricesService, {
  intervalMs: 1_000,
  failure: 'scheduled prices could not begin',
  run: (prices) => prices.applyDue(),
}) {}
