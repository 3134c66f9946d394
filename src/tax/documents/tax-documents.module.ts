import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { TaxRatesModule } from '../rates/tax-rates.module.js';
import { TaxProfileController } from '../profile/tax-profile.controller.js';
import { PrintingController } from '../printing/printing.controller.js';
import { DocumentsController } from './documents.controller.js';
import { StoreDocumentsController } from '../printing/store-documents.controller.js';
import { UninvoicedController } from '../issuing/uninvoiced.controller.js';
import { TaxGapsController } from '../gaps/tax-gaps.controller.js';
import { DocumentNumbersJob } from './numbers/document-numbers.job.js';
import { DocumentsRepository } from './documents.repository.js';
import { DocumentsService } from './documents.service.js';
import { IssuingRepository } from '../issuing/issuing.repository.js';
import { IssuingService } from '../issuing/issuing.service.js';
import { PrintingRepository } from '../printing/printing.repository.js';
import { PrintingService } from '../printing/printing.service.js';
import { TaxGapsService } from '../gaps/tax-gaps.service.js';
import { TaxProfileSetting } from '../profile/tax-profile.setting.js';
import { TaxProfilesService } from '../profile/tax-profiles.service.js';
import { DocumentEvent } from './document-event.entity.js';
import { DocumentHold } from './numbers/document-hold.entity.js';
import { DocumentSeries } from './numbers/document-series.entity.js';
import { GstFiling } from '../india/gstr1/gst-filing.entity.js';
import { TaxDocument } from './tax-document.entity.js';
import { TaxProfile } from '../profile/tax-profile.entity.js';
import { UninvoicedShipment } from '../issuing/uninvoiced-shipment.entity.js';

/** Tax documents of shipments and refunds: profile, issuing, printing, and what is missing for them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      DocumentEvent,
      DocumentHold,
      DocumentSeries,
      GstFiling,
      TaxDocument,
      TaxProfile,
      UninvoicedShipment,
    ]),
    AuditModule,
    CatalogModule,
    ClientsModule,
    IdentityModule,
    TaxRatesModule,
  ],
  // `documents/pdf` comes before `documents/:id`.
  controllers: [
    TaxProfileController,
    PrintingController,
    DocumentsController,
    StoreDocumentsController,
    UninvoicedController,
    TaxGapsController,
  ],
  providers: [
    DocumentNumbersJob,
    DocumentsRepository,
    DocumentsService,
    IssuingRepository,
    IssuingService,
    PrintingRepository,
    PrintingService,
    TaxGapsService,
    TaxProfileSetting,
    TaxProfilesService,
  ],
  exports: [
    DocumentsService,
    IssuingService,
    PrintingService,
    TaxGapsService,
    TaxProfilesService,
    TaxRatesModule,
  ],
})
export class TaxDocumentsModule {}
