import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { HAS_DUE_PRICES } from './scheduled-prices.repository.js';
import { ScheduledPricesService } from './scheduled-prices.service.js';

/** Lets scheduled prices begin. At the start of the service, this includes prices that were due while it was down. */
@Injectable()
export class ScheduledPricesJob extends serviceJob(ScheduledPricesService, {
  intervalMs: 1_000,
  hasWork: HAS_DUE_PRICES,
  failure: 'scheduled prices could not begin',
  run: (prices) => prices.applyDue(),
}) {}
