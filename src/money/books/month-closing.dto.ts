import { IntersectionType } from '@nestjs/swagger';
import {
  responseDto,
  day,
  flag,
  integer,
  money,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import type { ClosedMonth } from '../ledger/closings/closed-month.entity.js';
import { JOURNAL_KINDS } from '../ledger/ledger-journal.entity.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { MonthReportQuery } from '../reports/day/day-report.dto.js';
import { Month } from '../../platform/days/month.field.js';
import type { EarlierEntry } from './received-earlier.repository.js';

export class CloseMonthDto {
  @Month()
  month: string;
}

export class ReceivedEarlierQuery extends IntersectionType(PageQuery, MonthReportQuery) {}

export class MonthClosingDto extends responseDto<ClosedMonth>()({
  month: text({ example: '2026-11' }),
  journals: integer('Number of its journals'),
  debit: money('Sum of their debits, equal to the sum of their credits'),
  last_seal: [
    integer('Number of the last seal of its journals; null: no journals').orNull(),
    'lastSeq',
  ],
  last_sha256: text({
    description: 'Hash of that seal, which covers all journals before it as well',
    example: 'f1e8c4d20fb53b8c5f1a0c1f4a3a3b6f2d7c6e5b4a39281706f5e4d3c2b1a098',
  }).orNull(),
  closed_by: text(),
  closed_at: time(),
}) {}

export class ReceivedEarlierDto extends responseDto<EarlierEntry>()({
  id: integer('The entry'),
  kind: word(JOURNAL_KINDS),
  is_reversal: [flag('True if it reverses another entry'), 'isReversal'],
  receipt_id: integer().orNull(),
  client_id: integer('null: it is of no client').orNull(),
  client_name: text().orNull(),
  other_account: text('The other account that it was booked to').orNull(),
  reference: text().orNull(),
  description: text('What the bank says about its line; null: it has no line').orNull(),
  amount: money('Below zero: money went out'),
  date: [day('The day at the bank; without a line, the day on which the money arrived'), 'day'],
  booked_at: time('When it was booked'),
  reversed_at: time('When its receipt was reversed').orNull(),
}) {}
