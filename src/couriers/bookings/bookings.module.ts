import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { CourierAwb } from './courier-awb.entity.js';
import { CourierBooking } from './courier-booking.entity.js';

/** Bookings with couriers, from the wish to the AWB. */
@Module({
  imports: [TypeOrmModule.forFeature([CourierAwb, CourierBooking]), CourierAccountsModule],
})
export class BookingsModule {}
