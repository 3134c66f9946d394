import { Body, Get, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentClientId } from '../../../people/signed-in-user.js';
import { AutoPayService } from '../../../money/wallets/auto-pay/auto-pay.service.js';
import { ClientCreditService } from '../../../money/credit/client-credit.service.js';
import { WalletStatementService } from '../../../money/wallets/wallet-statement.service.js';
import { UserController } from '../../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/answers.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst, toPageRequest } from '../../../platform/http/paging/page.js';
import { ApiDashboard, ApiDashboardTable, ApiDashboardList } from '../dashboard-docs.js';
import {
  MonthReportFileQuery,
  MonthReportQuery,
  OpenItemDto,
  OwnAutoPayDto,
  OwnWalletDto,
  PutOwnAutoPayDto,
  StatementDto,
  toAutoPaySettings,
  toAutoPay,
  toOpenItem,
  toStatement,
  toWallet,
  toWalletEntry,
  WalletEntriesQuery,
  WalletEntryDto,
} from './wallet.dto.js';
import { WalletService } from './wallet.service.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

/** The wallet of the signed-in person's company. */
@UserController('dashboard/api', 'Wallet')
export class WalletController {
  constructor(
    private readonly wallet: WalletService,
    private readonly statements: WalletStatementService,
    private readonly autoPay: AutoPayService,
    private readonly credit: ClientCreditService,
  ) {}

  @Get('wallet')
  @Operation('What the company has and owes')
  @ApiDashboard(200, OwnWalletDto)
  async getOwnWallet(@CurrentClientId() clientId: number): Promise<AdminAnswer<OwnWalletDto>> {
    const balances = await this.wallet.getBalances(clientId);
    const terms = await this.credit.getTerms(clientId);
    return adminAnswer(toWallet(balances, terms, this.wallet.currency));
  }

  @Get('wallet/open-items')
  @Operation('Unpaid orders that the company bought on account, oldest first')
  @ApiDashboardList(OpenItemDto)
  async listOwnOpenItems(
    @CurrentClientId() clientId: number,
    @Query() query: PageQuery,
  ): Promise<AdminList<OpenItemDto>> {
    return adminList(await this.credit.listItems(clientId, toPageRequest(query)), toOpenItem);
  }

  @Get('wallet/entries')
  @Operation('What changed the wallet, the latest entry first')
  @ApiDashboardList(WalletEntryDto)
  async listOwnWalletEntries(
    @CurrentClientId() clientId: number,
    @Query() query: WalletEntriesQuery,
  ): Promise<AdminList<WalletEntryDto>> {
    const page = toNewestFirst(query);
    const found = await this.statements.listEntries(clientId, query.month ?? null, page);
    return adminList(found, toWalletEntry);
  }

  @Get('wallet/statement')
  @Operation('Opening and closing balance of a month, and what came and went in it')
  @ApiDashboard(200, StatementDto, 'validation_failed')
  async getOwnStatement(
    @CurrentClientId() clientId: number,
    @Query() { month }: MonthReportQuery,
  ): Promise<AdminAnswer<StatementDto>> {
    return adminAnswer(toStatement(month, await this.statements.getSums(clientId, month)));
  }

  @Get('wallet/statement/export')
  @Operation('The statement of a month as a file, oldest entry first')
  @ApiDashboardTable('validation_failed')
  async exportOwnStatement(
    @CurrentClientId() clientId: number,
    @Query() { month, format }: MonthReportFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const table = await this.statements.exportMonth(clientId, month);
    await sendTable(response, { name: `wallet-${month}`, format }, table);
  }

  @Get('auto-pay')
  @Operation('Whether orders are paid from the wallet automatically')
  @ApiDashboard(200, OwnAutoPayDto)
  async getOwnAutoPay(@CurrentClientId() clientId: number): Promise<AdminAnswer<OwnAutoPayDto>> {
    return adminAnswer(toAutoPay(await this.autoPay.getSettings(clientId)));
  }

  @Put('auto-pay')
  @Operation(
    'Pay orders from the wallet automatically, or stop it',
    'Oldest first, within five seconds of an order or of new money. While the wallet does not cover the oldest ' +
      'order within the cap, younger ones wait as well.',
  )
  @ApiDashboard(200, OwnAutoPayDto, ...BODY_ERRORS)
  async putOwnAutoPay(
    @CurrentClientId() clientId: number,
    @Body() body: PutOwnAutoPayDto,
  ): Promise<AdminAnswer<OwnAutoPayDto>> {
    const settings = await this.autoPay.putSettings(clientId, toAutoPaySettings(body));
    return adminAnswer(toAutoPay(settings));
  }
}
