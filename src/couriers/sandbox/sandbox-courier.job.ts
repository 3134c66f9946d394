import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { SandboxCourierService } from './sandbox-courier.service.js';
import { HAS_MOVING_PARCELS } from './sandbox-parcels.repository.js';

/** Moves what the sandbox courier carries. */
@Injectable()
export class SandboxCourierJob extends serviceJob(SandboxCourierService, {
  intervalMs: 1_000,
  failure: 'the sandbox courier could not move its parcels',
  hasWork: HAS_MOVING_PARCELS,
  run: (sandbox) => sandbox.moveDue(),
}) {}
