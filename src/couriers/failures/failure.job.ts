import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { DeliveryFailuresService } from './delivery-failures.service.js';
import { HAS_DUE_FAILURES } from './delivery-failures.repository.js';

/** Sends the answers to failed deliveries, and ends those that can no longer be answered. */
@Injectable()
export class FailureJob extends serviceJob(DeliveryFailuresService, {
  intervalMs: 10_000,
  failure: 'an answer to a failed delivery could not be sent',
  hasWork: HAS_DUE_FAILURES,
  run: (failures) => failures.sendDue(),
}) {}
