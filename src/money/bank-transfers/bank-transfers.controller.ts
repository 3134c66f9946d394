import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { CallKey, type MoneyKey } from '../../platform/keyed-calls/money-key.js';
import { MONEY_BODY_ERRORS, MovesMoney } from '../../platform/keyed-calls/moves-money.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminItems, ApiAdminList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  ConfirmationDto,
  ConfirmTransfersDto,
  RejectTransferDto,
  toConfirmation,
  toTransfer,
  toTransferFilter,
  TransferDto,
  TransfersQuery,
} from './bank-transfers.dto.js';
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
  @ApiAdminList(TransferDto)
  async listTransfers(@Query() query: TransfersQuery): Promise<AdminList<TransferDto>> {
    const page = toNewestFirst(query);
    return adminList(await this.transfers.list(toTransferFilter(query), page), toTransfer);
  }

  @Post('confirm')
  @Access('money:write', { password: true, tokens: true })
  @MovesMoney('several transactions')
  @Operation(
    'Confirm that the money of transfers arrived',
    'Each becomes a receipt and pays the orders that its client named, in their order; the rest stays in the wallet. ' +
      'A transfer that was confirmed before is returned unchanged. What an operator confirms above the limit of receipts ' +
      'waits for another person, unless a stored bank line proves it.',
  )
  @ApiAdminItems(ConfirmationDto, ...MONEY_BODY_ERRORS)
  async confirmTransfers(
    @Body() { ids }: ConfirmTransfersDto,
  ): Promise<AdminAnswer<ConfirmationDto[]>> {
    return adminAnswer((await this.confirmations.confirmAll(ids)).map(toConfirmation));
  }

  @Post(':id/reject')
  // No password: a claim is no money.
  @Access('money:write')
  @MovesMoney()
  @Operation(
    'Reject a transfer whose money did not arrive',
    'The client sees the reason and can claim the transfer again.',
  )
  @ApiAdmin(200, TransferDto, 'transfer_not_found', 'transfer_decided', ...MONEY_BODY_ERRORS)
  async rejectTransfer(
    @Param('id', new PathIdPipe('transfer_not_found')) id: number,
    @Body() { reason }: RejectTransferDto,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<TransferDto>> {
    return adminAnswer(toTransfer(await this.transfers.reject(id, reason, key)));
  }
}
