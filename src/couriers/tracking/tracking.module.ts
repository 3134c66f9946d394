import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BookingsModule } from '../bookings/bookings.module.js';
import { DeliveryFailure } from '../failures/delivery-failure.entity.js';
import { CourierCode } from '../pushes/courier-code.entity.js';
import { CourierPush } from '../pushes/courier-push.entity.js';

/** What couriers tell: pushes, answers to our questions, and deliveries that failed. */
@Module({
  imports: [TypeOrmModule.forFeature([CourierCode, CourierPush, DeliveryFailure]), BookingsModule],
})
export class CourierTrackingModule {}
