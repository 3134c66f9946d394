import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FulfillmentModule } from '../../fulfillment/fulfillment.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { CourierAccountsModule } from '../accounts/accounts.module.js';
import { BookingsModule } from '../bookings/bookings.module.js';
import { DeliveryFailure } from '../failures/delivery-failure.entity.js';
import { DeliveryFailuresController } from '../failures/delivery-failures.controller.js';
import { DeliveryFailuresRepository } from '../failures/delivery-failures.repository.js';
import { DeliveryFailuresService } from '../failures/delivery-failures.service.js';
import { FailureJob } from '../failures/failure.job.js';
import { StoreAnswersController } from '../failures/store-answers.controller.js';
import { StoreAnswersService } from '../failures/store-answers.service.js';
import { DeliveriesController } from '../findings/deliveries.controller.js';
import { DeliveriesJob } from '../findings/deliveries.job.js';
import { DeliveriesService } from '../findings/deliveries.service.js';
import { DeliveryFinding } from '../findings/delivery-finding.entity.js';
import { DeliveryFindingsRepository } from '../findings/delivery-findings.repository.js';
import { OnTheWayRepository } from '../findings/on-the-way.repository.js';
import { ToldWayBillsRepository } from '../findings/told-way-bills.repository.js';
import { ToldWayBillsService } from '../findings/told-way-bills.service.js';
import { CourierCode } from '../pushes/courier-code.entity.js';
import { CourierPush } from '../pushes/courier-push.entity.js';
import { PushHandlingService } from '../pushes/push-handling.service.js';
import { PushJob } from '../pushes/push.job.js';
import { PushesAdminController } from '../pushes/pushes.admin.controller.js';
import { PushesController } from '../pushes/pushes.controller.js';
import { PushesRepository } from '../pushes/pushes.repository.js';
import { PushesService } from '../pushes/pushes.service.js';
import { AnswersService } from './answers.service.js';
import { AskingJob } from './asking.job.js';
import { AskingService } from './asking.service.js';
import { CourierEventsService } from './courier-events.service.js';
import { DeliveryEffectsService } from './delivery-effects.service.js';
import { EarlyPickupsService } from './early-pickups.service.js';
import { ShipmentEventsController } from './shipment-events.controller.js';
import { ShipmentNotesService } from './shipment-notes.service.js';
import { TrackedBookingsRepository } from './tracked-bookings.repository.js';

/** What couriers tell: pushes, answers to our questions, and deliveries that failed. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CourierCode, CourierPush, DeliveryFailure, DeliveryFinding]),
    AuditModule,
    BookingsModule,
    CourierAccountsModule,
    FulfillmentModule,
    OrdersModule,
    TaxModule,
  ],
  controllers: [
    DeliveriesController,
    DeliveryFailuresController,
    PushesAdminController,
    PushesController,
    ShipmentEventsController,
    StoreAnswersController,
  ],
  providers: [
    AnswersService,
    AskingJob,
    AskingService,
    CourierEventsService,
    DeliveriesJob,
    DeliveriesService,
    DeliveryEffectsService,
    DeliveryFailuresRepository,
    DeliveryFailuresService,
    DeliveryFindingsRepository,
    EarlyPickupsService,
    FailureJob,
    OnTheWayRepository,
    PushHandlingService,
    PushJob,
    PushesRepository,
    PushesService,
    ShipmentNotesService,
    StoreAnswersService,
    ToldWayBillsRepository,
    ToldWayBillsService,
    TrackedBookingsRepository,
  ],
  exports: [DeliveryFailuresService],
})
export class CourierTrackingModule {}
