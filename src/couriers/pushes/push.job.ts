import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { PushHandlingService } from './push-handling.service.js';
import { HAS_DUE_PUSHES } from './pushes.repository.js';

/** Handles the pushes of couriers. */
@Injectable()
export class PushJob extends serviceJob(PushHandlingService, {
  intervalMs: 1_000,
  failure: 'a push of a courier could not be handled',
  hasWork: HAS_DUE_PUSHES,
  run: (pushes) => pushes.handleDue(),
}) {}
