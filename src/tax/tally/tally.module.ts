import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module.js';
import { BankModule } from '../../money/bank/bank.module.js';
import { BooksModule } from '../../money/books/books.module.js';
import { LedgerModule } from '../../money/ledger/ledger.module.js';
import { TaxDocumentsModule } from '../documents/tax-documents.module.js';
import { IndiaModule } from '../india/india.module.js';
import { LedgersService } from './ledgers.service.js';
import { TallyController } from './tally.controller.js';
import { TallyMonthService } from './tally-month.service.js';
import { TallyService } from './tally.service.js';

/** Books of sales for Tally. */
@Module({
  imports: [BankModule, BooksModule, ClientsModule, IndiaModule, LedgerModule, TaxDocumentsModule],
  controllers: [TallyController],
  providers: [LedgersService, TallyMonthService, TallyService],
})
export class TallyModule {}
