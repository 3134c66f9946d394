import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { streamFile } from '../../../platform/csv/csv-response.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../../platform/csv/csv-upload.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import {
  ApiAdminFile,
  BODY_ERRORS,
  RespondsList,
  RespondsPage,
} from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { EInvoiceOutcomeDto, EInvoiceResultsDto, WaitingEInvoiceDto } from './e-invoices.dto.js';
import { EInvoicesService } from './e-invoices.service.js';
import { RESULT_COLUMNS } from './e-invoice-result.js';

const JSON_TYPE = 'application/json';
const FILE_BYTES_MAX = 16 * 1024 * 1024;
const FILE_EXAMPLES = {
  results: {
    value: `${RESULT_COLUMNS.join(',')}\nWS-2627-000001,27AAPFU0939F1ZV,5f0c…,112610012345678,2026-11-21 10:15:00,eyJhbGciOi…\n`,
  },
};

/** Registering invoices and credit notes with the tax office. */
@OperatorController('admin/e-invoices', 'Tax')
export class EInvoicesController {
  constructor(private readonly eInvoices: EInvoicesService) {}

  @Get()
  @Access('documents:read')
  @Operation('List the documents that wait for their registration, the oldest first')
  @RespondsPage(WaitingEInvoiceDto, 'tax_profile_missing', 'e_invoices_off')
  listUnregisteredDocuments(@Query() query: PageQuery) {
    return this.eInvoices.listWaiting(toPageRequest(query));
  }

  @Get('file')
  @Access('documents:read')
  @Operation(
    'Download the file for the portal that registers invoices (INV-01)',
    'The file has all waiting documents that have no problems.',
  )
  @ApiAdminFile([JSON_TYPE], 'tax_profile_missing', 'e_invoices_off')
  async exportUnregisteredDocuments(@Res() response: Response): Promise<void> {
    const file = { name: 'e-invoices.json', type: JSON_TYPE };
    await streamFile(response, file, this.eInvoices.file());
  }

  @Post('results')
  @Access('tax:write')
  @Operation(
    "Store the portal's results; results at fault are refused, the others apply",
    'The same result again changes nothing. Another result for a document that has one is refused.',
  )
  @RespondsList(EInvoiceOutcomeDto, 'tax_profile_missing', 'e_invoices_off', ...BODY_ERRORS)
  storeRegistrations(@Body() { results }: EInvoiceResultsDto) {
    return this.eInvoices.takeAll(results);
  }

  @Post('results/file')
  @Access('tax:write')
  @Operation(
    "Store the portal's results from a CSV file or an Excel workbook",
    `The first row names the columns ${RESULT_COLUMNS.join(', ')}, in any order; others are ignored.`,
  )
  @CsvUpload(FILE_EXAMPLES, TABLE_FILES)
  @RespondsList(
    EInvoiceOutcomeDto,
    'tax_profile_missing',
    'e_invoices_off',
    ...csvUploadErrors(FILE_BYTES_MAX, TABLE_FILES),
  )
  importRegistrations(@Req() request: Request) {
    return withUploadedCsv(
      request,
      FILE_BYTES_MAX,
      (file) => this.eInvoices.takeFile(file),
      TABLE_FILES,
    );
  }
}
