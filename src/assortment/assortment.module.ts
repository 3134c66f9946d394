import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { StockModule } from '../stock/stock.module.js';
import { AssortmentController } from './assortment.controller.js';
import { AssortmentService } from './assortment.service.js';
import { CatalogExportService } from './catalog-export.service.js';
import { CatalogFileController } from './catalog-file.controller.js';
import { CatalogImportRepository } from './catalog-import.repository.js';
import { CatalogImportService } from './catalog-import.service.js';

/** The range of goods as operators keep it. */
@Module({
  imports: [AuditModule, PlansModule, CatalogModule, StockModule],
  // The file first: its paths go before `:sku`.
  controllers: [CatalogFileController, AssortmentController],
  providers: [
    AssortmentService,
    CatalogExportService,
    CatalogImportService,
    CatalogImportRepository,
  ],
  exports: [AssortmentService, CatalogExportService, CatalogImportService],
})
export class AssortmentModule {}
