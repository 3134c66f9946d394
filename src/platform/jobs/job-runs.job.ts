import { Injectable } from '@nestjs/common';
import { JobsService } from './jobs.service.js';
import { serviceJob } from './service-job.js';

/** Writes when each job last succeeded and failed. */
@Injectable()
export class JobRunsJob extends serviceJob(JobsService, {
  intervalMs: 30_000,
  failure: 'the runs of jobs could not be written',
  run: (jobs) => jobs.write(),
}) {}
