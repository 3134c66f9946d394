import { Injectable } from '@nestjs/common';
import { serviceJob } from '../../../platform/jobs/service-job.js';
import { BookingUpkeepService } from './booking-upkeep.service.js';

/** Keeps bookings and their orders in step, and waybills in advance. */
@Injectable()
export class BookingUpkeepJob extends serviceJob(BookingUpkeepService, {
  intervalMs: 60_000,
  failure: 'bookings could not be kept in step with their orders',
  run: (upkeep) => upkeep.run(),
}) {}
