import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { BooksController } from './books.controller.js';
import { DayReportController } from '../reports/day/day-report.controller.js';
import { MonthClosingController } from './month-closing.controller.js';
import { MonthReportController } from '../reports/month/month-report.controller.js';
import { DayReportService } from '../reports/day/day-report.service.js';
import { JournalExportRepository } from './export/journal-export.repository.js';
import { JournalExportService } from './export/journal-export.service.js';
import { LedgerNamesRepository } from './ledger-names.repository.js';
import { LedgerNamesService } from './ledger-names.service.js';
import { MonthClosingService } from './month-closing.service.js';
import { MonthReportService } from '../reports/month/month-report.service.js';
import { ReceivedEarlierRepository } from './received-earlier.repository.js';
import { LedgerName } from './ledger-name.entity.js';
import { SalesVouchers } from './sales-vouchers.entity.js';
import { SalesVouchersService } from './sales-vouchers.service.js';

/** Journals for the accountant, closed months, and the figures of a day and a month. */
@Module({
  imports: [TypeOrmModule.forFeature([LedgerName, SalesVouchers]), AuditModule, LedgerModule],
  controllers: [
    BooksController,
    DayReportController,
    MonthClosingController,
    MonthReportController,
  ],
  providers: [
    DayReportService,
    JournalExportRepository,
    JournalExportService,
    LedgerNamesRepository,
    LedgerNamesService,
    MonthClosingService,
    MonthReportService,
    ReceivedEarlierRepository,
    SalesVouchersService,
  ],
  exports: [JournalExportService, LedgerNamesService, SalesVouchersService],
})
export class BooksModule {}
