import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StockModule } from '../stock/stock.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { OrderExpiryJob } from './order-expiry.job.js';
import { OrderLifeService } from './order-life.service.js';
import { OrderListService } from './order-list.service.js';
import { OrderStatusRepository } from './order-status.repository.js';
import { OrderStatusService } from './order-status.service.js';
import { OrdersAdminController } from './orders.admin.controller.js';
import { OrdersAdminRepository } from './orders.admin.repository.js';
import { OrdersAdminService } from './orders.admin.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersRepository } from './orders.repository.js';
import { OrdersService } from './orders.service.js';
import { PlacementLanes } from './placement-lanes.js';
import { PlacementRepository } from './placement.repository.js';
import { TestOrdersJob } from './test-orders.job.js';
import { TestOrdersRepository } from './test-orders.repository.js';
import { TestOrdersService } from './test-orders.service.js';

/** Placing orders and following them. */
@Module({
  imports: [AuditModule, AuthModule, CatalogModule, StockModule, WalletModule],
  controllers: [OrdersController, OrdersAdminController],
  providers: [
    OrdersService,
    OrderLifeService,
    OrdersAdminService,
    OrderExpiryJob,
    OrderStatusService,
    OrderListService,
    OrderStatusRepository,
    PlacementLanes,
    OrdersRepository,
    PlacementRepository,
    OrdersAdminRepository,
    TestOrdersService,
    TestOrdersRepository,
    TestOrdersJob,
  ],
  exports: [OrdersService, OrderLifeService],
})
export class OrdersModule {}
