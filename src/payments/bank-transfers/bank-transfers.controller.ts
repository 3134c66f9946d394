import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { LIMITS } from '../../platform/config/limits.js';
import { ForOperators } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminItems,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { CsvUpload, csvUploadErrors, withUploadedCsv } from '../../platform/csv/csv-upload.js';
import {
  ConfirmationDto,
  ConfirmTransfersDto,
  MatchStatementQuery,
  RejectTransferDto,
  StatementReportDto,
  toConfirmation,
  toStatementReport,
  toTransfer,
  toTransferFilter,
  TransferDto,
  TransfersQuery,
} from './bank-transfers.dto.js';
import { BankTransfersService } from './bank-transfers.service.js';
import { StatementMatchService } from './statement-match.service.js';

const FILE_EXAMPLES = {
  statement: {
    value: 'date,description,utr,credit\n2026-11-21,NEFT,HDFCN520261121001,"1,100.00"\n',
  },
};

@ForOperators()
@ApiTags('Money')
@Controller('admin/transfers')
export class BankTransfersController {
  constructor(
    private readonly transfers: BankTransfersService,
    private readonly statements: StatementMatchService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listTransfers',
    summary: 'List bank transfers that clients claimed, latest first',
  })
  @ApiAdminList(TransferDto)
  async list(@Query() query: TransfersQuery): Promise<AdminList<TransferDto>> {
    const page = toNewestFirst(query);
    return adminList(await this.transfers.list(toTransferFilter(query), page), toTransfer);
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'confirmTransfers',
    summary: 'Confirm that the money of transfers arrived',
    description:
      'Each becomes a receipt and pays the orders that its client named, in their order; the rest stays in the wallet. ' +
      'A transfer that was confirmed before is returned unchanged.',
  })
  @ApiAdminItems(ConfirmationDto, ...BODY_ERRORS)
  async confirm(@Body() { ids }: ConfirmTransfersDto): Promise<AdminAnswer<ConfirmationDto[]>> {
    return adminAnswer((await this.transfers.confirmAll(ids)).map(toConfirmation));
  }

  @Post(':id/reject')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rejectTransfer',
    summary: 'Reject a transfer whose money did not arrive',
    description: 'The client sees the reason and can claim the transfer again.',
  })
  @ApiAdmin(200, TransferDto, 'transfer_not_found', 'transfer_decided', ...BODY_ERRORS)
  async reject(
    @Param('id', new PathIdPipe('transfer_not_found')) id: number,
    @Body() { reason }: RejectTransferDto,
  ): Promise<AdminAnswer<TransferDto>> {
    return adminAnswer(toTransfer(await this.transfers.reject(id, reason)));
  }

  @Post('match')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'matchStatement',
    summary: 'Confirm the transfers of a bank statement, and report what did not match',
    description:
      'A CSV file as the bank exports it. One column has UTRs (`utr`, `Reference No`, `Ref No./Cheque No.`, …), another ' +
      'one amounts that came in (`amount`, `credit`, `deposit`, …); lines above these names and all other columns are ' +
      'ignored. Both UTR and amount have to be as claimed. The same file again changes nothing.',
  })
  @CsvUpload(FILE_EXAMPLES)
  @ApiAdmin(
    200,
    StatementReportDto,
    'validation_failed',
    { code: 'import_refused', message: 'No row of the file names the columns.' },
    ...csvUploadErrors(LIMITS.statementFileBytes),
  )
  async match(
    @Req() request: Request,
    @Query() { dry_run: dryRun }: MatchStatementQuery,
  ): Promise<AdminAnswer<StatementReportDto>> {
    const report = await withUploadedCsv(request, LIMITS.statementFileBytes, (file) =>
      this.statements.match(file(), { isDryRun: dryRun === 'true' }),
    );
    return adminAnswer(toStatementReport(report));
  }
}
