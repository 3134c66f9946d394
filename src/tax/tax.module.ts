import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsRepository } from './documents/documents.repository.js';
import { DocumentsService } from './documents/documents.service.js';
import { IssuingRepository } from './issuing/issuing.repository.js';
import { IssuingService } from './issuing/issuing.service.js';
import { UninvoicedController } from './issuing/uninvoiced.controller.js';
import { TaxGapsController } from './gaps/tax-gaps.controller.js';
import { TaxGapsService } from './gaps/tax-gaps.service.js';
import { TaxProfileController } from './profile/tax-profile.controller.js';
import { TaxProfilesService } from './profile/tax-profiles.service.js';
import { TaxRatesModule } from './rates/tax-rates.module.js';

/** Tax documents of shipments and refunds. */
@Module({
  imports: [AuditModule, CatalogModule, ClientsModule, TaxRatesModule],
  controllers: [TaxProfileController, DocumentsController, UninvoicedController, TaxGapsController],
  providers: [
    TaxProfilesService,
    TaxGapsService,
    DocumentsService,
    DocumentsRepository,
    IssuingService,
    IssuingRepository,
  ],
  exports: [DocumentsService, IssuingService, TaxGapsService, TaxProfilesService, TaxRatesModule],
})
export class TaxModule {}
