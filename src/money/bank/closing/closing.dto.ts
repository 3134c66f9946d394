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
import { JOURNAL_KINDS } from '../../ledger/ledger-journal.entity.js';
import { BankAccountRecordDto } from '../accounts/bank-accounts.dto.js';
import { Day } from '../../../platform/days/day.field.js';
import { BankLineDto } from '../lines/bank-lines.dto.js';
import type { BookedOnly } from './closing.repository.js';
import { CLOSING_ROWS, type Closing } from './closing.service.js';

export class ClosingQuery {
  @Day()
  date: string;
}

class BookedOnlyDto extends responseDto<BookedOnly>()({
  journal_id: integer(),
  at: time(),
  kind: word(JOURNAL_KINDS),
  is_reversal: [flag(), 'isReversal'],
  receipt_id: integer().orNull(),
  reference: text().orNull(),
  amount: money('Positive: money that came in'),
}) {}

export class ClosingDto extends responseDto<Closing>()({
  bank_account: [part(BankAccountRecordDto), 'account'],
  date: day(),
  since: day('The first day that is compared; null: there is nothing to compare yet').orNull(),
  ledger_balance: [money('The balance of the ledger at the end of the day'), 'ledgerMinor'],
  bank_balance: [
    money(
      'The balance of the bank; null: unknown, without a statement or an opening balance',
    ).orNull(),
    'bankMinor',
  ],
  booked_only: parts(BookedOnlyDto, {
    maxItems: CLOSING_ROWS,
    description: 'Recorded, but on no statement until this day; the oldest ones',
  }),
  bank_only: parts(BankLineDto, {
    maxItems: CLOSING_ROWS,
    description: 'On a statement, but not recorded until this day; the oldest ones',
  }),
  unexplained: money(
    'The part of the difference that remains after all of both lists, shown or not',
  ).orNull(),
}) {}
