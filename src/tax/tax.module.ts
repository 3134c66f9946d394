import { Module } from '@nestjs/common';
import { AuditModule } from '../platform/audit/audit.module.js';
import { BrandModule } from '../people/brand/brand.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { DocumentNumbersJob } from './documents/document-numbers.job.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsRepository } from './documents/documents.repository.js';
import { DocumentsService } from './documents/documents.service.js';
import { TaxGapsController } from './gaps/tax-gaps.controller.js';
import { TaxGapsService } from './gaps/tax-gaps.service.js';
import { EInvoicesController } from './india/e-invoice/e-invoices.controller.js';
import { EInvoicesRepository } from './india/e-invoice/e-invoices.repository.js';
import { EInvoicesService } from './india/e-invoice/e-invoices.service.js';
import { EWayBillsController } from './india/e-way-bill/e-way-bills.controller.js';
import { EWayBillsRepository } from './india/e-way-bill/e-way-bills.repository.js';
import { EWayBillsService } from './india/e-way-bill/e-way-bills.service.js';
import { GstFilingsRepository } from './india/gstr1/gst-filings.repository.js';
import { Gstr1Controller } from './india/gstr1/gstr1.controller.js';
import { Gstr1Service } from './india/gstr1/gstr1.service.js';
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
  imports: [AuditModule, BrandModule, CatalogModule, ClientsModule, TaxRatesModule],
  // `documents/pdf` comes before `documents/:id`.
  controllers: [
    TaxProfileController,
    PrintingController,
    DocumentsController,
    StoreDocumentsController,
    UninvoicedController,
    TaxGapsController,
    Gstr1Controller,
    EInvoicesController,
    EWayBillsController,
  ],
  providers: [
    TaxProfilesService,
    TaxGapsService,
    DocumentsService,
    DocumentsRepository,
    DocumentNumbersJob,
    IssuingService,
    IssuingRepository,
    PrintingRepository,
    PrintingService,
    Gstr1Service,
    GstFilingsRepository,
    EInvoicesService,
    EInvoicesRepository,
    EWayBillsService,
    EWayBillsRepository,
  ],
  exports: [
    ...[DocumentsService, IssuingService, PrintingService],
    ...[TaxGapsService, TaxProfilesService, TaxRatesModule],
  ],
})
export class TaxModule {}
