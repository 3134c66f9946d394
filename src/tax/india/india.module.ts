import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { TaxDocumentsModule } from '../documents/tax-documents.module.js';
import { Gstr1Controller } from './gstr1/gstr1.controller.js';
import { EInvoicesController } from './e-invoice/e-invoices.controller.js';
import { EWayBillsController } from './e-way-bill/e-way-bills.controller.js';
import { EInvoicesRepository } from './e-invoice/e-invoices.repository.js';
import { EInvoicesService } from './e-invoice/e-invoices.service.js';
import { EWayBillsRepository } from './e-way-bill/e-way-bills.repository.js';
import { EWayBillsService } from './e-way-bill/e-way-bills.service.js';
import { GstFilingsRepository } from './gstr1/gst-filings.repository.js';
import { Gstr1Service } from './gstr1/gstr1.service.js';
import { GstFiling } from './gstr1/gst-filing.entity.js';
import { EInvoiceQueueItem } from './e-invoice/e-invoice-queue.entity.js';
import { TaxDocument } from '../documents/tax-document.entity.js';

/** The returns and portals of India: GSTR-1, e-invoices and e-way bills. */
@Module({
  imports: [
    TypeOrmModule.forFeature([EInvoiceQueueItem, GstFiling, TaxDocument]),
    AuditModule,
    TaxDocumentsModule,
  ],
  controllers: [Gstr1Controller, EInvoicesController, EWayBillsController],
  providers: [
    EInvoicesRepository,
    EInvoicesService,
    EWayBillsRepository,
    EWayBillsService,
    GstFilingsRepository,
    Gstr1Service,
  ],
  exports: [EWayBillsService, Gstr1Service],
})
export class IndiaModule {}
