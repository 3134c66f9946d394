import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsRepository } from './documents/documents.repository.js';
import { DocumentsService } from './documents/documents.service.js';
import { IssuingRepository } from './issuing/issuing.repository.js';
import { IssuingService } from './issuing/issuing.service.js';
import { UninvoicedController } from './issuing/uninvoiced.controller.js';
import { PrintingController } from './printing/printing.controller.js';
import { PrintingRepository } from './printing/printing.repository.js';
import { PrintingService } from './printing/printing.service.js';
import { StoreDocumentsController } from './printing/store-documents.controller.js';
import { TaxProfileController } from './profile/tax-profile.controller.js';
import { TaxProfilesService } from './profile/tax-profiles.service.js';
import { TaxRatesModule } from './rates/tax-rates.module.js';

/** Tax documents of shipments and refunds. */
@Module({
  imports: [AuditModule, ClientsModule, TaxRatesModule],
  // `documents/pdf` comes before `documents/:id`.
  controllers: [
    TaxProfileController,
    PrintingController,
    DocumentsController,
    StoreDocumentsController,
    UninvoicedController,
  ],
  providers: [
    TaxProfilesService,
    DocumentsService,
    DocumentsRepository,
    IssuingService,
    IssuingRepository,
    PrintingRepository,
    PrintingService,
  ],
  exports: [DocumentsService, IssuingService, PrintingService, TaxProfilesService, TaxRatesModule],
})
export class TaxModule {}
