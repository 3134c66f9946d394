import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { RequestFailuresService } from './request-failures.service.js';

/** Stores the requests that were refused since its last run. */
@Injectable()
export class RequestFailuresJob extends serviceJob(RequestFailuresService, {
  intervalMs: 1_000,
  failure: 'refused requests could not be recorded',
  run: (failures) => failures.store(),
}) {}

/** Deletes the records of requests that were refused long ago. */
@Injectable()
export class OldRequestFailuresJob extends serviceJob(RequestFailuresService, {
  intervalMs: 60 * 60_000,
  failure: 'old records of refused requests could not be deleted',
  run: (failures) => failures.deleteOld(),
}) {}
