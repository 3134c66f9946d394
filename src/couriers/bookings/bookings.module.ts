import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { OrderRecordsModule } from '../../fulfillment/orders/order-records.module.js';
import { ShippingModule } from '../../fulfillment/shipping/shipping.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { WaybillsRepository } from '../waybills/waybills.repository.js';
import { WaybillsService } from '../waybills/waybills.service.js';
import { BoxPreset } from '../boxes/box-preset.entity.js';
import { BookingRules } from './booking-rules.entity.js';
import { BookingAnswersService } from './calls/booking-answers.service.js';
import { BookingCallsService } from './calls/booking-calls.service.js';
import { BookingJob } from './calls/booking.job.js';
import { BookingStartsService } from './calls/booking-starts.service.js';
import { BookingDraftsService } from './drafts/booking-drafts.service.js';
import { BookedOrdersController } from './booked-orders.controller.js';
import { BookingsController } from './bookings.controller.js';
import { BookingsRepository } from './bookings.repository.js';
import { BookingsService } from './bookings.service.js';
import { CourierAwb } from './courier-awb.entity.js';
import { CourierBooking } from './courier-booking.entity.js';
import { OrderBookings } from './order-bookings.js';
import { BookingFigures } from './upkeep/booking-figures.js';
import { BookingUpkeepJob } from './upkeep/booking-upkeep.job.js';
import { BookingUpkeepRepository } from './upkeep/booking-upkeep.repository.js';
import { BookingUpkeepService } from './upkeep/booking-upkeep.service.js';

/** Bookings with couriers, from the wish to the AWB. */
@Module({
  imports: [
    TypeOrmModule.forFeature([BookingRules, BoxPreset, CourierAwb, CourierBooking]),
    CatalogModule,
    CourierAccountsModule,
    OrderRecordsModule,
    OrdersModule,
    ShippingModule,
  ],
  controllers: [BookedOrdersController, BookingsController],
  providers: [
    BookingAnswersService,
    BookingCallsService,
    BookingDraftsService,
    BookingFigures,
    BookingJob,
    BookingStartsService,
    BookingUpkeepJob,
    BookingUpkeepRepository,
    BookingUpkeepService,
    BookingsRepository,
    BookingsService,
    OrderBookings,
    WaybillsRepository,
    WaybillsService,
  ],
  exports: [BookingsRepository, BookingsService, OrderBookings],
})
export class BookingsModule {}
