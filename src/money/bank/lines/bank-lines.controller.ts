import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { RespondsOrWaits } from '../../../identity/approvals/waiting-answer.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, RespondsList, RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { criteriaOf } from '../../../platform/http/response-dto/response-dto.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import { ApiMoneyConflicts } from '../../money-errors.js';
import {
  BankLineDto,
  BookLineDto,
  BankLinesQuery,
  CreditLineDto,
  IgnoreLineDto,
  ReturnLineDto,
  ReturnableReceiptDto,
  UndoLineDto,
  toLineCredit,
} from './bank-lines.dto.js';
import { BankLinesService } from './bank-lines.service.js';
import { BankLineKind } from '../../approvals/kinds/bank-line.kind.js';
import { BankLineDecisions } from '../../approvals/bank-line-decisions.service.js';

const lineId = new PathIdPipe('bank_line_not_found');
const REFUSALS = ['bank_line_matched', 'bank_line_refused'] as const;

@OperatorController('admin/bank-lines', 'Money')
export class BankLinesController {
  constructor(
    private readonly lines: BankLinesService,
    private readonly bookings: BankLineKind,
    private readonly decisions: BankLineDecisions,
  ) {}

  @Get()
  @Access('bank:read')
  @Operation('List the lines of bank statements, the latest first')
  @RespondsPage(BankLineDto)
  listBankLines(@Query() query: BankLinesQuery) {
    return this.lines.list(criteriaOf(query), toNewestFirst(query));
  }

  @Get(':id/returnable')
  @Access('bank:read')
  @Operation(
    'List the receipts that a debit may return',
    'They have its amount and came to its bank account. Those of the client that it names come first, and then the latest; at most 50.',
  )
  @RespondsList(ReturnableReceiptDto, 'bank_line_not_found')
  listReturnableReceipts(@Param('id', lineId) id: number) {
    return this.lines.listReturnable(id);
  }

  @Post(':id/credit')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Credit the money of a line to a client',
    'It pays `orders`, such as the one that the line names. If the client claims the transfer, the claim is confirmed and ' +
      'pays its orders. The name and account of the payer are remembered for this client. With the number of a cheque in hand, the line only clears that cheque. If the ' +
      'client has a cheque of this amount in hand, the call is refused without its number, unless it is other money. So is one ' +
      'while the client has a receipt without a line, or a claim, of this amount within 14 days. A line that names the client and no ' +
      'other needs nobody else. What it does not prove counts to the limit of receipts of the person, and waits for another person ' +
      'above it (202): a line that names another client or none, that other client’s claim, deducted tax, or other money.',
  )
  @RespondsOrWaits(200, BankLineDto, 'bank_line_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('payment_recorded', 'receipt_similar', 'reference_used', ...REFUSALS)
  creditBankLine(
    @Param('id', lineId) id: number,
    @Body() body: CreditLineDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.decisions.credit(id, toLineCredit(body), key);
  }

  @Post(':id/return')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Reverse the receipt whose money a debit returned',
    'A debit that neither has the reference of the receipt nor names its client counts to the limit of reversals of the person, and ' +
      'waits for another person above it (202).',
  )
  @RespondsOrWaits(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('reference_used')
  returnBankLine(
    @Param('id', lineId) id: number,
    @Body() { receipt_id: receiptId }: ReturnLineDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.decisions.return(id, receiptId ?? null, key);
  }

  @Post(':id/charge')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Book a debit that is suggested as a charge of the bank',
    'A line without words of a charge, or above the charge limit of its account, is refused: book it to another ' +
      "account. A booking above a person's limit of payouts waits for another person (202).",
  )
  @RespondsOrWaits(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  chargeBankLine(@Param('id', lineId) id: number, @CurrentIdempotency() key: Idempotency) {
    return this.bookings.charge(id, key);
  }

  @Post(':id/book')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    "Book a line to an account that is no client's, such as rent, tax or interest",
    "A booking above a person's limit of payouts waits for another person (202).",
  )
  @RespondsOrWaits(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  bookBankLine(
    @Param('id', lineId) id: number,
    @Body() { other_account_id: accountId }: BookLineDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.bookings.book(id, accountId, key);
  }

  @Post(':id/undo')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Undo the decision about a line',
    'A reversing entry undoes the decision, until the month of its entry is closed. This includes decisions of ' +
      'earlier releases. The receipt of a credited line is reversed; above the limit of reversals, that waits for ' +
      'another person (202). The receipt of a returned payment is credited again. The line is then open again.',
  )
  @RespondsOrWaits(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('not_refundable', 'payment_recorded')
  undoBankLine(
    @Param('id', lineId) id: number,
    @Body() { reason }: UndoLineDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.decisions.undo(id, reason, key);
  }

  @Post(':id/suspense')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Book a credit whose owner is not known',
    'It stays open and can be credited to a client later.',
  )
  @Responds(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  suspendBankLine(@Param('id', lineId) id: number, @CurrentIdempotency() key: Idempotency) {
    return this.lines.suspend(id, key);
  }

  @Post(':id/ignore')
  // No password: books nothing.
  @Access('money:write')
  @Idempotent()
  @Operation(
    'Leave a line out of the books, for a reason',
    'It can still be credited, charged or returned later.',
  )
  @Responds(200, BankLineDto, 'bank_line_not_found', ...REFUSALS, ...MONEY_BODY_ERRORS)
  ignoreBankLine(
    @Param('id', lineId) id: number,
    @Body() { reason }: IgnoreLineDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.lines.ignore(id, reason, key);
  }
}
