import { Body, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, ApiAdminTable, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../platform/money.js';
import { PayoutKind } from '../approvals/kinds/payout.kind.js';
import { RespondsOrWaits } from '../../identity/approvals/waiting-answer.js';
import { ApiMoneyConflicts } from '../money-errors.js';
import {
  PayoutDto,
  RecordPayoutDto,
  StatementDto,
  WalletEntriesQuery,
  WalletEntryDto,
} from './wallets.dto.js';
import { WalletsService } from './wallets.service.js';
import { MonthReportFileQuery, MonthReportQuery } from '../reports/day/day-report.dto.js';
import { sendTable } from '../../platform/table-export/table-file.js';

const clientId = new PathIdPipe('client_not_found');

@OperatorController('admin/clients/:id/wallet', 'Money')
export class WalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly payouts: PayoutKind,
  ) {}

  @Get('entries')
  @Access('money:read')
  @Operation("The statement of a client's wallet, the latest entry first")
  @RespondsPage(WalletEntryDto, 'client_not_found')
  listWalletEntries(@Param('id', clientId) id: number, @Query() query: WalletEntriesQuery) {
    return this.wallets.listEntries(id, query.month ?? null, toNewestFirst(query));
  }

  @Get('statement')
  @Access('money:read')
  @Operation('Opening and closing balance of a month, and its movements')
  @Responds(200, StatementDto, 'client_not_found', 'validation_failed')
  async getWalletStatement(
    @Param('id', clientId) id: number,
    @Query() { month }: MonthReportQuery,
  ) {
    return { month, ...(await this.wallets.getMonth(id, month)) };
  }

  @Get('statement/export')
  @Access('money:read')
  @Operation('The statement of a month as a file, oldest entry first')
  @ApiAdminTable('client_not_found', 'validation_failed')
  async exportWalletStatement(
    @Param('id', clientId) id: number,
    @Query() { month, format }: MonthReportFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const table = await this.wallets.exportMonth(id, month);
    await sendTable(response, { name: `wallet-${id}-${month}`, format }, table);
  }

  @Post('payouts')
  @Access('money:write', { password: true })
  @Idempotent()
  @Operation(
    'Record money of the wallet that was paid out to the client',
    'Repeating the reference with the same client and amount answers 200 with the first payout. What an operator ' +
      'records above the limit of payouts is taken from the wallet and waits for another person (202).',
  )
  @RespondsOrWaits('recorded', PayoutDto, 'client_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts(
    ...([
      'bank_line_matched',
      'insufficient_balance',
      'payout_recorded',
      'reference_used',
    ] as const),
  )
  recordPayout(
    @Param('id', clientId) id: number,
    @Body() { amount, reference, note }: RecordPayoutDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    const payout = { clientId: id, amountMinor: toMinorUnits(amount), reference };
    return this.payouts.payOut({ ...payout, note: note ?? null }, key);
  }
}
