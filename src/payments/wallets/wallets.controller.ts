import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ForOperators } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { PageQuery, toNewestFirst } from '../../platform/http/page.js';
import { PathIdPipe } from '../../platform/http/path-key.pipe.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { ApiMoneyConflicts } from '../money-errors.js';
import { PayoutDto, RecordPayoutDto, toWalletEntry, WalletEntryDto } from './wallets.dto.js';
import { WalletsService } from './wallets.service.js';

const clientId = new PathIdPipe('client_not_found');

@ForOperators()
@ApiTags('Money')
@Controller('admin/clients/:id/wallet')
export class WalletsController {
  constructor(private readonly wallets: WalletsService) {}

  @Get('entries')
  @ApiOperation({
    operationId: 'listWalletEntries',
    summary: "The statement of a client's wallet, the latest entry first",
  })
  @ApiAdminList(WalletEntryDto, 'client_not_found')
  async entries(
    @Param('id', clientId) id: number,
    @Query() query: PageQuery,
  ): Promise<AdminList<WalletEntryDto>> {
    return adminList(await this.wallets.listEntries(id, toNewestFirst(query)), toWalletEntry);
  }

  @Post('payouts')
  @ApiOperation({
    operationId: 'recordPayout',
    summary: 'Record money of the wallet that was paid out to the client',
    description:
      'The same reference again, with the same client and amount, answers the first payout with 200.',
  })
  @ApiAdmin(201, PayoutDto, 'client_not_found', ...BODY_ERRORS)
  @ApiAdmin(200, PayoutDto)
  @ApiMoneyConflicts('insufficient_balance', 'payout_recorded')
  async payOut(
    @Param('id', clientId) id: number,
    @Body() { amount, reference, note }: RecordPayoutDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<PayoutDto>> {
    const payout = { clientId: id, amountMinor: toMinorUnits(amount), reference };
    const recorded = await this.wallets.payOut({ ...payout, note: note ?? null });
    response.status(recorded.isReplay ? 200 : 201);
    return adminAnswer({
      id: recorded.id,
      reference,
      amount,
      wallet_balance: toMajorUnits(recorded.balanceMinor),
    });
  }
}
