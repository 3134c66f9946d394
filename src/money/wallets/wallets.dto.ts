import { ApiProperty } from '@nestjs/swagger';
import { WALLET_JOURNAL_KINDS } from '../ledger/ledger-journal.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount, Text } from '../../platform/http/input/fields.js';
import { Reference } from '../../platform/http/input/reference.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import { Month } from '../../platform/days/month.field.js';
import type { WalletEntry } from './wallet-entries.repository.js';
import type { MonthSums } from './wallet-statement.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

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
      description:
        "The transfer's id at your bank, regardless of spaces and letter case. Repeating it records nothing",
    },
  })
  reference: string;

  @Text({ max: LIMITS.reasonLength, optional: true, api: { example: 'The store closes' } })
  note?: string;
}

export class PayoutDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  reference: string;

  @ApiProperty()
  amount: number;

  @ApiProperty({ description: "Balance of the client's wallet after the payout" })
  wallet_balance: number;
}

export class WalletEntryDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({
    enum: WALLET_JOURNAL_KINDS,
    description:
      'receipt: money came in. settle: paid an order. refund: money of an order came back. payout: paid out to the ' +
      'client. adjustment: a correction. opening: the balance from before the ledger. debt: an amount that the wallet lacked ' +
      'and the client owes; negative: its payment. credit: the same for orders bought on account. dispute: money that the ' +
      'gateway took back',
  })
  kind: string;

  @ApiProperty({ description: 'Positive: added to the wallet. Negative: taken from it' })
  amount: number;

  @ApiProperty({ description: 'The balance after this entry' })
  balance_after: number;

  @OrNull(String)
  order_number: string | null;

  @OrNull('integer')
  receipt_id: number | null;

  @OrNull(
    String,
    'The reference of a receipt, a payout or a refund to the source; of a reversal, that of what it reverses',
  )
  reference: string | null;

  @OrNull(String, 'The reason, if one was given')
  note: string | null;

  @ApiProperty({ description: 'True if it reverses an earlier entry' })
  reversal: boolean;
}

export function toWalletEntry(entry: WalletEntry): WalletEntryDto {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    kind: entry.kind,
    amount: toMajorUnits(entry.amountMinor),
    balance_after: toMajorUnits(entry.balanceMinor),
    order_number: entry.orderNumber,
    receipt_id: entry.receiptId,
    reference: entry.reference,
    note: entry.note,
    reversal: entry.isReversal,
  };
}

export class StatementDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ description: 'The balance before the month' })
  opening: number;

  @ApiProperty({ description: 'Sum of what was added' })
  received: number;

  @ApiProperty({ description: 'Sum of what was taken' })
  spent: number;

  @ApiProperty({ description: 'opening + received − spent' })
  closing: number;

  @ApiProperty({ type: 'integer' })
  entries_count: number;
}

export function toStatement(month: string, sums: MonthSums): StatementDto {
  return {
    month,
    opening: toMajorUnits(sums.openingMinor),
    received: toMajorUnits(sums.inMinor),
    spent: toMajorUnits(sums.outMinor),
    closing: toMajorUnits(sums.closingMinor),
    entries_count: sums.count,
  };
}
