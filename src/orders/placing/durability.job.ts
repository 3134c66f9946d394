import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { PlacementQueue } from './placement-queue.js';

/** Verifies the connection that places orders, because settings of the server can be changed while it runs. */
@Injectable()
export class DurabilityJob extends serviceJob(PlacementQueue, {
  // The longest time for which orders and money are confirmed after the database was configured to lose them in a crash.
  intervalMs: 5_000,
  failure: 'the connection that places orders cannot be used',
  run: (queue) => queue.verifyDatabase(),
}) {}
