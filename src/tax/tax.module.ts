import { Module } from '@nestjs/common';
import { TaxDocumentsModule } from './documents/tax-documents.module.js';
import { IndiaModule } from './india/india.module.js';

/** Tax: documents, rates, and the returns of India. */
@Module({ imports: [TaxDocumentsModule, IndiaModule], exports: [TaxDocumentsModule] })
export class TaxModule {}
