import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { toIsoTimestamp } from '../../../platform/http/input/iso-timestamp.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { SubscriptionStanding } from '../../../plans/plans.service.js';
import type { Overview } from './overview.service.js';

class ToPayDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty()
  total: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the first of them expires; null: none does',
  })
  next_expires_at: string | null;
}

class WalletFigureDto {
  @ApiProperty()
  balance: number;
}

export class OwnSubscriptionDto {
  @ApiProperty({ description: 'Code of the plan' })
  plan: string;

  @ApiProperty({ description: 'Name of the plan' })
  plan_name: string;

  @ApiProperty()
  status: string;

  @ApiProperty({ format: 'date-time' })
  starts_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  grace_ends_at: string | null;

  @ApiProperty({ description: 'Whether it gives access now' })
  live: boolean;
}

class DayFiguresDto {
  @ApiProperty({ format: 'date', description: 'The day in India', example: '2026-11-20' })
  date: string;

  @ApiProperty({ type: 'integer', description: 'Orders that were placed' })
  orders: number;

  @ApiProperty({ description: 'The totals of those that were paid' })
  spend: number;
}

@ApiExtraModels(OwnSubscriptionDto)
export class OverviewDto {
  @ApiProperty({ description: 'Orders that wait for their payment' })
  to_pay: ToPayDto;

  @ApiProperty()
  wallet: WalletFigureDto;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(OwnSubscriptionDto) }, { type: 'null' }],
  })
  subscription: OwnSubscriptionDto | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Refused requests of your stores since midnight in India, see `GET /dashboard/api/failures`',
  })
  failures_today: number;

  @ApiProperty({ type: [DayFiguresDto], description: 'The last 30 days, today last' })
  days: DayFiguresDto[];
}

export function toOwnSubscription(subscription: SubscriptionStanding): OwnSubscriptionDto {
  return {
    plan: subscription.planCode,
    plan_name: subscription.planName,
    status: subscription.status,
    starts_at: toIsoTimestamp(subscription.startsAtMs),
    ends_at: toIsoTimestamp(subscription.endsAtMs),
    grace_ends_at: toIsoTimestamp(subscription.graceEndsAtMs),
    live: subscription.isLive,
  };
}

export function toOverview(overview: Overview): OverviewDto {
  const { toPay, nextExpiresAt, balanceMinor, subscription, failuresToday, days } = overview;
  return {
    to_pay: {
      count: toPay.count,
      total: toMajorUnits(toPay.totalMinor),
      next_expires_at: nextExpiresAt?.toISOString() ?? null,
    },
    wallet: { balance: toMajorUnits(balanceMinor) },
    subscription: subscription && toOwnSubscription(subscription),
    failures_today: failuresToday,
    days: days.map(({ date, orders, spendMinor }) => ({
      date,
      orders,
      spend: toMajorUnits(spendMinor),
    })),
  };
}
