import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { ShippingModule } from '../../fulfillment/shipping/shipping.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { WaybillsRepository } from '../waybills/waybills.repository.js';
import { BookingCallsService } from './booking-calls.service.js';
import { BookingDraftsService } from './drafts/booking-drafts.service.js';
import { BookingJob } from './booking.job.js';
import { BookingsController } from './bookings.controller.js';
import { BookingsRepository } from './bookings.repository.js';
import { BookingsService } from './bookings.service.js';
import { CourierAwb } from './courier-awb.entity.js';
import { CourierBooking } from './courier-booking.entity.js';
import { OrderBookings } from './order-bookings.js';

/** Bookings with couriers, from the wish to the AWB. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CourierAwb, CourierBooking]),
    CatalogModule,
    CourierAccountsModule,
    OrdersModule,
    ShippingModule,
  ],
  controllers: [BookingsController],
  providers: [
    BookingCallsService,
    BookingDraftsService,
    BookingJob,
    BookingsRepository,
    BookingsService,
    OrderBookings,
    WaybillsRepository,
  ],
  exports: [BookingsRepository, BookingsService, OrderBookings],
})
export class BookingsModule {}
