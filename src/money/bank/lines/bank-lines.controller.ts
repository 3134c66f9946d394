import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { CallKey, type MoneyKey } from '../../../platform/keyed-calls/money-key.js';
import { MONEY_BODY_ERRORS, MovesMoney } from '../../../platform/keyed-calls/moves-money.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/answers.js';
import { ApiAdmin, ApiAdminList } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import { ApiMoneyConflicts } from '../../money-errors.js';
import {
  BankLineDto,
  BankLinesQuery,
  CreditLineDto,
  IgnoreLineDto,
  ReturnLineDto,
  toBankLine,
  toLineCredit,
  toLineFilter,
} from './bank-lines.dto.js';
import { BankLinesService } from './bank-lines.service.js';
import { LineCreditsService } from './line-credits.service.js';

const lineId = new PathIdPipe('bank_line_not_found');
const REFUSALS = ['bank_line_matched', 'bank_line_refused'] as const;

@OperatorController('admin/bank-lines', 'Money')
export class BankLinesController {
  constructor(
    private readonly lines: BankLinesService,
    private readonly credits: LineCreditsService,
  ) {}

  @Get()
  @Access('bank:read')
  @Operation('List the lines of bank statements, the latest first')
  @ApiAdminList(BankLineDto)
  async listBankLines(@Query() query: BankLinesQuery): Promise<AdminList<BankLineDto>> {
    const page = toNewestFirst(query);
    return adminList(await this.lines.list(toLineFilter(query), page), toBankLine);
  }

  @Post(':id/credit')
  @Access('money:write', { password: true, tokens: true })
  @MovesMoney()
  @Operation(
    'Credit the money of a line to a client',
    'If the client claims the transfer, the claim is confirmed and pays the orders that it names. The name and account of the ' +
      'payer are remembered for this client. With the number of a cheque in hand, the line only clears it.',
  )
  @ApiAdmin(200, BankLineDto, 'bank_line_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('payment_recorded', ...REFUSALS)
  async creditBankLine(
    @Param('id', lineId) id: number,
    @Body() body: CreditLineDto,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<BankLineDto>> {
    return adminAnswer(toBankLine(await this.credits.credit(id, toLineCredit(body), key)));
  }

  @Post(':id/return')
  @Access('money:write', { password: true, tokens: true })
  @MovesMoney()
  @Operation('Reverse the receipt whose money a debit returned')
  @ApiAdmin(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  async returnBankLine(
    @Param('id', lineId) id: number,
    @Body() { receipt_id: receiptId }: ReturnLineDto,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<BankLineDto>> {
    return adminAnswer(toBankLine(await this.credits.return(id, receiptId ?? null, key)));
  }

  @Post(':id/charge')
  @Access('money:write', { password: true, tokens: true })
  @MovesMoney()
  @Operation('Book a debit as a charge of the bank')
  @ApiAdmin(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  async chargeBankLine(
    @Param('id', lineId) id: number,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<BankLineDto>> {
    return adminAnswer(toBankLine(await this.lines.charge(id, key)));
  }

  @Post(':id/suspense')
  @Access('money:write', { password: true, tokens: true })
  @MovesMoney()
  @Operation(
    'Book a credit whose owner is not known',
    'It stays open and can be credited to a client later.',
  )
  @ApiAdmin(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  async suspendBankLine(
    @Param('id', lineId) id: number,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<BankLineDto>> {
    return adminAnswer(toBankLine(await this.lines.suspend(id, key)));
  }

  @Post(':id/ignore')
  // No password: books nothing.
  @Access('money:write')
  @MovesMoney()
  @Operation(
    'Leave a line out of the books, for a reason',
    'It can still be credited, charged or returned later.',
  )
  @ApiAdmin(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  async ignoreBankLine(
    @Param('id', lineId) id: number,
    @Body() { reason }: IgnoreLineDto,
    @CallKey() key: MoneyKey,
  ): Promise<AdminAnswer<BankLineDto>> {
    return adminAnswer(toBankLine(await this.lines.ignore(id, reason, key)));
  }
}
