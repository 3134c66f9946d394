import {
  responseDto,
  day,
  integer,
  money,
  part,
  parts,
  text,
  texts,
  time,
  timeOfMs,
} from '../../platform/http/response-dto/response-dto.js';
import type { OfficeOverview } from './office-overview.service.js';

/** A part of the overview that the caller may see. */
type Part<K extends keyof OfficeOverview> = NonNullable<OfficeOverview[K]>;

class OrdersToShipDto extends responseDto<Part<'toShip'>>()({
  count: integer(),
  late_count: integer('Placed more than 48 hours ago'),
  oldest_at: timeOfMs('When the oldest of them was placed').orNull(),
}) {}

class OrdersToPayDto extends responseDto<Part<'toPay'>>()({
  count: integer(),
  amount: money().guarded(),
  first_expires_at: time('When the first of them expires; null: none does').orNull(),
}) {}

class OpenLossesDto extends responseDto<Part<'orderLosses'>>()({
  stores: integer(),
  lost_after: time(
    'Orders that they placed after this time may be lost; null: unknown, or none',
  ).orNull(),
}) {}

class FailedDeliveriesDto extends responseDto<Part<'failedDeliveries'>>()({
  count: integer(),
  due_today_count: integer('Those that can be answered until the end of today, or no longer'),
}) {}

class DeliveryProblemsDto extends responseDto<Part<'deliveryProblems'>>()({
  bookings: integer('Bookings about which the service must not decide'),
  findings: integer('Shipments that a person has to look at, with those to claim'),
}) {}

class SoldOutDto extends responseDto<Part<'soldOut'>>()({
  count: integer(),
  skus: texts('The first five of them'),
}) {}

class TransfersToConfirmDto extends responseDto<Part<'transfersToConfirm'>>()({
  count: integer(),
  amount: money().guarded(),
}) {}

class LeavingOwnerDto extends responseDto<Part<'ownersLeaving'>[number]>()({
  email: text(),
  at: timeOfMs(),
}) {}

class GatewayFindingsDto extends responseDto<Part<'gateway'>>()({
  missed: integer('Payments that neither a browser nor a notice reported'),
  other_currency: integer('Payments in another currency: credited to no wallet'),
  unknown_notices: integer('Notices of orders that were never opened here'),
  failed_refunds: integer('Refunds to source that failed'),
  outside_refunds: integer("Refunds that were made in the gateway's own pages"),
  open_disputes: integer('Disputes that are open, of any age'),
  unclear_settlements: integer(
    'Settlements with lines about nothing of this service, or paid out and not booked',
  ),
  difference: money(
    "The ledger's account of the gateway less what the gateway held, at the latest comparison of a day",
  ).guarded(),
}) {}

class EndingSubscriptionsDto extends responseDto<Part<'subscriptionsEnding'>>()({
  count: integer(),
  ended_count: integer('How many of them have ended by now'),
}) {}

class OfficeDayDto extends responseDto<Part<'days'>[number]>()({
  date: day({ description: 'The day in India', example: '2026-11-20' }),
  orders: integer('Orders that were placed'),
  revenue: [
    money('Payments of orders less refunds, as the closing of the day has them').guarded(),
    'salesMinor',
  ],
}) {}

export class OfficeOverviewDto extends responseDto<OfficeOverview>()({
  to_pay: part(OrdersToPayDto, 'Orders that wait for payment; needs `orders:read`').orNull(),
  to_ship: part(
    OrdersToShipDto,
    'Paid orders with units left to ship; needs `orders:read`',
  ).orNull(),
  returns_to_settle: integer(
    'Returned orders, inspected where a return was received, whose money waits for a decision; needs `orders:read`',
  ).orNull(),
  returns_to_decide: integer('Returns that stores have asked for; needs `orders:read`').orNull(),
  returns_to_inspect: integer(
    'Received returns that were not inspected; needs `orders:read`',
  ).orNull(),
  order_losses: part(
    OpenLossesDto,
    'Stores that learned that the database lost orders, and have not placed them again; needs `orders:read`',
  ).orNull(),
  failed_deliveries: part(
    FailedDeliveriesDto,
    'Failed deliveries that wait for an answer; needs `orders:read`',
  ).orNull(),
  delivery_problems: part(
    DeliveryProblemsDto,
    'Bookings and shipments that need a person; needs `orders:read`',
  ).orNull(),
  sold_out: part(
    SoldOutDto,
    'Products with nothing left to sell that were ordered within seven days; needs `stock:read`',
  ).orNull(),
  transfers_to_confirm: part(
    TransfersToConfirmDto,
    'Bank transfers that clients claimed; needs `money:read`',
  ).orNull(),
  adjustments_to_approve: integer(
    'Corrections of wallets that wait for a second person; needs `money:read`',
  ).orNull(),
  approvals_waiting: integer(
    'Entries that wait for a second person, including corrections of wallets; needs `money:read`',
  ).orNull(),
  bank_accounts_alone: texts(
    'Bank accounts that one person entered, or gave an opening balance, while there was no other owner. Empty once there are two; needs `money:read`',
  ).orNull(),
  owners_leaving: parts(
    LeavingOwnerDto,
    'Owners from whom another one takes the role without an approval, unless it is rejected before; needs `users:read`',
  ).orNull(),
  document_holds: integer(
    'Possible losses of committed changes, because of which no document is issued; needs `documents:read`',
  ).orNull(),
  gateway: part(GatewayFindingsDto, 'Problems of the last seven days; needs `money:read`').orNull(),
  subscriptions_ending: part(
    EndingSubscriptionsDto,
    'Subscriptions that end this month; needs `clients:read`',
  ).orNull(),
  failing_mails: integer(
    'Mails that failed three times and still wait; needs `users:read`',
  ).orNull(),
  admin_token_used_at: time(
    'Latest use of the admin token within a day, to the hour, once an operator can sign in; needs `users:read`',
  ).orNull(),
  days: parts(OfficeDayDto, 'The last 30 days, today last; needs `orders:read`').orNull(),
}) {}
