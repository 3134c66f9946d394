import { Body, Get, Post, Query } from '@nestjs/common';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { BankAccountsService } from '../../../money/bank/accounts/bank-accounts.service.js';
import { BankTransfersService } from '../../../money/bank-transfers/bank-transfers.service.js';
import { paymentReferenceOf } from '../../../money/bank-transfers/utr.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import { Responds, RespondsPage } from '../dashboard-docs.js';
import {
  BankAccountDto,
  ClaimTransferDto,
  OwnTransferDto,
  toClaim,
  TransfersQuery,
} from './transfers.dto.js';

/** Money that the signed-in person's company sends by bank transfer. */
@UserController('dashboard/api', 'Wallet')
export class OwnTransfersController {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly transfers: BankTransfersService,
  ) {}

  @Get('bank-account')
  @Access('own-wallet:read')
  @Operation('Where to send bank transfers, and what to write into them')
  @Responds(200, BankAccountDto)
  async getBankAccount(@CurrentClientId() clientId: number) {
    return {
      ...(await this.accounts.getPrinted()),
      paymentReference: paymentReferenceOf(clientId),
    };
  }

  @Get('wallet/transfers')
  @Access('own-wallet:read')
  @Operation('Bank transfers that your company claimed, the latest first')
  @RespondsPage(OwnTransferDto)
  listOwnTransfers(@CurrentClientId() clientId: number, @Query() query: TransfersQuery) {
    return this.transfers.list({ clientId }, toNewestFirst(query));
  }

  @Post('wallet/transfers')
  // No password: a claim is no money until the wholesaler confirms it.
  @Access('own-wallet:pay')
  @Idempotent()
  @Operation(
    'Report that a bank transfer was made',
    'It is in the wallet once the wholesaler confirms it. The same UTR and amount again, for no further orders, answers the first claim with 200.',
  )
  @Responds('recorded', OwnTransferDto, 'transfer_claimed', ...MONEY_BODY_ERRORS)
  claimTransfer(
    @CurrentClientId() clientId: number,
    @Body() body: ClaimTransferDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.transfers.claim(toClaim(clientId, body), key);
  }
}
