import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { PublicUrl } from '../platform/http/public-url.js';
import { PlansModule } from '../plans/plans.module.js';
import { CatalogController } from './catalog.controller.js';
import { CatalogCache } from './cache/catalog-cache.js';
import { CatalogRepository } from './catalog.repository.js';
import { CatalogService } from './catalog.service.js';
import { ChangeFeed } from './changes/change-feed.js';
import { ChangesController } from './changes/changes.controller.js';
import { DiscountPreviewController } from './price-lists/discount-preview.controller.js';
import { PlanPrice } from './plan-price.entity.js';
import { servePhotosAt } from './photos/photo-address.js';
import { Photo } from './photos/photo.entity.js';
import { PhotosAdminController } from './photos/photos.admin.controller.js';
import { PhotosController } from './photos/photos.controller.js';
import { PhotosJob } from './photos/photos.job.js';
import { PhotosRepository } from './photos/photos.repository.js';
import { PhotosService } from './photos/photos.service.js';
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
    TypeOrmModule.forFeature([
      Photo,
      PlanPrice,
      PriceList,
      PriceListPrice,
      Product,
      ScheduledPrice,
    ]),
    AuditModule,
    AuthModule,
    PlansModule,
  ],
  controllers: [
    CatalogController,
    ChangesController,
    PriceListsAdminController,
    DiscountPreviewController,
    PhotosController,
    PhotosAdminController,
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
    PhotosService,
    PhotosRepository,
    PhotosJob,
  ],
  exports: [CatalogService, PhotosService, ScheduledPricesService],
})
export class CatalogModule {
  constructor(publicUrl: PublicUrl) {
    servePhotosAt(publicUrl);
  }
}
