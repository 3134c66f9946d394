import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientsModule } from '../../clients/clients.module.js';
import { FulfillmentModule } from '../../fulfillment/fulfillment.module.js';
import { BrandModule } from '../../identity/brand/brand.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { CourierBooking } from '../bookings/courier-booking.entity.js';
import { LabelsController } from '../labels/labels.controller.js';
import { LabelsService } from '../labels/labels.service.js';
import { PrintedBookingsRepository } from '../labels/printed-bookings.repository.js';
import { BookingsToPack } from './bookings-to-pack.js';
import { HandOverController } from './hand-over.controller.js';
import { HandOverRepository } from './hand-over.repository.js';
import { HandOverService } from './hand-over.service.js';
import { ManifestsController } from './manifests.controller.js';
import { ManifestsService } from './manifests.service.js';
import { PickupJob } from './pick-ups/pickup.job.js';
import { PickupsController } from './pick-ups/pickups.controller.js';
import { PickupsRepository } from './pick-ups/pickups.repository.js';
import { PickupsService } from './pick-ups/pickups.service.js';
import { CourierPickup } from './pick-ups/courier-pickup.entity.js';

/** What happens at the packing table: labels, handing over, manifests and pick-ups. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CourierBooking, CourierPickup]),
    AuditModule,
    BrandModule,
    ClientsModule,
    CourierAccountsModule,
    FulfillmentModule,
    OrdersModule,
    TaxModule,
  ],
  controllers: [LabelsController, HandOverController, ManifestsController, PickupsController],
  providers: [
    BookingsToPack,
    HandOverRepository,
    HandOverService,
    LabelsService,
    ManifestsService,
    PickupJob,
    PickupsRepository,
    PickupsService,
    PrintedBookingsRepository,
  ],
  exports: [BookingsToPack],
})
export class HandingOverModule {}
