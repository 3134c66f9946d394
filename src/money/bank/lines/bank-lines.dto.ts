import {
  responseDto,
  day,
  flag,
  integer,
  money,
  part,
  parts,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import type { JournalFacts } from '../../ledger/bank/bank-ledger.repository.js';
import { JOURNAL_KINDS } from '../../ledger/ledger-journal.entity.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, Flag, OneOf, Text, Id, QueryId } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { OrderNumbers } from '../../../orders/order-numbers.field.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { dateInShop } from '../../../platform/time-zone.js';
import { Day } from '../../../platform/days/day.field.js';
import { SUGGESTION_REASONS, type Suggestion } from '../matching/suggestion.js';
import type { ReturnableReceipt, ShownLine } from './bank-lines.service.js';
import type { LineCredit } from './line-money.service.js';
import { SameAs, SameAsDto, toAnswer } from './similar-money.dto.js';
import {
  LINE_DIRECTIONS,
  LINE_STATES,
  type LineDirection,
  type LineState,
} from './statement-line.entity.js';

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
        'true: it is other money than a cheque in hand of the client and of this amount, or than similar money. It counts to the ' +
        "person's limit of receipts. Without it, `cheque` and `same_as`, such a line is refused",
    },
  })
  other_money?: boolean;

  @SameAs()
  same_as?: SameAsDto;

  @OrderNumbers({
    optional: true,
    isUnique: true,
    description:
      'Orders of this client. They are paid in full, in this order and before those of a claim, until one costs more than is left. Orders ' +
      'that cannot be paid are skipped. The rest of the money stays in the wallet. A line that was credited before pays none',
  })
  orders?: string[] | null;
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

type Names = Pick<ShownLine, 'names'>;

const clientOf = {
  client_id: [integer().orNull(), ({ clientId }: { clientId?: number | null }) => clientId ?? null],
  client_name: [
    text().orNull(),
    ({ clientId, names }: Names & { clientId?: number | null }) => names.get(clientId ?? 0) ?? null,
  ],
} as const;

class NamedClientDto extends responseDto<{ id: number; name: string; namedBy: string | null }>()({
  id: integer(),
  name: text(),
  named_by: text(
    'The number of an order, the payment reference, or the name or account of the payer by which the line names the client; ' +
      'null: an earlier release compared the line',
  ).orNull(),
}) {}

export class SuggestedDto extends responseDto<Suggestion & Names>()({
  reason: word(SUGGESTION_REASONS),
  ...clientOf,
  clients: [
    parts(NamedClientDto, 'The clients among which to choose, of `names_clients`'),
    ({ clientIds = [], namedBy = [], names }) =>
      clientIds.map((id, at) => ({ id, name: names.get(id) ?? '', namedBy: namedBy[at] ?? null })),
  ],
  order_number: [
    text(
      'The order of the client that the line names, and that its amount pays: send it as one of the `orders`. It was unpaid when the line was ' +
        'compared. Of several, the one with the largest total',
    ).orNull(),
    (row) => row.orderNumber ?? null,
  ],
  transfer_id: [integer('The claimed transfer').orNull(), (row) => row.transferId ?? null],
  receipt_id: [integer().orNull(), (row) => row.receiptId ?? null],
  own_account_id: [
    integer(
      "The wholesaler's own account of `own_account`; null: several have the digits",
    ).orNull(),
    (row) => row.ownAccountId ?? null,
  ],
  other_account_id: [
    integer('The other account of the payment that came back, of `booking_returned`').orNull(),
    (row) => row.otherAccountId ?? null,
  ],
  tax_deducted: [
    money('The tax to add to the amount').orNull(),
    (row) => row.taxDeductedMinor ?? null,
  ],
  days_apart: [
    integer('The days between the line and the claimed transfer').orNull(),
    (row) => row.daysApart ?? null,
  ],
}) {}

class MatchedDto extends responseDto<JournalFacts & Names>()({
  journal_id: integer(),
  kind: word(JOURNAL_KINDS),
  is_reversal: [flag('Whether the journal reverses another one'), 'isReversal'],
  receipt_id: integer().orNull(),
  ...clientOf,
  other_account: [
    text('The other account that it was booked to').orNull(),
    (row) => row.otherAccount?.name ?? null,
  ],
}) {}

export class BankLineDto extends responseDto<ShownLine>()({
  id: integer(),
  bank_account_id: [integer(), ({ line }) => line.bankAccountId],
  date: [day("The bank's value date"), ({ line }) => line.valueDate],
  direction: [word(LINE_DIRECTIONS), ({ line }) => line.direction],
  amount: [money(), ({ line }) => line.amountMinor],
  balance: [money("The bank's balance after it").orNull(), ({ line }) => line.balanceMinor],
  reference: [text().orNull(), ({ line }) => line.reference || null],
  description: [text(), ({ line }) => line.description],
  state: [word(LINE_STATES), ({ line }) => line.state],
  in_suspense: [
    flag('True if its money is on the account `suspense`, because its owner is not known'),
    ({ line }) => line.suspenseJournalId !== null,
  ],
  suggestion: [
    part(SuggestedDto).orNull(),
    ({ line, names }) => line.suggestion && { ...line.suggestion, names },
  ],
  matched: [part(MatchedDto).orNull(), ({ journal, names }) => journal && { ...journal, names }],
  booked_on: [
    day(
      'The day in India of its entry, in whose month of the books it stands; null: it has no entry',
    ).orNull(),
    ({ bookedAt }) => bookedAt && dateInShop(bookedAt),
  ],
  waiting_approval_id: [
    integer('The approval that it needs before it is booked').orNull(),
    'approvalId',
  ],
  ignored_reason: [text().orNull(), ({ line }) => line.ignoredReason],
  decided_by: [text().orNull(), ({ line }) => line.decidedBy],
  decided_at: [time().orNull(), ({ line }) => line.decidedAt],
}) {}

export class ReturnableReceiptDto extends responseDto<ReturnableReceipt>()({
  receipt_id: integer(),
  client_id: integer(),
  client_name: text(),
  reference: [text().orNull(), ({ reference }) => reference || null],
  received_at: time(),
  is_reversed: [
    flag('True if it is reversed already: the line is then only matched'),
    'isReversed',
  ],
}) {}

export function toLineCredit(dto: CreditLineDto): LineCredit {
  return {
    clientId: dto.client_id,
    taxDeductedMinor: toMinorUnits(dto.tax_deducted ?? 0),
    cheque: dto.cheque ?? null,
    ...(dto.orders != null && { orders: dto.orders }),
    ...toAnswer(dto),
  };
}
