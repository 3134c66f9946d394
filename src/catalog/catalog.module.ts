import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { CatalogController } from './catalog.controller.js';
import { CatalogCache } from './cache/catalog-cache.js';
import { CatalogRepository } from './catalog.repository.js';
import { CatalogService } from './catalog.service.js';
import { ChangeFeed } from './changes/change-feed.js';
import { ChangesController } from './changes/changes.controller.js';
import { DiscountPreviewController } from './price-lists/discount-preview.controller.js';
import { PlanPrice } from './plan-price.entity.js';
import { PriceListPrice } from './price-lists/price-list-price.entity.js';
import { PriceList } from './price-lists/price-list.entity.js';
import { PriceListsAdminController } from './price-lists/price-lists.admin.controller.js';
import { PriceListsRepository } from './price-lists/price-lists.repository.js';
import { PriceListsService } from './price-lists/price-lists.service.js';
import { Product } from './product.entity.js';
import { ScheduledPrice } from './scheduled-prices/scheduled-price.entity.js';
import { ScheduledPricesJob } from './scheduled-prices/scheduled-prices.job.js';
import { ScheduledPricesRepository } from './scheduled-prices/scheduled-prices.repository.js';
import { ScheduledPricesService } from './scheduled-prices/scheduled-prices.service.js';

/** Products, and their prices on each plan. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PlanPrice, PriceList, PriceListPrice, Product, ScheduledPrice]),
    AuditModule,
    AuthModule,
    PlansModule,
  ],
  controllers: [
    CatalogController,
    ChangesController,
    PriceListsAdminController,
    DiscountPreviewController,
  ],
  providers: [
    CatalogService,
    CatalogRepository,
    CatalogCache,
    ChangeFeed,
    ScheduledPricesService,
    ScheduledPricesRepository,
    ScheduledPricesJob,
    PriceListsService,
    PriceListsRepository,
  ],
  exports: [CatalogService, ScheduledPricesService],
})
export class CatalogModule {}
