import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { StockModule } from '../stock/stock.module.js';
import { TaxModule } from '../tax/tax.module.js';
import { ArchivedOrdersService } from './archive/archived-orders.service.js';
import { OrderArchiveRepository } from './archive/order-archive.repository.js';
import { OrderArchiveService } from './archive/order-archive.service.js';
import { OrderWorkController } from './assignment/order-work.controller.js';
import { OrderWorkService } from './assignment/order-work.service.js';
import { CouriersController } from './couriers/couriers.controller.js';
import { CouriersRepository } from './couriers/couriers.repository.js';
import { CouriersService } from './couriers/couriers.service.js';
import { DeliveryZonesCache } from './delivery-zones/delivery-zones.cache.js';
import { DeliveryZonesController } from './delivery-zones/delivery-zones.controller.js';
import { ServiceabilityController } from './delivery-zones/serviceability.controller.js';
import { DeliveryZonesRepository } from './delivery-zones/delivery-zones.repository.js';
import { DeliveryZonesService } from './delivery-zones/delivery-zones.service.js';
import { OrderChanges } from './fulfillment/order-changes.js';
import { OrderCorrectionsService } from './fulfillment/order-corrections.service.js';
import { OrderExpiryJob } from './expiry/order-expiry.job.js';
import { OrderExpiryService } from './expiry/order-expiry.service.js';
import { OrderLifecycleService } from './fulfillment/order-lifecycle.service.js';
import { OrderCursorStamps } from './tracking/order-cursor-stamps.js';
import { OrderListService } from './tracking/order-list.service.js';
import { OrderStatusRepository } from './tracking/order-status.repository.js';
import { OrderStatusService } from './tracking/order-status.service.js';
import { OrdersAdminController } from './fulfillment/orders.admin.controller.js';
import { PickListController } from './pick-list/pick-list.controller.js';
import { PickListRepository } from './pick-list/pick-list.repository.js';
import { PickListService } from './pick-list/pick-list.service.js';
import { OrderSearchRepository } from './fulfillment/order-search.repository.js';
import { OrdersAdminRepository } from './fulfillment/orders.admin.repository.js';
import { OrdersAdminService } from './fulfillment/orders.admin.service.js';
import { ClientFiguresRepository } from './figures/client-figures.repository.js';
import { ClientFiguresService } from './figures/client-figures.service.js';
import { OfficeFiguresRepository } from './figures/office-figures.repository.js';
import { OfficeFiguresService } from './figures/office-figures.service.js';
import { OpenOrdersRepository } from './figures/open-orders.repository.js';
import { UnpaidStockJob } from './figures/unpaid-stock.job.js';
import { OrderLossesAdminController } from './losses/order-losses.admin.controller.js';
import { OrderLossesRepository } from './losses/order-losses.repository.js';
import { OrderLossesService } from './losses/order-losses.service.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { RefundsService } from './fulfillment/refunds.service.js';
import { ShipmentImportController } from './shipment-import/shipment-import.controller.js';
import { ShipmentImportService } from './shipment-import/shipment-import.service.js';
import { StoreChangesService } from './fulfillment/store-changes.service.js';
import { ShippingService } from './fulfillment/shipments/shipping.service.js';
import { OrderReturnsAdminController } from './returns/order-returns.admin.controller.js';
import { OrderReturnsController } from './returns/order-returns.controller.js';
import { OrderReturnsRepository } from './returns/order-returns.repository.js';
import { OrderReturnsService } from './returns/order-returns.service.js';
import { OrderValidator } from './placing/order-validator.js';
import { DurabilityJob } from './placing/durability.job.js';
import { PlacementQueue } from './placing/placement-queue.js';
import { PlacementRepository } from './placing/placement.repository.js';
import { CustomerDataJob } from './retention/customer-data.job.js';
import { CustomerDataRepository } from './retention/customer-data.repository.js';
import { OrderCorrectionsController } from './whole-order/order-corrections.controller.js';
import { WholeOrderService } from './whole-order/whole-order.service.js';
import { OrderDocumentsController } from './invoicing/order-documents.controller.js';
import { OrderDocumentsService } from './invoicing/order-documents.service.js';
import { OrderInvoicesAdminController } from './invoicing/order-invoices.admin.controller.js';
import { OrderInvoicesService } from './invoicing/order-invoices.service.js';
import { OrderSearchIndexRepository } from './search/order-search-index.repository.js';
import { OrderSearchJob } from './search/order-search.job.js';
import { TestModeJob } from './test-mode/test-mode.job.js';
import { TestModeRepository } from './test-mode/test-mode.repository.js';
import { TestModeService } from './test-mode/test-mode.service.js';
import { TestReturnsService } from './test-mode/test-returns.service.js';

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
