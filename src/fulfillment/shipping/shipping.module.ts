import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { OrderRecordsModule } from '../orders/order-records.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { StockModule } from '../../stock/stock.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { CouriersController } from './couriers.controller.js';
import { CreditRulesController } from '../invoicing/credit-rules.controller.js';
import { OrderDocumentsController } from '../invoicing/order-documents.controller.js';
import { OrderInvoicesAdminController } from '../invoicing/order-invoices.admin.controller.js';
import { ShipmentImportController } from './import/shipment-import.controller.js';
import { PackingRulesController } from '../scans/packing-rules.controller.js';
import { CouriersRepository } from './couriers.repository.js';
import { CouriersService } from './couriers.service.js';
import { OrderDocumentsService } from '../invoicing/order-documents.service.js';
import { OrderInvoicesService } from '../invoicing/order-invoices.service.js';
import { PackingRulesService } from '../scans/packing-rules.service.js';
import { BackgroundShipmentsJob } from './import/background-shipments.job.js';
import { BackgroundShipmentsService } from './import/background-shipments.service.js';
import { ShipmentImportRepository } from './import/shipment-import.repository.js';
import { ShipmentImportService } from './import/shipment-import.service.js';
import { ShipmentsRepository } from './shipments.repository.js';
import { ShippingService } from './shipping.service.js';
import { PackingRules } from '../scans/packing-rules.entity.js';
import { Courier } from './courier.entity.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { ShipmentImport } from './import/shipment-import.entity.js';
import { ShipmentItem } from '../../orders/lifecycle/shipment-item.entity.js';

/** Shipments, their couriers and their invoices. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Courier, PackingRules, Shipment, ShipmentImport, ShipmentItem]),
    AuditModule,
    MoneyModule,
    OrderRecordsModule,
    OrdersModule,
    StockModule,
    TaxModule,
  ],
  controllers: [
    CouriersController,
    CreditRulesController,
    OrderDocumentsController,
    OrderInvoicesAdminController,
    PackingRulesController,
    ShipmentImportController,
  ],
  providers: [
    BackgroundShipmentsJob,
    BackgroundShipmentsService,
    CouriersRepository,
    CouriersService,
    OrderDocumentsService,
    OrderInvoicesService,
    PackingRulesService,
    ShipmentImportRepository,
    ShipmentImportService,
    ShipmentsRepository,
    ShippingService,
  ],
  exports: [CouriersService, OrderInvoicesService, ShippingService],
})
export class ShippingModule {}
