import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { Amount } from '../../platform/http/input/amounts.js';
import { toMajorUnits } from '../../platform/money.js';
import type { OfficeOverview } from './office-overview.service.js';
import { ObjectOrNull, OrNull } from '../../platform/http/openapi/or-null.js';

class OrdersToShipDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty({ type: 'integer', description: 'Placed more than 48 hours ago' })
  late_count: number;

  @OrNull('date-time', 'When the oldest of them was placed')
  oldest_at: string | null;
}

class OpenLossesDto {
  @ApiProperty({ type: 'integer' })
  stores: number;

  @OrNull(
    'date-time',
    'Orders that they placed after this time may be lost; null: unknown, or none',
  )
  lost_after: string | null;
}

class SoldOutDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty({ type: [String], description: 'The first five of them' })
  skus: string[];
}

class TransfersToConfirmDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @Amount()
  amount: number;
}

class GatewayFindingsDto {
  @ApiProperty({
    type: 'integer',
    description: 'Payments that neither a browser nor a notice reported',
  })
  missed: number;

  @ApiProperty({
    type: 'integer',
    description: 'Payments in another currency: credited to no wallet',
  })
  other_currency: number;

  @ApiProperty({ type: 'integer', description: 'Notices of orders that were never opened here' })
  unknown_notices: number;

  @ApiProperty({ type: 'integer', description: 'Refunds to source that failed' })
  failed_refunds: number;

  @ApiProperty({
    type: 'integer',
    description: "Refunds that were made in the gateway's own pages",
  })
  outside_refunds: number;

  @ApiProperty({ type: 'integer', description: 'Disputes that are open, of any age' })
  open_disputes: number;

  @ApiProperty({
    type: 'integer',
    description: 'Settlements with lines about nothing of this service, or paid out and not booked',
  })
  unclear_settlements: number;

  @Amount({
    description:
      "The ledger's account of the gateway less what the gateway held, at the latest comparison of a day",
  })
  difference: number;
}

class EndingSubscriptionsDto {
  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty({ type: 'integer', description: 'How many of them have ended by now' })
  ended_count: number;
}

class OfficeDayDto {
  @ApiProperty({ format: 'date', description: 'The day in India', example: '2026-11-20' })
  date: string;

  @ApiProperty({ type: 'integer', description: 'Orders that were placed' })
  orders: number;

  @Amount({ description: 'Payments of orders less refunds, as the closing of the day has them' })
  revenue: number;
}

@ApiExtraModels(
  OrdersToShipDto,
  OpenLossesDto,
  SoldOutDto,
  TransfersToConfirmDto,
  GatewayFindingsDto,
  EndingSubscriptionsDto,
)
export class OfficeOverviewDto {
  @ObjectOrNull(OrdersToShipDto, 'Paid orders with units left to ship; needs `orders:read`')
  to_ship: OrdersToShipDto | null;

  @OrNull('integer', 'Returned orders whose money waits for a decision; needs `orders:read`')
  returns_to_settle: number | null;

  @OrNull('integer', 'Returns that stores have asked for; needs `orders:read`')
  returns_to_decide: number | null;

  @OrNull('integer', 'Received returns that were not inspected; needs `orders:read`')
  returns_to_inspect: number | null;

  @ObjectOrNull(
    OpenLossesDto,
    'Stores that learned that the database lost orders, and have not placed them again; needs `orders:read`',
  )
  order_losses: OpenLossesDto | null;

  @ObjectOrNull(
    SoldOutDto,
    'Products with nothing left to sell that were ordered within seven days; needs `stock:read`',
  )
  sold_out: SoldOutDto | null;

  @ObjectOrNull(TransfersToConfirmDto, 'Bank transfers that clients claimed; needs `money:read`')
  transfers_to_confirm: TransfersToConfirmDto | null;

  @OrNull('integer', 'Corrections of wallets that wait for a second person; needs `money:read`')
  adjustments_to_approve: number | null;

  @OrNull(
    'integer',
    'What waits for a second person, corrections of wallets included; needs `money:read`',
  )
  approvals_waiting: number | null;

  @ObjectOrNull(GatewayFindingsDto, 'What went wrong within seven days; needs `money:read`')
  gateway: GatewayFindingsDto | null;

  @ObjectOrNull(EndingSubscriptionsDto, 'Subscriptions that end this month; needs `clients:read`')
  subscriptions_ending: EndingSubscriptionsDto | null;

  @OrNull('integer', 'Mails that failed three times and still wait; needs `users:read`')
  failing_mails: number | null;

  @OrNull(
    'date-time',
    'Latest use of the admin token within a day, to the hour, once an operator can sign in; needs `users:read`',
  )
  admin_token_used_at: string | null;

  @OrNull([OfficeDayDto], 'The last 30 days, today last; needs `orders:read`')
  days: OfficeDayDto[] | null;
}

export function toOfficeOverview(overview: OfficeOverview): OfficeOverviewDto {
  const { toShip, losses, soldOut, money, subscriptions, days } = overview;
  return {
    to_ship: toShip && {
      count: toShip.count,
      late_count: toShip.lateCount,
      oldest_at: toShip.oldestAt?.toISOString() ?? null,
    },
    returns_to_settle: overview.returns?.toSettle ?? null,
    returns_to_decide: overview.returns?.toDecide ?? null,
    returns_to_inspect: overview.returns?.toInspect ?? null,
    order_losses: losses && {
      stores: losses.stores,
      lost_after: losses.lostAfter?.toISOString() ?? null,
    },
    sold_out: soldOut && { count: soldOut.count, skus: soldOut.skus },
    transfers_to_confirm: money && {
      count: money.transfers.count,
      amount: toMajorUnits(money.transfers.amountMinor),
    },
    adjustments_to_approve: money?.adjustments ?? null,
    approvals_waiting: money?.approvals ?? null,
    gateway: money && {
      missed: money.gateway.missed,
      other_currency: money.gateway.otherCurrency,
      unknown_notices: money.gateway.unknownNotices,
      failed_refunds: money.gateway.failedRefunds,
      outside_refunds: money.gateway.outsideRefunds,
      open_disputes: money.gateway.openDisputes,
      unclear_settlements: money.gateway.unclearSettlements,
      difference: toMajorUnits(money.gateway.differenceMinor),
    },
    subscriptions_ending: subscriptions && {
      count: subscriptions.count,
      ended_count: subscriptions.endedCount,
    },
    failing_mails: overview.failingMails,
    admin_token_used_at: overview.adminTokenUsedAt?.toISOString() ?? null,
    days:
      days?.map(({ date, orders, salesMinor }) => ({
        date,
        orders,
        revenue: toMajorUnits(salesMinor),
      })) ?? null,
  };
}
