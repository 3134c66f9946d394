import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { RecentRequestsService } from './recent-requests.service.js';

/** Stores the requests that were answered since its last run. */
@Injectable()
export class RecentRequestsJob extends serviceJob(RecentRequestsService, {
  intervalMs: 3_000,
  failure: 'answered requests could not be recorded',
  run: (requests) => requests.store(),
}) {}

/** Deletes the records of requests that were answered hours ago. */
@Injectable()
export class OldRecentRequestsJob extends serviceJob(RecentRequestsService, {
  intervalMs: 5 * 60_000,
  failure: 'old records of answered requests could not be deleted',
  run: (requests) => requests.deleteOld(),
}) {}
