import { IntersectionType } from '@nestjs/swagger';
import {
  answer,
  day,
  flag,
  integer,
  money,
  part,
  text,
  time,
} from '../../../platform/http/answer/answer.js';
import { Text, textRule } from '../../../platform/http/input/fields.js';
import { TIME_ZONE } from '../../../platform/time-zone.js';
import { Month } from '../../../platform/days/month.field.js';
import type { Movement, MovementSum } from './day-report.repository.js';
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

/** Query: the closing of a day as a file. */
export class DayReportFileQuery extends IntersectionType(DayReportQuery, TableFileQuery) {}

export class MonthReportQuery {
  @Month()
  month: string;
}

/** Query: the wallets of a month as a file. */
export class MonthReportFileQuery extends IntersectionType(MonthReportQuery, TableFileQuery) {}

export class MovementDto extends answer<MovementSum>()({
  count: integer(),
  amount: money('Positive: added to the wallets. Negative: taken from them'),
}) {}

const received =
  (wanted: Movement['source']) =>
  ({ movements }: PeriodReport): MovementSum =>
    sumOf(
      movements,
      ({ kind, source, isReversal }) => kind === 'receipt' && source === wanted && !isReversal,
    );

const moved =
  (wanted: Movement['kind']) =>
  ({ movements }: PeriodReport): MovementSum =>
    sumOf(movements, ({ kind, isReversal }) => kind === wanted && !isReversal);

const asItIs = (report: PeriodReport): PeriodReport => report;

class ReceivedDto extends answer<PeriodReport>()({
  bank: [part(MovementDto), received('bank')],
  cash: [part(MovementDto), received('cash')],
  other: [part(MovementDto), received('other')],
  gateway: [part(MovementDto), received('gateway')],
}) {}

class WalletTotalsDto extends answer<PeriodReport>()({
  opening: money('The sum of all balances at the beginning of the period'),
  closing: money('The sum of all balances at its end'),
}) {}

/** The movements of all wallets in a period. */
export class PeriodReportDto extends answer<PeriodReport>()({
  from: [time('Beginning of the period'), ({ period }) => period.from],
  to: [time('End of the period (exclusive)'), ({ period }) => period.to],
  receipts: [part(ReceivedDto, 'Incoming money by source'), asItIs],
  reversals: [
    part(MovementDto, 'Reversed receipts'),
    ({ movements }) => sumOf(movements, ({ isReversal }) => isReversal),
  ],
  settles: [part(MovementDto, 'Payments of orders'), moved('settle')],
  refunds: [part(MovementDto, 'Refunds of orders to wallets'), moved('refund')],
  payouts: [part(MovementDto, 'Payouts to clients'), moved('payout')],
  adjustments: [part(MovementDto, 'Corrections'), moved('adjustment')],
  openings: [part(MovementDto, 'Balances from before the ledger'), moved('opening')],
  disputes: [part(MovementDto, 'Money that the gateway took back for disputes'), moved('dispute')],
  debts: [
    part(MovementDto, 'What wallets lacked and clients owe since; negative: what was paid of it'),
    moved('debt'),
  ],
  credits: [
    part(MovementDto, 'Orders bought on account; negative: what was paid of it'),
    moved('credit'),
  ],
  wallets: [part(WalletTotalsDto), asItIs],
  difference: money(
    'The closing balance less the opening balance and the movements; 0 unless the ledger is wrong',
  ),
  balanced: [flag('Whether the difference is 0'), ({ differenceMinor }) => differenceMinor === 0],
}) {}

export class DayReportDto extends answer<PeriodReport & DayReportQuery>()({
  date: day(),
  time_zone: [text(), 'time_zone'],
  ...PeriodReportDto.fields,
}) {}

function sumOf(
  movements: readonly Movement[],
  isWanted: (movement: Movement) => boolean,
): MovementSum {
  const wanted = movements.filter(isWanted);
  return {
    count: wanted.reduce((sum, { count }) => sum + count, 0),
    amountMinor: wanted.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  };
}
