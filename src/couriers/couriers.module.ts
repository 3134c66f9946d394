import { Module } from '@nestjs/common';
import { CourierAccountsModule } from './accounts/accounts.module.js';
import { BookingsModule } from './bookings/bookings.module.js';
import { HandingOverModule } from './handing-over/handing-over.module.js';
import { CourierTrackingModule } from './tracking/tracking.module.js';

/** Couriers that are booked, tracked and asked by the service itself. */
@Module({
  imports: [
    CourierAccountsModule,
    // Before the bookings: their route of one booking takes any path of one segment.
    HandingOverModule,
    BookingsModule,
    CourierTrackingModule,
  ],
  exports: [BookingsModule, CourierTrackingModule, HandingOverModule],
})
export class CouriersModule {}
