import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { HAS_DUE_STEPS } from './test-mode.repository.js';
import { TestModeService } from './test-mode.service.js';

/** Moves test orders through their scenarios. At the start, it takes the steps that fell due while the service was down. */
@Injectable()
export class TestModeJob extends serviceJob(TestModeService, {
  intervalMs: 2_000,
  hasWork: HAS_DUE_STEPS,
  failure: 'test orders could not go on',
  run: (testOrders) => testOrders.advanceDue(),
}) {}
