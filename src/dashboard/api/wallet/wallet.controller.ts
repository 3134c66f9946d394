import { Body, Controller, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentClientId } from '../../../accounts/signed-in-user.js';
import { AutoPayService } from '../../../payments/auto-pay/auto-pay.service.js';
import { WalletStatementService } from '../../../payments/wallets/wallet-statement.service.js';
import { sendCsv } from '../../../platform/csv/csv-response.js';
import { ForUsers } from '../../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/openapi/admin-docs.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import { ApiDashboard, ApiDashboardCsv, ApiDashboardList } from '../dashboard-docs.js';
import {
  OwnAutoPayDto,
  OwnWalletDto,
  PutOwnAutoPayDto,
  StatementDto,
  StatementQuery,
  toAutoPaySettings,
  toAutoPay,
  toStatement,
  toWallet,
  toWalletEntry,
  WalletEntriesQuery,
  WalletEntryDto,
} from './wallet.dto.js';
import { WalletService } from './wallet.service.js';

/** The wallet of the signed-in person's company. */
@ForUsers()
@ApiTags('Wallet')
@Controller('dashboard/api')
export class WalletController {
  constructor(
    private readonly wallet: WalletService,
    private readonly statements: WalletStatementService,
    private readonly autoPay: AutoPayService,
  ) {}

  @Get('wallet')
  @ApiOperation({ operationId: 'getOwnWallet', summary: 'The balance of the wallet' })
  @ApiDashboard(200, OwnWalletDto)
  async balance(@CurrentClientId() clientId: number): Promise<AdminAnswer<OwnWalletDto>> {
    const balanceMinor = await this.wallet.getBalance(clientId);
    return adminAnswer(toWallet(balanceMinor, this.wallet.currency));
  }

  @Get('wallet/entries')
  @ApiOperation({
    operationId: 'listOwnWalletEntries',
    summary: 'What changed the wallet, the latest entry first',
  })
  @ApiDashboardList(WalletEntryDto)
  async entries(
    @CurrentClientId() clientId: number,
    @Query() query: WalletEntriesQuery,
  ): Promise<AdminList<WalletEntryDto>> {
    const page = toNewestFirst(query);
    const found = await this.statements.listEntries(clientId, query.month ?? null, page);
    return adminList(found, toWalletEntry);
  }

  @Get('wallet/statement')
  @ApiOperation({
    operationId: 'getOwnStatement',
    summary: 'Opening and closing balance of a month, and what came and went in it',
  })
  @ApiDashboard(200, StatementDto, 'validation_failed')
  async statement(
    @CurrentClientId() clientId: number,
    @Query() { month }: StatementQuery,
  ): Promise<AdminAnswer<StatementDto>> {
    return adminAnswer(toStatement(month, await this.statements.getSums(clientId, month)));
  }

  @Get('wallet/statement/export')
  @ApiOperation({
    operationId: 'exportOwnStatement',
    summary: 'The statement of a month as a CSV file, oldest entry first',
  })
  @ApiDashboardCsv('validation_failed')
  async export(
    @CurrentClientId() clientId: number,
    @Query() { month }: StatementQuery,
    @Res() response: Response,
  ): Promise<void> {
    const text = await this.statements.exportMonth(clientId, month);
    sendCsv(response, `wallet-${month}.csv`, text);
  }

  @Get('auto-pay')
  @ApiOperation({
    operationId: 'getOwnAutoPay',
    summary: 'Whether orders are paid from the wallet automatically',
  })
  @ApiDashboard(200, OwnAutoPayDto)
  async autoPaySettings(@CurrentClientId() clientId: number): Promise<AdminAnswer<OwnAutoPayDto>> {
    return adminAnswer(toAutoPay(await this.autoPay.getSettings(clientId)));
  }

  @Put('auto-pay')
  @ApiOperation({
    operationId: 'putOwnAutoPay',
    summary: 'Pay orders from the wallet automatically, or stop it',
    description:
      'Oldest first, within five seconds of an order or of new money. While the wallet does not cover the oldest ' +
      'order within the cap, younger ones wait as well.',
  })
  @ApiDashboard(200, OwnAutoPayDto, ...BODY_ERRORS)
  async putAutoPay(
    @CurrentClientId() clientId: number,
    @Body() body: PutOwnAutoPayDto,
  ): Promise<AdminAnswer<OwnAutoPayDto>> {
    const settings = await this.autoPay.putSettings(clientId, toAutoPaySettings(body));
    return adminAnswer(toAutoPay(settings));
  }
}
