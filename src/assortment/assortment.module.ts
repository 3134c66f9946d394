import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module.js';
import { StockModule } from '../stock/stock.module.js';
import { AssortmentController } from './assortment.controller.js';
import { AssortmentService } from './assortment.service.js';

/** The range of goods as operators keep it. */
@Module({
  imports: [CatalogModule, StockModule],
  controllers: [AssortmentController],
  providers: [AssortmentService],
  exports: [AssortmentService],
})
export class AssortmentModule {}
