import { Body, Get, Param, Post, Query } from '@nestjs/common';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { criteriaOf } from '../../platform/http/response-dto/response-dto.js';
import { Responds, RespondsList, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  ConfirmationDto,
  ConfirmTransfersDto,
  RejectTransferDto,
  TransferDto,
  TransfersQuery,
} from './bank-transfers.dto.js';
import { toAnswer } from '../bank/lines/similar-money.dto.js';
import { TransferKind } from '../approvals/kinds/transfer.kind.js';
import { BankTransfersService } from './bank-transfers.service.js';

@OperatorController('admin/transfers', 'Money')
export class BankTransfersController {
  constructor(
    private readonly transfers: BankTransfersService,
    private readonly confirmations: TransferKind,
  ) {}

  @Get()
  @Access('money:read')
  @Operation('List bank transfers that clients claimed, latest first')
  @RespondsPage(TransferDto)
  listTransfers(@Query() query: TransfersQuery) {
    return this.transfers.listShown(criteriaOf(query), toNewestFirst(query));
  }

  @Post('confirm')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent('several transactions')
  @Operation(
    'Confirm that the money of transfers arrived',
    'Each becomes a receipt and pays the orders that its client named, in their order; the rest stays in the wallet. ' +
      'A transfer that was confirmed before is returned unchanged. What an operator confirms above the limit of receipts ' +
      'waits for another person, unless a stored bank line proves it.',
  )
  @RespondsList(ConfirmationDto, ...MONEY_BODY_ERRORS)
  confirmTransfers(@Body() body: ConfirmTransfersDto) {
    return this.confirmations.confirmAll(body.ids, toAnswer(body));
  }

  @Post(':id/reject')
  // No password: a claim is no money.
  @Access('money:write')
  @Idempotent()
  @Operation(
    'Reject a transfer whose money did not arrive',
    'The client sees the reason and can claim the transfer again.',
  )
  @Responds(200, TransferDto, 'transfer_not_found', 'transfer_decided', ...MONEY_BODY_ERRORS)
  rejectTransfer(
    @Param('id', new PathIdPipe('transfer_not_found')) id: number,
    @Body() { reason }: RejectTransferDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.transfers.reject(id, reason, key);
  }
}
