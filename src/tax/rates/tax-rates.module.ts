import { Module } from '@nestjs/common';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { TaxRatesService } from './tax-rates.service.js';

/** Tax rates of products. */
@Module({ imports: [CatalogModule], providers: [TaxRatesService], exports: [TaxRatesService] })
export class TaxRatesModule {}
