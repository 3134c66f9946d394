import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../platform/audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StockModule } from '../stock/stock.module.js';
import { ArchiveModule } from './archive/archive.module.js';
import { DeliveryZonesModule } from './delivery-zones/delivery-zones.module.js';
import { OrderLossesModule } from './reconciliation/order-losses.module.js';
import { IdempotencyKey } from './placing/idempotency-key.entity.js';
import { Order } from './order.entity.js';
import { OrderItem } from './order-item.entity.js';
import { OrderStatusChange } from './lifecycle/order-status-change.entity.js';
import { Shipment } from './lifecycle/shipment.entity.js';
import { ShipmentEvent } from './tracking/shipment-event.entity.js';
import { ShipmentProgress } from './tracking/shipment-progress.entity.js';
import { ShipmentTrackingRepository } from './tracking/shipment-tracking.repository.js';
import { ShipmentTrackingService } from './tracking/shipment-tracking.service.js';
import { ShipmentItem } from './lifecycle/shipment-item.entity.js';
import { OrderChanges } from './lifecycle/order-changes.js';
import { OrderCorrectionsService } from './lifecycle/order-corrections.service.js';
import { OrderExpiryJob } from './expiry/order-expiry.job.js';
import { OrderExpiryService } from './expiry/order-expiry.service.js';
import { OrderLifecycleService } from './lifecycle/order-lifecycle.service.js';
import { OrderCursorStamps } from './tracking/order-cursor-stamps.js';
import { OrderListService } from './tracking/order-list.service.js';
import { OrderStatusRepository } from './tracking/order-status.repository.js';
import { OrderStatusService } from './tracking/order-status.service.js';
import { OrdersController } from './orders.controller.js';
import { OrderListController } from './tracking/order-list.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { StoreChangesService } from './lifecycle/store-changes.service.js';
import { OrdersForClientsService } from './placing/orders-for-clients.service.js';
import { OrderValidator } from './placing/order-validator.js';
import { DurabilityJob } from './placing/durability.job.js';
import { PlacementQueue } from './placing/placement-queue.js';
import { PlacementRepository } from './placing/placement.repository.js';

/** Placing and tracking orders, and the steps of their life. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      IdempotencyKey,
      Order,
      OrderItem,
      OrderStatusChange,
      Shipment,
      ShipmentItem,
      ShipmentEvent,
      ShipmentProgress,
    ]),
    AuditModule,
    AuthModule,
    CatalogModule,
    StockModule,
    ArchiveModule,
    DeliveryZonesModule,
    OrderLossesModule,
  ],
  controllers: [OrdersController, OrderListController],
  providers: [
    OrdersService,
    OrdersForClientsService,
    OrderValidator,
    DurabilityJob,
    OrderChanges,
    OrderLifecycleService,
    OrderCorrectionsService,
    StoreChangesService,
    OrderExpiryJob,
    OrderExpiryService,
    OrderStatusService,
    OrderListService,
    OrderCursorStamps,
    OrderStatusRepository,
    ShipmentTrackingRepository,
    ShipmentTrackingService,
    PlacementQueue,
    OrdersRepository,
    PlacementRepository,
  ],
  exports: [
    ArchiveModule,
    DeliveryZonesModule,
    OrderLossesModule,
    OrdersService,
    OrdersForClientsService,
    OrderLifecycleService,
    OrderCorrectionsService,
    OrderChanges,
    OrderStatusRepository,
    OrderStatusService,
    OrdersRepository,
    ShipmentTrackingService,
  ],
})
export class OrdersModule {}
