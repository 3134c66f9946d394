import { Module } from '@nestjs/common';
import { TaxDocumentsModule } from './documents/tax-documents.module.js';
import { TallyModule } from './tally/tally.module.js';
import { IndiaModule } from './india/india.module.js';

/** Tax: documents, rates, and the returns of India. */
@Module({
  imports: [TaxDocumentsModule, IndiaModule, TallyModule],
  exports: [TaxDocumentsModule, IndiaModule],
})
export class TaxModule {}
