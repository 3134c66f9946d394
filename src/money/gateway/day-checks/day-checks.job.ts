import { Injectable } from '@nestjs/common';
import { runAs } from '../../../platform/http/request-context.js';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { DayChecksService } from './day-checks.service.js';

const ACTOR = 'gateway';

/** Compares each day with the gateway in the night after it. */
@Injectable()
export class DayChecksJob extends serviceJob(DayChecksService, {
  intervalMs: 5 * 60_000,
  failure: 'a day could not be compared with the gateway',
  run: (days) => runAs(ACTOR, () => days.checkYesterday()),
}) {}
