import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { HAS_DUE_PICKUPS } from './pickups.repository.js';
import { PickupsService } from './pickups.service.js';

/** Asks couriers for pick-ups, at the cut-off of the day automatically. */
@Injectable()
export class PickupJob extends serviceJob(PickupsService, {
  intervalMs: 5_000,
  failure: 'couriers could not be asked for pick-ups',
  hasWork: HAS_DUE_PICKUPS,
  run: (pickups) => pickups.askDue(),
}) {}
