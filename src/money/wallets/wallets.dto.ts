import {
  responseDto,
  flag,
  integer,
  money,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { WALLET_JOURNAL_KINDS } from '../ledger/ledger-journal.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount, Text } from '../../platform/http/input/fields.js';
import { Reference } from '../../platform/http/input/reference.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import { Month } from '../../platform/days/month.field.js';
import type { WalletEntry } from './wallet-entries.repository.js';
import type { RecordedPayout } from './wallets.service.js';
import type { MonthSums } from './wallet-statement.service.js';

export class WalletEntriesQuery extends PageQuery {
  @Month({ optional: true })
  month?: string;
}

export class RecordPayoutDto {
  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.moneyMinor), api: { example: 5000 } })
  amount: number;

  @Reference({
    api: {
      example: 'UTR-20260120-0007',
      description: "The transfer's id at your bank, in any spelling. Repeating it records nothing",
    },
  })
  reference: string;

  @Text({ max: LIMITS.reasonLength, optional: true, api: { example: 'The store closes' } })
  note?: string;
}

export class PayoutDto extends responseDto<RecordedPayout>()({
  id: integer(),
  reference: text(),
  amount: money(),
  wallet_balance: [money("Balance of the client's wallet after the payout"), 'balanceMinor'],
}) {}

export class WalletEntryDto extends responseDto<WalletEntry>()({
  id: integer(),
  at: time(),
  kind: word(
    WALLET_JOURNAL_KINDS,
    'receipt: money came in. settle: paid an order. refund: money of an order came back. payout: paid out to the ' +
      'client. adjustment: a correction. opening: the balance from before the ledger. debt: an amount that the wallet ' +
      'lacked and the client owes; negative: its payment. credit: the same for orders bought on account. dispute: money ' +
      'that the gateway took back',
  ),
  amount: money('Positive: added to the wallet. Negative: taken from it'),
  balance_after: [money('The balance after this entry'), 'balanceMinor'],
  order_number: text().orNull(),
  receipt_id: integer().orNull(),
  reference: text(
    'The reference of a receipt, a payout or a refund to the source; of a reversal, that of what it reverses',
  ).orNull(),
  note: text('The reason, if one was given').orNull(),
  reversal: flag('True if it reverses an earlier entry'),
}) {}

export class StatementDto extends responseDto<MonthSums & { month: string }>()({
  month: text({ example: '2026-11' }),
  opening: money('The balance before the month'),
  received: [money('Sum of what was added'), 'inMinor'],
  spent: [money('Sum of what was taken'), 'outMinor'],
  closing: money('opening + received − spent'),
  entries_count: [integer(), 'count'],
}) {}
