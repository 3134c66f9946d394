import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { StockModule } from '../../stock/stock.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { ProductsAdminController } from './products.admin.controller.js';
import { PricesAdminController } from './prices.admin.controller.js';
import { ProductAdministrationService } from './product-administration.service.js';
import { ProductVariationsService } from './product-variations.service.js';
import { ImportRulesService } from './import-export/import-rules.service.js';
import { ProductSearchRepository } from './product-search.repository.js';
import { ProductCostsController } from './costs/product-costs.controller.js';
import { ProductCostsService } from './costs/product-costs.service.js';
import { CatalogExportService } from './import-export/catalog-export.service.js';
import { FileImportsController } from './file-imports/file-imports.controller.js';
import { FileImportsJob, ForgottenImportsJob } from './file-imports/file-imports.job.js';
import { FileImportsRepository } from './file-imports/file-imports.repository.js';
import { FileImportsService } from './file-imports/file-imports.service.js';
import { SuppliersController } from './file-imports/suppliers.controller.js';
import { SuppliersService } from './file-imports/suppliers.service.js';
import { CatalogChangesRepository } from './import-export/catalog-changes.repository.js';
import { CatalogFileController } from './import-export/catalog-file.controller.js';
import { CatalogImportRepository } from './import-export/catalog-import.repository.js';
import { CatalogImportService } from './import-export/catalog-import.service.js';
import { CatalogImport } from './file-imports/catalog-import.entity.js';
import { CatalogImportPart } from './file-imports/catalog-import-part.entity.js';
import { ProductCost } from './costs/product-cost.entity.js';
import { Supplier } from './file-imports/supplier.entity.js';

/** The products of the wholesaler, as operators maintain them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CatalogImport, CatalogImportPart, ProductCost, Supplier]),
    AuditModule,
    PlansModule,
    CatalogModule,
    StockModule,
    OrdersModule,
    TaxModule,
  ],
  // The file first: its paths go before `:sku`.
  controllers: [
    CatalogFileController,
    FileImportsController,
    SuppliersController,
    ProductsAdminController,
    PricesAdminController,
    ProductCostsController,
  ],
  providers: [
    ProductAdministrationService,
    ProductSearchRepository,
    ProductVariationsService,
    CatalogExportService,
    CatalogImportService,
    CatalogImportRepository,
    ImportRulesService,
    CatalogChangesRepository,
    FileImportsService,
    FileImportsRepository,
    FileImportsJob,
    ForgottenImportsJob,
    SuppliersService,
    ProductCostsService,
  ],
  exports: [ProductAdministrationService, CatalogExportService, CatalogImportService],
})
export class ProductAdministrationModule {}
