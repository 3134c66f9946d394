import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { HAS_WAITING_FILES } from './shipment-import.repository.js';
import { BackgroundShipmentsService } from './background-shipments.service.js';

/** Records large files of shipments, in the order in which they were uploaded. */
@Injectable()
export class BackgroundShipmentsJob extends serviceJob(BackgroundShipmentsService, {
  intervalMs: 1_000,
  hasWork: HAS_WAITING_FILES,
  failure: 'a file of shipments could not be recorded',
  run: (shipments) => shipments.runNext(),
}) {}
