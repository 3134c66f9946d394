import { Body, Get, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { AutoPayService } from '../../../money/wallets/auto-pay/auto-pay.service.js';
import { ClientCreditService } from '../../../money/credit/client-credit.service.js';
import { WalletStatementService } from '../../../money/wallets/wallet-statement.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst, toPageRequest } from '../../../platform/http/paging/page.js';
import { Responds, ApiDashboardTable, RespondsPage } from '../dashboard-docs.js';
import {
  MonthReportFileQuery,
  MonthReportQuery,
  OpenItemDto,
  OwnAutoPayDto,
  OwnWalletDto,
  PutOwnAutoPayDto,
  StatementDto,
  toAutoPaySettings,
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
  @Access('own-wallet:read')
  @Operation('What the company has and owes')
  @Responds(200, OwnWalletDto)
  async getOwnWallet(@CurrentClientId() clientId: number) {
    const balances = await this.wallet.getBalances(clientId);
    const terms = await this.credit.getTerms(clientId);
    return { ...balances, terms, currency: this.wallet.currency };
  }

  @Get('wallet/open-items')
  @Access('own-wallet:read')
  @Operation('Unpaid orders that the company bought on account, the earliest order first')
  @RespondsPage(OpenItemDto)
  listOwnOpenItems(@CurrentClientId() clientId: number, @Query() query: PageQuery) {
    return this.credit.listItems(clientId, toPageRequest(query));
  }

  @Get('wallet/entries')
  @Access('own-wallet:read')
  @Operation('What changed the wallet, the latest entry first')
  @RespondsPage(WalletEntryDto)
  listOwnWalletEntries(@CurrentClientId() clientId: number, @Query() query: WalletEntriesQuery) {
    return this.statements.listEntries(clientId, query.month ?? null, toNewestFirst(query));
  }

  @Get('wallet/statement')
  @Access('own-wallet:read')
  @Operation('Opening and closing balance of a month, and what came and went in it')
  @Responds(200, StatementDto, 'validation_failed')
  async getOwnStatement(@CurrentClientId() clientId: number, @Query() { month }: MonthReportQuery) {
    return { month, ...(await this.statements.getSums(clientId, month)) };
  }

  @Get('wallet/statement/export')
  @Access('own-wallet:read')
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
  @Access('own-wallet:read')
  @Operation('Whether orders are paid from the wallet automatically')
  @Responds(200, OwnAutoPayDto)
  getOwnAutoPay(@CurrentClientId() clientId: number) {
    return this.autoPay.getSettings(clientId);
  }

  @Put('auto-pay')
  @Access('own-wallet:write', { password: true })
  @Operation(
    'Pay orders from the wallet automatically, or stop it',
    'Oldest first, within five seconds of an order or of new money. While the wallet does not cover the oldest ' +
      'order within the cap, younger ones wait as well.',
  )
  @Responds(200, OwnAutoPayDto, ...BODY_ERRORS)
  putOwnAutoPay(@CurrentClientId() clientId: number, @Body() body: PutOwnAutoPayDto) {
    return this.autoPay.putSettings(clientId, toAutoPaySettings(body));
  }
}
