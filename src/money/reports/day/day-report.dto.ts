import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Text, textRule } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import { TIME_ZONE } from '../../../platform/time-zone.js';
import { Month } from '../../../platform/days/month.field.js';
import type { Movement } from './day-report.repository.js';
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

export class MovementDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty({ description: 'Positive: added to the wallets. Negative: taken from them' })
  amount: number;
}

export class ReceivedDto {
  @ApiProperty()
  bank: MovementDto;

  @ApiProperty()
  cash: MovementDto;

  @ApiProperty()
  other: MovementDto;

  @ApiProperty()
  gateway: MovementDto;
}

export class WalletTotalsDto {
  @ApiProperty({ description: 'The sum of all balances at the beginning of the period' })
  opening: number;

  @ApiProperty({ description: 'The sum of all balances at its end' })
  closing: number;
}

/** The movements of all wallets in a period. */
export class PeriodReportDto {
  @ApiProperty({ format: 'date-time', description: 'Beginning of the period' })
  from: string;

  @ApiProperty({ format: 'date-time', description: 'End of the period (exclusive)' })
  to: string;

  @ApiProperty({ description: 'Incoming money by source' })
  receipts: ReceivedDto;

  @ApiProperty({ description: 'Reversed receipts' })
  reversals: MovementDto;

  @ApiProperty({ description: 'Payments of orders' })
  settles: MovementDto;

  @ApiProperty({ description: 'Refunds of orders to wallets' })
  refunds: MovementDto;

  @ApiProperty({ description: 'Payouts to clients' })
  payouts: MovementDto;

  @ApiProperty({ description: 'Corrections' })
  adjustments: MovementDto;

  @ApiProperty({ description: 'Balances from before the ledger' })
  openings: MovementDto;

  @ApiProperty({ description: 'Money that the gateway took back for disputes' })
  disputes: MovementDto;

  @ApiProperty({
    description: 'What wallets lacked and clients owe since; negative: what was paid of it',
  })
  debts: MovementDto;

  @ApiProperty({ description: 'Orders bought on account; negative: what was paid of it' })
  credits: MovementDto;

  @ApiProperty()
  wallets: WalletTotalsDto;

  @ApiProperty({
    description:
      'The closing balance less the opening balance and the movements; 0 unless the ledger is wrong',
  })
  difference: number;

  @ApiProperty({ description: 'Whether the difference is 0' })
  balanced: boolean;
}

export class DayReportDto extends PeriodReportDto {
  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty()
  time_zone: string;
}

export class MonthReportQuery {
  @Month()
  month: string;
}

/** Query: the wallets of a month as a file. */
export class MonthReportFileQuery extends IntersectionType(MonthReportQuery, TableFileQuery) {}

export function toPeriodReport({
  period,
  movements,
  openingMinor,
  closingMinor,
  differenceMinor,
}: PeriodReport): PeriodReportDto {
  const sum = (isWanted: (movement: Movement) => boolean): MovementDto =>
    total(movements.filter(isWanted));
  const received = (source: Movement['source']): MovementDto =>
    sum(
      ({ kind, source: from, isReversal }) => kind === 'receipt' && from === source && !isReversal,
    );
  const moved = (kind: Movement['kind']): MovementDto =>
    sum((movement) => movement.kind === kind && !movement.isReversal);
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    receipts: {
      bank: received('bank'),
      cash: received('cash'),
      other: received('other'),
      gateway: received('gateway'),
    },
    reversals: sum(({ isReversal }) => isReversal),
    settles: moved('settle'),
    refunds: moved('refund'),
    payouts: moved('payout'),
    adjustments: moved('adjustment'),
    openings: moved('opening'),
    disputes: moved('dispute'),
    debts: moved('debt'),
    credits: moved('credit'),
    wallets: { opening: toMajorUnits(openingMinor), closing: toMajorUnits(closingMinor) },
    difference: toMajorUnits(differenceMinor),
    balanced: differenceMinor === 0,
  };
}

function total(movements: readonly Movement[]): MovementDto {
  return {
    count: movements.reduce((sum, { count }) => sum + count, 0),
    amount: toMajorUnits(movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
  };
}
