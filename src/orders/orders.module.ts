import { Module } from '@nestjs/common';
import { AccountsModule } from '../people/accounts.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from '../money/ledger/ledger.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { NotesModule } from '../people/notes/notes.module.js';
import { StockModule } from '../stock/stock.module.js';
import { TaxModule } from '../tax/tax.module.js';
import { ArchivedOrdersService } from './archive/archived-orders.service.js';
import { OrderArchiveRepository } from './archive/order-archive.repository.js';
import { OrderArchiveService } from './archive/order-archive.service.js';
import { OrderWorkController } from '../fulfillment/assignment/order-work.controller.js';
import { OrderWorkService } from '../fulfillment/assignment/order-work.service.js';
import { CouriersController } from '../fulfillment/shipping/couriers.controller.js';
import { CouriersRepository } from '../fulfillment/shipping/couriers.repository.js';
import { CouriersService } from '../fulfillment/shipping/couriers.service.js';
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
import { OrdersAdminController } from '../fulfillment/orders/orders.admin.controller.js';
import { PickListController } from '../fulfillment/pick-list/pick-list.controller.js';
import { PickListRepository } from '../fulfillment/pick-list/pick-list.repository.js';
import { PickListService } from '../fulfillment/pick-list/pick-list.service.js';
import { OrderSearchRepository } from '../fulfillment/orders/order-search.repository.js';
import { OrdersAdminRepository } from '../fulfillment/orders/orders.admin.repository.js';
import { OrdersAdminService } from '../fulfillment/orders/orders.admin.service.js';
import { ClientFiguresRepository } from '../fulfillment/figures/client-figures.repository.js';
import { ClientFiguresService } from '../fulfillment/figures/client-figures.service.js';
import { OfficeFiguresRepository } from '../fulfillment/figures/office-figures.repository.js';
import { OfficeFiguresService } from '../fulfillment/figures/office-figures.service.js';
import { OpenOrdersRepository } from '../fulfillment/figures/open-orders.repository.js';
import { UnpaidStockJob } from '../fulfillment/figures/unpaid-stock.job.js';
import { OrderLossesAdminController } from './reconciliation/order-losses.admin.controller.js';
import { OrderLossesRepository } from './reconciliation/order-losses.repository.js';
import { OrderLossesService } from './reconciliation/order-losses.service.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { RefundsService } from '../fulfillment/refunds/refunds.service.js';
import { ShipmentImportController } from '../fulfillment/shipping/import/shipment-import.controller.js';
import { ShipmentImportService } from '../fulfillment/shipping/import/shipment-import.service.js';
import { StoreChangesService } from './lifecycle/store-changes.service.js';
import { ShippingService } from '../fulfillment/shipping/shipping.service.js';
import { OrderReturnsAdminController } from '../fulfillment/returns/order-returns.admin.controller.js';
import { OrderReturnsController } from '../fulfillment/returns/order-returns.controller.js';
import { OrderReturnsRepository } from '../fulfillment/returns/order-returns.repository.js';
import { OrderReturnsService } from '../fulfillment/returns/order-returns.service.js';
import { OrderValidator } from './placing/order-validator.js';
import { DurabilityJob } from './placing/durability.job.js';
import { PlacementQueue } from './placing/placement-queue.js';
import { PlacementRepository } from './placing/placement.repository.js';
import { CustomerDataJob } from './retention/customer-data.job.js';
import { CustomerDataRepository } from './retention/customer-data.repository.js';
import { OrderCorrectionsController } from '../fulfillment/whole-order/order-corrections.controller.js';
import { WholeOrderService } from '../fulfillment/whole-order/whole-order.service.js';
import { OrderDocumentsController } from '../fulfillment/invoicing/order-documents.controller.js';
import { OrderDocumentsService } from '../fulfillment/invoicing/order-documents.service.js';
import { OrderInvoicesAdminController } from '../fulfillment/invoicing/order-invoices.admin.controller.js';
import { OrderInvoicesService } from '../fulfillment/invoicing/order-invoices.service.js';
import { OrderSearchIndexRepository } from '../fulfillment/search/order-search-index.repository.js';
import { OrderSearchJob } from '../fulfillment/search/order-search.job.js';
import { TestModeJob } from '../fulfillment/test-mode/test-mode.job.js';
import { TestModeRepository } from '../fulfillment/test-mode/test-mode.repository.js';
import { TestModeService } from '../fulfillment/test-mode/test-mode.service.js';
import { TestReturnsService } from '../fulfillment/test-mode/test-returns.service.js';

/** Placing, tracking and fulfilling orders. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    AuthModule,
    CatalogModule,
    ClientsModule,
    LedgerModule,
    NotesModule,
    StockModule,
    TaxModule,
  ],
  // In this order: GET admin/orders/:order_number would take the pick list for an order.
  controllers: [
    OrdersController,
    ReconciliationController,
    OrderCorrectionsController,
    OrderReturnsController,
    OrderDocumentsController,
    PickListController,
    OrdersAdminController,
    OrderReturnsAdminController,
    OrderWorkController,
    OrderInvoicesAdminController,
    OrderLossesAdminController,
    DeliveryZonesController,
    ServiceabilityController,
    ShipmentImportController,
    CouriersController,
  ],
  providers: [
    OrdersService,
    OrderValidator,
    DurabilityJob,
    OrderChanges,
    OrderLifecycleService,
    ShippingService,
    RefundsService,
    OrderInvoicesService,
    OrderDocumentsService,
    OrderReturnsService,
    OrderWorkService,
    OrderReturnsRepository,
    OrderCorrectionsService,
    StoreChangesService,
    WholeOrderService,
    CouriersService,
    CouriersRepository,
    DeliveryZonesCache,
    DeliveryZonesService,
    DeliveryZonesRepository,
    OrdersAdminService,
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
    OrdersAdminRepository,
    OrderSearchRepository,
    OrderSearchIndexRepository,
    OrderSearchJob,
    PickListService,
    ShipmentImportService,
    PickListRepository,
    TestModeService,
    TestReturnsService,
    TestModeRepository,
    TestModeJob,
    ClientFiguresService,
    ClientFiguresRepository,
    OfficeFiguresRepository,
    OfficeFiguresService,
    OpenOrdersRepository,
    UnpaidStockJob,
    CustomerDataJob,
    CustomerDataRepository,
    OrderArchiveService,
    OrderArchiveRepository,
    ArchivedOrdersService,
  ],
  exports: [
    OrdersService,
    OrderLifecycleService,
    OrdersAdminService,
    CouriersService,
    OrderCorrectionsService,
    OrderReturnsService,
    ClientFiguresService,
    OfficeFiguresService,
  ],
})
export class OrdersModule {}
