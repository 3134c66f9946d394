import { ApiProperty } from '@nestjs/swagger';
import { JOURNAL_KINDS } from '../../ledger/ledger-journal.entity.js';
import { toMajorUnits } from '../../../platform/money.js';
import { BankAccountRecordDto, toBankAccount } from '../accounts/bank-accounts.dto.js';
import { Day } from '../../../platform/days/day.field.js';
import { BankLineDto } from '../lines/bank-lines.dto.js';
import type { BookedOnly } from './closing.repository.js';
import { CLOSING_ROWS, type Closing } from './closing.service.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

export class ClosingQuery {
  @Day()
  date: string;
}

export class BookedOnlyDto {
  @ApiProperty({ type: 'integer' })
  journal_id: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ enum: JOURNAL_KINDS })
  kind: string;

  @ApiProperty()
  is_reversal: boolean;

  @OrNull('integer')
  receipt_id: number | null;

  @OrNull(String)
  reference: string | null;

  @ApiProperty({ description: 'Positive: money that came in' })
  amount: number;
}

export class ClosingDto {
  @ApiProperty()
  bank_account: BankAccountRecordDto;

  @ApiProperty({ format: 'date' })
  date: string;

  @OrNull('date', 'The first day that is compared; null: there is nothing to compare yet')
  since: string | null;

  @ApiProperty({ description: 'The balance of the ledger at the end of the day' })
  ledger_balance: number;

  @OrNull(
    Number,
    'The balance of the bank; null: unknown, without a statement or an opening balance',
  )
  bank_balance: number | null;

  @ApiProperty({
    type: [BookedOnlyDto],
    maxItems: CLOSING_ROWS,
    description: 'Recorded, but on no statement until this day',
  })
  booked_only: BookedOnlyDto[];

  @ApiProperty({
    type: [BankLineDto],
    maxItems: CLOSING_ROWS,
    description: 'On a statement, but not recorded until this day',
  })
  bank_only: BankLineDto[];

  @OrNull(Number, 'The part of the difference that the two lists do not explain')
  unexplained: number | null;
}

export function toClosing(closing: Closing): ClosingDto {
  const { account, date, since, bankMinor, unexplainedMinor } = closing;
  return {
    bank_account: toBankAccount(account),
    date,
    since,
    ledger_balance: toMajorUnits(closing.ledgerMinor),
    bank_balance: bankMinor === null ? null : toMajorUnits(bankMinor),
    booked_only: closing.bookedOnly.map(toBookedOnly),
    bank_only: closing.bankOnly.map(BankLineDto.show),
    unexplained: unexplainedMinor === null ? null : toMajorUnits(unexplainedMinor),
  };
}

function toBookedOnly(booked: BookedOnly): BookedOnlyDto {
  return {
    journal_id: booked.journalId,
    at: booked.at.toISOString(),
    kind: booked.kind,
    is_reversal: booked.isReversal,
    receipt_id: booked.receiptId,
    reference: booked.reference,
    amount: toMajorUnits(booked.amountMinor),
  };
}
