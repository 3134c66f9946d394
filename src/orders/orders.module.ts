import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../platform/audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StockModule } from '../stock/stock.module.js';
import { ArchivedOrder } from './archive/archived-order.entity.js';
import { DeliveryZone } from './delivery-zones/delivery-zone.entity.js';
import { IdempotencyKey } from './placing/idempotency-key.entity.js';
import { Order } from './order.entity.js';
import { OrderArchive } from './archive/order-archive.entity.js';
import { OrderItem } from './order-item.entity.js';
import { OrderLoss } from './reconciliation/order-loss.entity.js';
import { OrderStatusChange } from './lifecycle/order-status-change.entity.js';
import { Shipment } from './lifecycle/shipment.entity.js';
import { ShipmentItem } from './lifecycle/shipment-item.entity.js';
import { ArchivedOrdersService } from './archive/archived-orders.service.js';
import { OrderArchiveRepository } from './archive/order-archive.repository.js';
import { OrderArchiveService } from './archive/order-archive.service.js';
import { DeliveryZonesCache } from './delivery-zones/delivery-zones.cache.js';
import { DeliveryZonesController } from './delivery-zones/delivery-zones.controller.js';
import { ServiceabilityController } from './delivery-zones/serviceability.controller.js';
import { DeliveryZonesRepository } from './delivery-zones/delivery-zones.repository.js';
import { DeliveryZonesService } from './delivery-zones/delivery-zones.service.js';
import { OrderChanges } from './lifecycle/order-changes.js';
import { OrderCorrectionsService } from './lifecycle/order-corrections.service.js';
import { OrderExpiryJob } from './expiry/order-expiry.job.js';
import { OrderExpiryService } from './expiry/order-expiry.service.js';
import { OrderLifecycleService } from './lifecycle/order-lifecycle.service.js';
import { OrderCursorStamps } from './tracking/order-cursor-stamps.js';
import { OrderListService } from './tracking/order-list.service.js';
import { OrderStatusRepository } from './tracking/order-status.repository.js';
import { OrderStatusService } from './tracking/order-status.service.js';
import { OrderLossesAdminController } from './reconciliation/order-losses.admin.controller.js';
import { OrderLossesRepository } from './reconciliation/order-losses.repository.js';
import { OrderLossesService } from './reconciliation/order-losses.service.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { StoreChangesService } from './lifecycle/store-changes.service.js';
import { OrderValidator } from './placing/order-validator.js';
import { DurabilityJob } from './placing/durability.job.js';
import { PlacementQueue } from './placing/placement-queue.js';
import { PlacementRepository } from './placing/placement.repository.js';
import { CustomerDataJob } from './retention/customer-data.job.js';
import { CustomerDataRepository } from './retention/customer-data.repository.js';

/** Placing and tracking orders, and the steps of their life. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ArchivedOrder,
      DeliveryZone,
      IdempotencyKey,
      Order,
      OrderArchive,
      OrderItem,
      OrderLoss,
      OrderStatusChange,
      Shipment,
      ShipmentItem,
    ]),
    AuditModule,
    AuthModule,
    CatalogModule,
    StockModule,
  ],
  controllers: [
    OrdersController,
    ReconciliationController,
    OrderLossesAdminController,
    DeliveryZonesController,
    ServiceabilityController,
  ],
  providers: [
    OrdersService,
    OrderValidator,
    DurabilityJob,
    OrderChanges,
    OrderLifecycleService,
    OrderCorrectionsService,
    StoreChangesService,
    DeliveryZonesCache,
    DeliveryZonesService,
    DeliveryZonesRepository,
    OrderExpiryJob,
    OrderExpiryService,
    OrderStatusService,
    OrderListService,
    OrderCursorStamps,
    OrderStatusRepository,
    ReconciliationService,
    OrderLossesService,
    OrderLossesRepository,
    PlacementQueue,
    OrdersRepository,
    PlacementRepository,
    CustomerDataJob,
    CustomerDataRepository,
    OrderArchiveService,
    OrderArchiveRepository,
    ArchivedOrdersService,
  ],
  exports: [
    OrdersService,
    OrderLifecycleService,
    OrderCorrectionsService,
    ArchivedOrdersService,
    OrderChanges,
    OrderStatusService,
    OrdersRepository,
    OrderLossesService,
    DeliveryZonesService,
  ],
})
export class OrdersModule {}
