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

const received =
  (source: PostingSum['source']) =>
  ({ movements }: PeriodReport): MovementSum =>
    sumOf(
      movements.filter((sum) => isOf('receipt')(sum) && sum.source === source && !sum.isReversal),
    );

/** Sums what is no receipt, less what was taken back, such as a payout that was rejected. */
const moved =
  (kind: PostingSum['kind']) =>
  ({ movements }: PeriodReport): MovementSum =>
    sumOf(movements.filter(isOf(kind)));

/** Sums what left wallets without being set aside, and approved money that was set aside, also where the gateway returned it. */
function paidOut({ movements, waiting }: PeriodReport): MovementSum {
  const left = sumOf(movements.filter(isOf('payout')));
  const aside = sumOf(waiting);
  const approved = totalOf(waiting.filter(({ isReversal }) => !isReversal)).debits;
  const reversals = totalOf(waiting.filter(({ isReversal }) => isReversal));
  // Reversals that are debits give money back to wallets.
  const failed = reversals.count - reversals.debits;
  return {
    count: left.count - aside.count + 2 * (approved + failed),
    amountMinor: left.amountMinor + aside.amountMinor,
  };
}

function setAside({ waiting }: PeriodReport): MovementSum {
  const { count, amountMinor } = sumOf(waiting);
  return { count, amountMinor: 0 - amountMinor };
}

const asItIs = (report: PeriodReport): PeriodReport => report;

class ReceivedDto extends responseDto<PeriodReport>()({
  bank: [part(MovementDto), received('bank')],
  cash: [part(MovementDto), received('cash')],
  other: [part(MovementDto), received('other')],
  gateway: [part(MovementDto), received('gateway')],
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
    ({ movements }) => sumOf(movements.filter((sum) => isOf('receipt')(sum) && sum.isReversal)),
  ],
  settles: [part(MovementDto, 'Payments of orders'), moved('settle')],
  refunds: [part(MovementDto, 'Refunds of orders to wallets'), moved('refund')],
  payouts: [part(MovementDto, 'Payouts to clients, but none that waits for approval'), paidOut],
  set_aside: [
    part(
      MovementDto,
      'Money of wallets that was set aside for payouts and refunds that wait; positive: more was paid out or returned',
    ),
    setAside,
  ],
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

function isOf(kind: PostingSum['kind']): (sum: PostingSum) => boolean {
  return (sum) => sum.kind === kind;
}

function sumOf(sums: readonly PostingSum[]): MovementSum {
  const { count, creditMinor, debitMinor } = totalOf(sums);
  return { count, amountMinor: creditMinor - debitMinor };
}
