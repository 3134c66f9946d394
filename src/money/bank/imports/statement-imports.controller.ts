import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IdempotentRequestsService } from '../../../platform/idempotency/idempotent-requests.service.js';
import { Idempotent } from '../../../platform/idempotency/idempotent.decorator.js';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../../platform/csv/csv-upload.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { adminAnswer } from '../../../platform/http/answers.js';
import { ApiAdmin } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { WaitingDto } from '../../../identity/approvals/waiting-answer.js';
import { StatementImportsService } from './statement-imports.service.js';
import {
  MatchStatementQuery,
  StatementReportDto,
  toChosenColumns,
  toDateAnswers,
} from './statement-report.dto.js';

const FILE_EXAMPLES = {
  statement: {
    value:
      'date,description,utr,credit,balance\n2026-11-21,NEFT,HDFCN520261121001,"1,100.00","51,100.00"\n',
  },
};

@OperatorController('admin/transfers', 'Money')
export class StatementImportsController {
  constructor(
    private readonly calls: IdempotentRequestsService,
    private readonly imports: StatementImportsService,
  ) {}

  @Post('match')
  @Access('money:write', { password: 'unless dry_run', tokens: true })
  @Idempotent('handler')
  @Operation(
    'Read a bank statement, confirm the transfers that it has, and report the rest',
    'Send the file as the bank exports it: CSV, text between tabs, or an Excel workbook. One column has dates. Money ' +
      'in and out is in two columns, or in one with `Dr/Cr`, `Type` or signs for the direction. Titles, totals and ' +
      'other columns are ignored. Each row is stored once, even if several files have it, and is then a line of ' +
      '`listBankLines`. A transfer is confirmed if exactly one claim has the UTR and the amount of a row, the row names ' +
      'no other client, is of a day at most 10 days from that of the transfer, and the balances of the file add up. `earlier_confirmed` has the transfers that lines of earlier ' +
      'files confirmed. A file that moves more than the limit `statement` waits for another person (202). The same ' +
      'file again changes nothing. A file with the number of another account is ' +
      'refused. So is a file that does not continue the last closing balance, unless `accept_gap` says that it belongs ' +
      'to this account.',
  )
  @CsvUpload(FILE_EXAMPLES, TABLE_FILES)
  @ApiAdmin(
    200,
    StatementReportDto,
    'validation_failed',
    'bank_account_not_found',
    'idempotency_mismatch',
    { code: 'import_refused', message: 'No column has the date.' },
    'date_order_unclear',
    'date_cells_unclear',
    ...csvUploadErrors(LIMITS.statementFileBytes, TABLE_FILES),
  )
  // Before the other one, so that the documents have its refusals.
  @ApiAdmin(202, WaitingDto)
  async matchStatement(
    @Req() request: Request,
    @Query() query: MatchStatementQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<unknown> {
    const { dry_run: dryRun, bank_account_id: bankAccountId, file_name: fileName } = query;
    return withUploadedCsv(
      request,
      LIMITS.statementFileBytes,
      async (path) => {
        const sha256 = createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
        const file = {
          path,
          sha256,
          bankAccountId: bankAccountId ?? null,
          fileName: fileName ?? null,
          acceptGap: query.accept_gap === 'true',
          dates: toDateAnswers(query),
          columns: toChosenColumns(query),
        };
        const call = { request, content: sha256, response };
        return this.calls.answerInParts(call, async () => {
          if (dryRun === 'true') {
            return adminAnswer(StatementReportDto.show(await this.imports.preview(file)));
          }
          const { outcome, approval } = await this.imports.import(file);
          if (approval === null) return adminAnswer(StatementReportDto.show(outcome));
          response.status(202);
          return adminAnswer(WaitingDto.show(approval));
        });
      },
      TABLE_FILES,
    );
  }
}
