import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { streamCsv } from '../../platform/csv/csv-response.js';
import { ForOperators } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminCsv,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { ApiMoneyConflicts } from '../money-errors.js';
import {
  ReceiptDto,
  ReceiptFilterQuery,
  RecordedReceiptDto,
  ReceiptsQuery,
  RecordReceiptDto,
  ReverseReceiptDto,
  toNewReceipt,
  toReceipt,
  toReceiptFilter,
  toRecordedReceipt,
} from './receipts.dto.js';
import { receiptsCsv } from './receipts-csv.js';
import { ReceiptsService } from './receipts.service.js';

@ForOperators()
@ApiTags('Money')
@Controller('admin/receipts')
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Post()
  @ApiOperation({
    operationId: 'recordReceipt',
    summary: 'Record money that came in; it may pay orders',
    description:
      'The same source and reference again, with the same client and amount, answers the first receipt with 200.',
  })
  @ApiAdmin(201, RecordedReceiptDto, ...BODY_ERRORS)
  @ApiMoneyConflicts('payment_recorded')
  @ApiAdmin(200, RecordedReceiptDto)
  async record(
    @Body() body: RecordReceiptDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<RecordedReceiptDto>> {
    const { receipt, isReplay } = await this.receipts.record(toNewReceipt(body));
    response.status(isReplay ? 200 : 201);
    return adminAnswer(toRecordedReceipt(receipt));
  }

  @Post(':id/reverse')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'reverseReceipt',
    summary: 'Reverse a receipt that was recorded by mistake, or whose money did not come',
    description:
      "Takes its amount from the client's wallet; the orders that it paid stay paid. Its reference can be recorded " +
      'again. A receipt that was reversed before stays as it is.',
  })
  @ApiAdmin(200, ReceiptDto, 'receipt_not_found', ...BODY_ERRORS)
  @ApiMoneyConflicts('insufficient_balance')
  async reverse(
    @Param('id', new PathIdPipe('receipt_not_found')) id: number,
    @Body() { reason }: ReverseReceiptDto,
  ): Promise<AdminAnswer<ReceiptDto>> {
    return adminAnswer(toReceipt(await this.receipts.reverse(id, reason)));
  }

  @Get()
  @ApiOperation({ operationId: 'listReceipts', summary: 'Money that came in, the latest first' })
  @ApiAdminList(ReceiptDto)
  async list(@Query() query: ReceiptsQuery): Promise<AdminList<ReceiptDto>> {
    const page = toNewestFirst(query);
    return adminList(await this.receipts.list(toReceiptFilter(query), page), toReceipt);
  }

  @Get('export')
  @ApiOperation({
    operationId: 'exportReceipts',
    summary: 'The same receipts as a CSV file, the latest first',
  })
  @ApiAdminCsv('validation_failed')
  async export(@Query() query: ReceiptFilterQuery, @Res() response: Response): Promise<void> {
    const pages = this.receipts.everyPage(toReceiptFilter(query));
    await streamCsv(response, 'receipts.csv', receiptsCsv(pages));
  }
}
