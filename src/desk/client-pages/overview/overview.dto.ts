import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { ClientSubscriptionDto, toClientSubscription } from '../../clients/clients.dto.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { SubscriptionStanding } from '../../../plans/plans.service.js';
import type { Overview } from './overview.service.js';
import { ObjectOrNull, OrNull } from '../../../platform/http/openapi/or-null.js';

class ToPayDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty()
  total: number;

  @OrNull('date-time', 'When the first of them expires; null: none does')
  next_expires_at: string | null;
}

class WalletFigureDto {
  @ApiProperty()
  balance: number;

  @ApiProperty({ description: 'Money that was taken back and that the wallet did not hold' })
  debt: number;
}

export class OwnSubscriptionDto extends ClientSubscriptionDto {
  @ApiProperty({ description: 'Name of the plan' })
  plan_name: string;
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

  @ObjectOrNull(OwnSubscriptionDto)
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
  return { ...toClientSubscription(subscription), plan_name: subscription.planName };
}

export function toOverview(overview: Overview): OverviewDto {
  const { toPay, nextExpiresAt, balances, subscription, failuresToday, days } = overview;
  return {
    to_pay: {
      count: toPay.count,
      total: toMajorUnits(toPay.totalMinor),
      next_expires_at: nextExpiresAt?.toISOString() ?? null,
    },
    wallet: {
      balance: toMajorUnits(balances.walletMinor),
      debt: toMajorUnits(balances.debtMinor),
    },
    subscription: subscription && toOwnSubscription(subscription),
    failures_today: failuresToday,
    days: days.map(({ date, orders, spendMinor }) => ({
      date,
      orders,
      spend: toMajorUnits(spendMinor),
    })),
  };
}
