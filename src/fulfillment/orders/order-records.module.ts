import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BrandModule } from '../../identity/brand/brand.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { StockModule } from '../../stock/stock.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { OrderCorrectionsController } from '../whole-order/order-corrections.controller.js';
import { OrderWorkController } from '../assignment/order-work.controller.js';
import { PickListController } from '../pick-list/pick-list.controller.js';
import { WholeOrderController } from '../whole-order/whole-order.controller.js';
import { OrderFiguresRepository } from '../figures/order-figures.repository.js';
import { OrderFiguresService } from '../figures/order-figures.service.js';
import { OrderReturnsRepository } from '../returns/order-returns.repository.js';
import { ReturnPlace } from '../returns/place/return-place.entity.js';
import { ReturnPlaceService } from '../returns/place/return-place.service.js';
import { OrderSearchIndexRepository } from '../search/order-search-index.repository.js';
import { OrderSearchJob } from '../search/order-search.job.js';
import { OrderSearchRepository } from './order-search.repository.js';
import { OrderWorkService } from '../assignment/order-work.service.js';
import { OrdersAdminRepository } from './orders.admin.repository.js';
import { OrdersAdminService } from './orders.admin.service.js';
import { PaidOrdersService } from './paid-orders.service.js';
import { PickListRepository } from '../pick-list/pick-list.repository.js';
import { PickListService } from '../pick-list/pick-list.service.js';
import { SlipsController } from '../pick-list/slips.controller.js';
import { SlipsService } from '../pick-list/slips.service.js';
import { ScansController } from '../scans/scans.controller.js';
import { ScansRepository } from '../scans/scans.repository.js';
import { ScansService } from '../scans/scans.service.js';
import { UnpaidStockJob } from '../figures/unpaid-stock.job.js';
import { OrderParts } from '../whole-order/order-parts.js';
import { WholeOrderService } from '../whole-order/whole-order.service.js';
import { Order } from '../../orders/order.entity.js';
import { OrderAssignment } from '../assignment/order-assignment.entity.js';
import { OrderReturn } from '../returns/order-return.entity.js';
import { OrderReturnItem } from '../returns/order-return-item.entity.js';

/** Orders as people see them: the whole order, search, pick list, who works on it, and figures. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Order, OrderAssignment, OrderReturn, OrderReturnItem, ReturnPlace]),
    BrandModule,
    AuditModule,
    CatalogModule,
    ClientsModule,
    MoneyModule,
    OrdersModule,
    IdentityModule,
    StockModule,
    TaxModule,
  ],
  controllers: [
    OrderCorrectionsController,
    OrderWorkController,
    PickListController,
    SlipsController,
    ScansController,
    WholeOrderController,
  ],
  providers: [
    OrderFiguresRepository,
    OrderFiguresService,
    OrderReturnsRepository,
    OrderSearchIndexRepository,
    OrderSearchJob,
    OrderSearchRepository,
    OrderParts,
    OrderWorkService,
    OrdersAdminRepository,
    OrdersAdminService,
    PaidOrdersService,
    PickListRepository,
    PickListService,
    ReturnPlaceService,
    SlipsService,
    ScansRepository,
    ScansService,
    UnpaidStockJob,
    WholeOrderService,
  ],
  exports: [
    OrderFiguresService,
    OrderParts,
    OrderReturnsRepository,
    OrdersAdminRepository,
    OrdersAdminService,
    PaidOrdersService,
    ReturnPlaceService,
    SlipsService,
    WholeOrderService,
  ],
})
export class OrderRecordsModule {}
