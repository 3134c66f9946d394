import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { SandboxCourierService } from './sandbox-courier.service.js';
import { HAS_MOVING_SHIPMENTS } from './sandbox-shipments.repository.js';

/** Moves what the sandbox courier carries. */
@Injectable()
export class SandboxCourierJob extends serviceJob(SandboxCourierService, {
  intervalMs: 1_000,
  failure: 'the sandbox courier could not move its shipments',
  hasWork: HAS_MOVING_SHIPMENTS,
  run: (sandbox) => sandbox.moveDue(),
}) {}
