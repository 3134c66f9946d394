import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { JOURNAL_KINDS } from '../../ledger/ledger-journal.entity.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, Flag, OneOf, Text, Id, QueryId } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { Day } from '../../../platform/days/day.field.js';
import { SUGGESTION_REASONS } from '../matching/suggestion.js';
import type { LineFilter } from './bank-lines.repository.js';
import type { ShownLine } from './bank-lines.service.js';
import type { LineCredit } from './line-money.service.js';
import {
  LINE_DIRECTIONS,
  LINE_STATES,
  type LineDirection,
  type LineState,
} from './statement-line.entity.js';
import { ObjectOrNull, OrNull } from '../../../platform/http/openapi/or-null.js';

export class BankLinesQuery extends PageQuery {
  @QueryId()
  bank_account_id?: number;

  @OneOf(LINE_STATES, { optional: true })
  state?: LineState;

  @OneOf(LINE_DIRECTIONS, {
    optional: true,
    api: { description: 'in: the account was credited. out: it was debited' },
  })
  direction?: LineDirection;

  @Day({ optional: true, description: 'This day or later' })
  from?: string;

  @Day({ optional: true, description: 'This day or earlier' })
  to?: string;
}

export class CreditLineDto {
  @Id({ api: { example: 17 } })
  client_id: number;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      example: 10,
      description: 'Income tax that the client deducted; the wallet gets it with the amount',
    },
  })
  tax_deducted?: number | null;

  @Reference({
    optional: true,
    api: {
      example: '004711',
      description:
        'Number of a cheque of the client in hand: the line clears it, and no money is credited again',
    },
  })
  cheque?: string;

  @Flag({
    optional: true,
    api: {
      description:
        'true: it is other money than a cheque in hand of the client and of this amount. Without it and `cheque`, such a line is refused',
    },
  })
  other_money?: boolean;
}

export class ReturnLineDto {
  @Id({
    optional: true,
    api: {
      description: "The receipt; default: the one with the line's reference, or the suggested one",
    },
  })
  receipt_id?: number | null;
}

export class BookLineDto {
  @Id({ api: { description: 'An account of listOtherAccounts' } })
  other_account_id: number;
}

export class UndoLineDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'It was the rent' } })
  reason: string;
}

export class IgnoreLineDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'Moved to our savings account' } })
  reason: string;
}

class SuggestedDto {
  @ApiProperty({
    enum: SUGGESTION_REASONS,
    description:
      'amount_differs: claimed with another amount. ambiguous: by several clients, or several receipts. ' +
      'other_client_named: the line names another client than the one that claimed it. names_client: no client claimed it. ' +
      'tax_deducted: it is less than the claim by exactly the tax that the client deducts. receipt_differs: a receipt with ' +
      'its reference has another amount. receipt_reversed: the receipt with its reference was reversed. reference_used: ' +
      'the receipt with its reference has another line. returned_payment: a debit with the reference and amount of a ' +
      'receipt, or with words of a return and the only receipt of its amount of the client that it names. return_differs: of ' +
      'another amount. return_unclear: it says that it is returned, and has no such receipt. payout_differs: a payout or settlement with its reference has another ' +
      'amount. account_differs: they are on another bank account. refused: crediting it was refused. ' +
      'bank_charge: a debit with words of a charge, up to the charge limit of the account. interest: words of interest',
  })
  reason: string;

  @OrNull('integer')
  client_id: number | null;

  @OrNull(String)
  client_name: string | null;

  @OrNull('integer', 'The claimed transfer')
  transfer_id: number | null;

  @OrNull('integer')
  receipt_id: number | null;

  @OrNull(Number, 'The tax to add to the amount')
  tax_deducted: number | null;
}

class MatchedDto {
  @ApiProperty({ type: 'integer' })
  journal_id: number;

  @ApiProperty({ enum: JOURNAL_KINDS })
  kind: string;

  @ApiProperty({ description: 'Whether the journal reverses another one' })
  is_reversal: boolean;

  @OrNull('integer')
  receipt_id: number | null;

  @OrNull('integer')
  client_id: number | null;

  @OrNull(String)
  client_name: string | null;

  @OrNull(String, 'The other account to which it was booked')
  other_account: string | null;
}

@ApiExtraModels(SuggestedDto, MatchedDto)
export class BankLineDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer' })
  bank_account_id: number;

  @ApiProperty({ format: 'date', description: "The bank's value date" })
  date: string;

  @ApiProperty({ enum: LINE_DIRECTIONS })
  direction: string;

  @ApiProperty()
  amount: number;

  @OrNull(Number, "The bank's balance after it")
  balance: number | null;

  @OrNull(String)
  reference: string | null;

  @ApiProperty()
  description: string;

  @ApiProperty({
    enum: LINE_STATES,
    description:
      'unmatched: nothing is known about it. suggested: finance has to decide. matched: with a journal of the ledger. ignored: ' +
      'finance gave a reason',
  })
  state: string;

  @ApiProperty({
    description: 'Whether its money is on the account `suspense`, because its owner is not known',
  })
  in_suspense: boolean;

  @ObjectOrNull(SuggestedDto)
  suggestion: SuggestedDto | null;

  @ObjectOrNull(MatchedDto)
  matched: MatchedDto | null;

  @OrNull('integer', 'The approval that has to be given before it is booked')
  waiting_approval_id: number | null;

  @OrNull(String)
  ignored_reason: string | null;

  @OrNull(String)
  decided_by: string | null;

  @OrNull('date-time')
  decided_at: string | null;
}

export function toBankLine({ line, journal, names, approvalId }: ShownLine): BankLineDto {
  const nameOf = (id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  const { suggestion } = line;
  const suggestedClientId = suggestion?.clientId ?? null;
  return {
    id: line.id,
    bank_account_id: line.bankAccountId,
    date: line.valueDate,
    direction: line.direction,
    amount: toMajorUnits(line.amountMinor),
    balance: line.balanceMinor === null ? null : toMajorUnits(line.balanceMinor),
    reference: line.reference === '' ? null : line.reference,
    description: line.description,
    state: line.state,
    in_suspense: line.suspenseJournalId !== null,
    suggestion: suggestion && {
      reason: suggestion.reason,
      client_id: suggestedClientId,
      client_name: nameOf(suggestedClientId),
      transfer_id: suggestion.transferId ?? null,
      receipt_id: suggestion.receiptId ?? null,
      tax_deducted:
        suggestion.taxDeductedMinor === undefined
          ? null
          : toMajorUnits(suggestion.taxDeductedMinor),
    },
    matched: journal && {
      journal_id: journal.journalId,
      kind: journal.kind,
      is_reversal: journal.isReversal,
      receipt_id: journal.receiptId,
      client_id: journal.clientId,
      client_name: nameOf(journal.clientId),
      other_account: journal.otherAccount?.name ?? null,
    },
    waiting_approval_id: approvalId,
    ignored_reason: line.ignoredReason,
    decided_by: line.decidedBy,
    decided_at: line.decidedAt?.toISOString() ?? null,
  };
}

export function toLineFilter(query: BankLinesQuery): LineFilter {
  return {
    bankAccountId: query.bank_account_id,
    state: query.state,
    direction: query.direction,
    from: query.from,
    to: query.to,
  };
}

export function toLineCredit(dto: CreditLineDto): LineCredit {
  return {
    clientId: dto.client_id,
    taxDeductedMinor: toMinorUnits(dto.tax_deducted ?? 0),
    cheque: dto.cheque ?? null,
    isOtherMoney: dto.other_money ?? false,
  };
}
