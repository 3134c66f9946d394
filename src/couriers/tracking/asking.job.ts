import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { AskingService } from './asking.service.js';
import { HAS_DUE_QUESTIONS } from './tracked-bookings.repository.js';

/** Asks couriers about the shipments that are due. */
@Injectable()
export class AskingJob extends serviceJob(AskingService, {
  intervalMs: 5_000,
  failure: 'couriers could not be asked',
  hasWork: HAS_DUE_QUESTIONS,
  run: (asking) => asking.askDue(),
}) {}
