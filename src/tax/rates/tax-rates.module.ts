import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { TaxRatesController } from './tax-rates.controller.js';
import { TaxRatesRepository } from './tax-rates.repository.js';
import { TaxRatesService } from './tax-rates.service.js';
import { AllowedTaxRates } from './allowed-tax-rates.entity.js';
import { HsnRate } from './hsn-rate.entity.js';

/** Tax rates of products. */
@Module({
  imports: [TypeOrmModule.forFeature([AllowedTaxRates, HsnRate]), AuditModule, CatalogModule],
  controllers: [TaxRatesController],
  providers: [TaxRatesService, TaxRatesRepository],
  exports: [TaxRatesService],
})
export class TaxRatesModule {}
