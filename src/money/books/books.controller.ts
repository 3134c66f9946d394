import { Body, Get, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { streamFile } from '../../platform/csv/csv-response.js';
import { sendTable, TABLE_TYPES } from '../../platform/table-export/table-file.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  Responds,
  ApiAdminFile,
  BODY_ERRORS,
  RespondsList,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { MonthReportQuery } from '../reports/day/day-report.dto.js';
import {
  bookNamesOf,
  ExportSumsDto,
  LedgerExportQuery,
  LedgerNameDto,
  namesOf,
  PutSalesVouchersDto,
  ReplaceLedgerNamesDto,
  SalesVouchersDto,
} from './books.dto.js';
import { JournalExportService, type JournalFormat } from './export/journal-export.service.js';
import { LedgerNamesService } from './ledger-names.service.js';
import { SalesVouchersService } from './sales-vouchers.service.js';

const FILES: Readonly<Record<JournalFormat, { name: string; extension: string; type: string }>> = {
  tally: { name: 'tally', extension: 'xml', type: 'application/xml' },
  seals: { name: 'sealed-journals', extension: 'jsonl', type: 'application/jsonl' },
};

@OperatorController('admin/ledger', 'Money')
export class BooksController {
  constructor(
    private readonly exports: JournalExportService,
    private readonly names: LedgerNamesService,
    private readonly salesVouchers: SalesVouchersService,
  ) {}

  @Get('export')
  @Access('money:read')
  @Operation(
    "Export a month's journals as a file",
    'Dates are those of India. Of the current month, it has the journals up to now.',
  )
  @ApiAdminFile(
    [...TABLE_TYPES, ...Object.values(FILES).map(({ type }) => type)],
    'validation_failed',
  )
  async exportJournals(
    @Query() { month, format }: LedgerExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    if (format !== 'tally' && format !== 'seals') {
      const table = await this.exports.table(month);
      await sendTable(response, { name: `journals-${month}`, format }, table);
      return;
    }
    const { name, extension, type } = FILES[format];
    const file = { name: `${name}-${month}.${extension}`, type };
    await streamFile(response, file, this.exports.export(month, format));
  }

  @Get('export/sums')
  @Access('money:read')
  @Operation("Show the sums of a month's journals by account")
  @Responds(200, ExportSumsDto, 'validation_failed')
  async getExportSums(@Query() { month }: MonthReportQuery) {
    return { month, ...(await this.exports.getSums(month)), names: await this.names.get() };
  }

  @Get('names')
  @Access('money:read')
  @Operation("List the names of accounts in the accountant's books")
  @RespondsList(LedgerNameDto)
  async listLedgerNames() {
    return bookNamesOf(await this.names.get());
  }

  @Put('names')
  @Access('money:write')
  @Operation(
    "Replace all names of accounts in the accountant's books",
    'Accounts that are not named get their default name. Exported files follow them.',
  )
  @RespondsList(LedgerNameDto, ...BODY_ERRORS)
  async replaceLedgerNames(@Body() body: ReplaceLedgerNamesDto) {
    return bookNamesOf(await this.names.replace(namesOf(body)));
  }

  @Get('sales-vouchers')
  @Access('money:read')
  @Operation('Read from which month on the file for Tally has vouchers of sales')
  @Responds(200, SalesVouchersDto)
  getSalesVouchers() {
    return this.salesVouchers.get();
  }

  @Put('sales-vouchers')
  @Access('money:write')
  @Operation(
    'Say from which month on the file for Tally has vouchers of sales',
    'Earlier months have journals for auditors. The file of a month has one form only, so that no sale is counted twice.',
  )
  @Responds(200, SalesVouchersDto, ...BODY_ERRORS)
  async putSalesVouchers(@Body() { from_month }: PutSalesVouchersDto) {
    await this.salesVouchers.put(from_month ?? null);
    return this.salesVouchers.get();
  }
}
