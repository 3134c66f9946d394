import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { criteriaOf } from '../../platform/http/response-dto/response-dto.js';
import { ApiAdminTable, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { ReceiptKind } from '../approvals/kinds/receipt.kind.js';
import { ReversalKind } from '../approvals/kinds/reversal.kind.js';
import { RespondsOrWaits } from '../../identity/approvals/waiting-answer.js';
import { ApiMoneyConflicts } from '../money-errors.js';
import {
  ReceiptDto,
  ReceiptsFileQuery,
  RecordedReceiptDto,
  ReceiptsQuery,
  RecordReceiptDto,
  ReverseReceiptDto,
  toNewReceipt,
} from './receipts.dto.js';
import { RECEIPT_COLUMNS } from './receipts-table.js';
import { ReceiptsService } from './receipts.service.js';
import { sendTable } from '../../platform/table-export/table-file.js';

@OperatorController('admin/receipts', 'Money')
export class ReceiptsController {
  constructor(
    private readonly receipts: ReceiptsService,
    private readonly entries: ReceiptKind,
    private readonly reversals: ReversalKind,
  ) {}

  @Post()
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Record money that came in; it may pay orders',
    'Repeating source and reference with the same client and amount answers 200 with the first receipt. What an ' +
      'operator records above the limit of receipts waits for another person (202), unless a stored bank line proves it.',
  )
  @RespondsOrWaits('recorded', RecordedReceiptDto, ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('payment_recorded', 'receipt_similar', 'reference_used')
  recordReceipt(@Body() body: RecordReceiptDto, @CurrentIdempotency() key: Idempotency) {
    return this.entries.record(toNewReceipt(body), key);
  }

  @Post(':id/reverse')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Reverse a receipt that was recorded by mistake, or whose money did not arrive',
    "Takes its amount from the client's wallet. What the wallet lacks becomes the client's debt, which the next money pays. " +
      'The orders that it paid stay paid, and its reference can be recorded again. A receipt that was reversed before stays as it is. ' +
      'A receipt is refused if any part of it was refunded to its source, or taken for a dispute. ' +
      "A reversal above an operator's limit waits for another person (202).",
  )
  @RespondsOrWaits(200, ReceiptDto, 'receipt_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('not_refundable')
  reverseReceipt(
    @Param('id', new PathIdPipe('receipt_not_found')) id: number,
    @Body() { reason }: ReverseReceiptDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.reversals.reverse(id, reason, key);
  }

  @Get()
  @Access('money:read')
  @Operation('Money that came in, the latest first')
  @RespondsPage(ReceiptDto)
  listReceipts(@Query() query: ReceiptsQuery) {
    return this.receipts.list(criteriaOf(query), toNewestFirst(query));
  }

  @Get('export')
  @Access('money:read')
  @Operation('The same receipts as a file, the latest first')
  @ApiAdminTable('validation_failed')
  async exportReceipts(
    @Query() query: ReceiptsFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.receipts.everyPage(criteriaOf(query));
    const file = { name: 'receipts', format: query.format };
    await sendTable(response, file, { columns: RECEIPT_COLUMNS, pages });
  }
}
