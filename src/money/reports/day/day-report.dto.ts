import { IntersectionType } from '@nestjs/swagger';
import {
  responseDto,
  day,
  flag,
  integer,
  money,
  part,
  text,
  time,
} from '../../../platform/http/response-dto/response-dto.js';
import { Text, textRule } from '../../../platform/http/input/fields.js';
import { TIME_ZONE } from '../../../platform/time-zone.js';
import { Month } from '../../../platform/days/month.field.js';
import { totalOf, type PostingSum } from '../../ledger/sums/posting-sums.repository.js';
import type { PeriodReport } from './day-report.service.js';
import { isDate, isTimeZone } from '../../../platform/days/zoned-day.js';
import { TableFileQuery } from '../../../platform/table-export/table-file.js';

const DATE_LENGTH = 10;
const TIME_ZONE_LENGTH = 64;

export class DayReportQuery {
  @Text({
    max: DATE_LENGTH,
    api: { format: 'date', example: '2026-01-15' },
    rules: [textRule('invalid_date', 'must be a date, as 2026-01-31', isDate)],
  })
  date: string;

  @Text({
    max: TIME_ZONE_LENGTH,
    optional: true,
    api: {
      default: TIME_ZONE,
      example: TIME_ZONE,
      description: 'The time zone of the day: UTC, or a name of the IANA time zone database',
    },
    rules: [textRule('unknown_value', 'must be a time zone, as Asia/Kolkata', isTimeZone)],
  })
  time_zone: string = TIME_ZONE;
}

export class DayReportFileQuery extends IntersectionType(DayReportQuery, TableFileQuery) {}

export class MonthReportQuery {
  @Month()
  month: string;
}

export class MonthReportFileQuery extends IntersectionType(MonthReportQuery, TableFileQuery) {}

/** The number and sum of postings to wallets, in minor units. The sum is negative if they took money. */
interface MovementSum {
  count: number;
  amountMinor: number;
}

export class MovementDto extends responseDto<MovementSum>()({
  count: integer(),
  amount: money('Positive: added to the wallets. Negative: taken from them'),
}) {}

const moved =
  (kind: PostingSum['kind'], source: PostingSum['source'] = null) =>
  ({ movements }: PeriodReport): MovementSum =>
    sumOf(movements.filter((sum) => sum.kind === kind && sum.source === source && !sum.isReversal));

const asItIs = (report: PeriodReport): PeriodReport => report;

class ReceivedDto extends responseDto<PeriodReport>()({
  bank: [part(MovementDto), moved('receipt', 'bank')],
  cash: [part(MovementDto), moved('receipt', 'cash')],
  other: [part(MovementDto), moved('receipt', 'other')],
  gateway: [part(MovementDto), moved('receipt', 'gateway')],
}) {}

class WalletTotalsDto extends responseDto<PeriodReport>()({
  opening: money('The sum of all balances at the beginning of the period'),
  closing: money('The sum of all balances at its end'),
}) {}

export class PeriodReportDto extends responseDto<PeriodReport>()({
  from: [time('Beginning of the period'), ({ period }) => period.from],
  to: [time('End of the period (exclusive)'), ({ period }) => period.to],
  receipts: [part(ReceivedDto, 'Incoming money by source'), asItIs],
  reversals: [
    part(MovementDto, 'Reversed receipts'),
    ({ movements }) => sumOf(movements.filter(({ isReversal }) => isReversal)),
  ],
  settles: [part(MovementDto, 'Payments of orders'), moved('settle')],
  refunds: [part(MovementDto, 'Refunds of orders to wallets'), moved('refund')],
  payouts: [part(MovementDto, 'Payouts to clients'), moved('payout')],
  adjustments: [part(MovementDto, 'Corrections'), moved('adjustment')],
  openings: [part(MovementDto, 'Balances from before the ledger'), moved('opening')],
  disputes: [part(MovementDto, 'Money that the gateway took back for disputes'), moved('dispute')],
  debts: [
    part(
      MovementDto,
      'Amounts that wallets lacked and that clients owe since; negative: payments of them',
    ),
    moved('debt'),
  ],
  credits: [
    part(MovementDto, 'Orders bought on account; negative: payments of them'),
    moved('credit'),
  ],
  wallets: [part(WalletTotalsDto), asItIs],
  difference: money(
    'The closing balance less the opening balance and the movements; 0 unless the ledger is wrong',
  ),
  balanced: [flag('Whether the difference is 0'), ({ differenceMinor }) => differenceMinor === 0],
}) {}

export class DayReportDto extends responseDto<PeriodReport & DayReportQuery>()({
  date: day(),
  time_zone: [text(), 'time_zone'],
  ...PeriodReportDto.fields,
}) {}

function sumOf(sums: readonly PostingSum[]): MovementSum {
  const { count, creditMinor, debitMinor } = totalOf(sums);
  return { count, amountMinor: creditMinor - debitMinor };
}
