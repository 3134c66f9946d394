import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../platform/audit/audit.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StockCountRepository } from './count-sheet/stock-count.repository.js';
import { StockCountService } from './count-sheet/stock-count.service.js';
import { StockOverviewController } from './overview/stock-overview.controller.js';
import { StockOverviewRepository } from './overview/stock-overview.repository.js';
import { StockOverviewService } from './overview/stock-overview.service.js';
import { StockAdminController } from './stock.admin.controller.js';
import { StockController } from './stock.controller.js';
import { StockListController } from './stock-list.controller.js';
import { StockImportService } from './stock-import.service.js';
import { StockLevel } from './stock-level.entity.js';
import { StockMovement } from './stock-movement.entity.js';
import { StockRepository } from './stock.repository.js';
import { StockService } from './stock.service.js';

/** Stock levels and stock movements. */
@Module({
  imports: [TypeOrmModule.forFeature([StockLevel, StockMovement]), AuditModule, CatalogModule],
  controllers: [
    StockController,
    StockListController,
    StockAdminController,
    StockOverviewController,
  ],
  providers: [
    StockService,
    StockImportService,
    StockRepository,
    StockOverviewService,
    StockOverviewRepository,
    StockCountService,
    StockCountRepository,
  ],
  exports: [StockService, StockImportService],
})
export class StockModule {}
