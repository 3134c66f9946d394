import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { CatalogController } from './catalog.controller.js';
import { CatalogReadModel } from './catalog.read-model.js';
import { CatalogRepository } from './catalog.repository.js';
import { CatalogService } from './catalog.service.js';
import { ChangeFeed } from './change-feed.js';
import { ChangesController } from './changes.controller.js';
import { PricesController } from './prices.controller.js';

/** Products, and what they cost on each plan. */
@Module({
  imports: [AuditModule, PlansModule],
  controllers: [CatalogController, ChangesController, PricesController],
  providers: [CatalogService, CatalogRepository, CatalogReadModel, ChangeFeed],
  exports: [CatalogService],
})
export class CatalogModule {}
