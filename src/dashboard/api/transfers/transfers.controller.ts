import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentClientId } from '../../../accounts/signed-in-user.js';
import { BankTransfersService } from '../../../payments/bank-transfers/bank-transfers.service.js';
import { paymentReferenceOf } from '../../../payments/bank-transfers/utr.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { ForUsers } from '../../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/openapi/admin-docs.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import { ApiDashboard, ApiDashboardList } from '../dashboard-docs.js';
import {
  BankAccountDto,
  ClaimTransferDto,
  OwnTransferDto,
  toClaim,
  toOwnTransfer,
  TransfersQuery,
} from './transfers.dto.js';

/** Money that the signed-in person's company sends by bank transfer. */
@ForUsers()
@ApiTags('Wallet')
@Controller('dashboard/api')
export class OwnTransfersController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly transfers: BankTransfersService,
  ) {}

  @Get('bank-account')
  @ApiOperation({
    operationId: 'getBankAccount',
    summary: 'Where to send bank transfers, and what to write into them',
  })
  @ApiDashboard(200, BankAccountDto)
  account(@CurrentClientId() clientId: number): AdminAnswer<BankAccountDto> {
    const { bankDetails: details } = this.settings;
    return adminAnswer({ details, payment_reference: paymentReferenceOf(clientId) });
  }

  @Get('wallet/transfers')
  @ApiOperation({
    operationId: 'listOwnTransfers',
    summary: 'Bank transfers that your company claimed, the latest first',
  })
  @ApiDashboardList(OwnTransferDto)
  async list(
    @CurrentClientId() clientId: number,
    @Query() query: TransfersQuery,
  ): Promise<AdminList<OwnTransferDto>> {
    return adminList(await this.transfers.list({ clientId }, toNewestFirst(query)), toOwnTransfer);
  }

  @Post('wallet/transfers')
  @ApiOperation({
    operationId: 'claimTransfer',
    summary: 'Tell that a bank transfer was made',
    description:
      'It is in the wallet once the wholesaler confirms it. The same UTR and amount again answers the first claim with 200.',
  })
  @ApiDashboard(201, OwnTransferDto, 'transfer_claimed', ...BODY_ERRORS)
  @ApiDashboard(200, OwnTransferDto)
  async claim(
    @CurrentClientId() clientId: number,
    @Body() body: ClaimTransferDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<OwnTransferDto>> {
    const { transfer, isReplay } = await this.transfers.claim(toClaim(clientId, body));
    response.status(isReplay ? 200 : 201);
    return adminAnswer(toOwnTransfer(transfer));
  }
}
