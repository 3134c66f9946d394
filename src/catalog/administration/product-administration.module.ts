import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { CatalogModule } from '../catalog.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { StockModule } from '../../stock/stock.module.js';
import { ProductsAdminController } from './products.admin.controller.js';
import { PricesAdminController } from './prices.admin.controller.js';
import { ProductAdministrationService } from './product-administration.service.js';
import { CatalogExportService } from '../import-export/catalog-export.service.js';
import { CatalogFileController } from '../import-export/catalog-file.controller.js';
import { CatalogImportRepository } from '../import-export/catalog-import.repository.js';
import { CatalogImportService } from '../import-export/catalog-import.service.js';

/** The range of goods as operators keep it. */
@Module({
  imports: [AuditModule, PlansModule, CatalogModule, StockModule],
  // The file first: its paths go before `:sku`.
  controllers: [CatalogFileController, ProductsAdminController, PricesAdminController],
  providers: [
    ProductAdministrationService,
    CatalogExportService,
    CatalogImportService,
    CatalogImportRepository,
  ],
  exports: [ProductAdministrationService, CatalogExportService, CatalogImportService],
})
export class ProductAdministrationModule {}
