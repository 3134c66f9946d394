import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { GATEWAY_KINDS } from '../../../platform/config/gateway-kinds.js';
import { OneOf, QueryFlag, WholeNumber } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { DayCheck } from '../day-checks/day-checks.repository.js';
import { NOTICE_SUBJECTS, PAYMENT_STATUSES } from '../payment-gateway.js';
import {
  NOTICE_OUTCOMES,
  type GatewayNotice,
  type NoticeOutcome,
} from '../notices/gateway-notices.repository.js';
import {
  PAYMENT_OUTCOMES,
  type GatewayPaymentOutcome,
  type ListedPayment,
} from '../checkouts/gateway-payments.repository.js';
import { INTENT_STATUSES, type PaymentIntent } from '../checkouts/payment-intents.repository.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

const ID_MAX = 2_147_483_647;

export class IntentsQuery extends PageQuery {
  @Type(() => Number)
  @WholeNumber({ min: 1, max: ID_MAX, optional: true })
  client_id?: number;

  @OneOf(INTENT_STATUSES, { optional: true })
  status?: PaymentIntent['status'];
}

export class GatewayPaymentsQuery extends PageQuery {
  @OneOf(PAYMENT_OUTCOMES, { optional: true })
  outcome?: GatewayPaymentOutcome;

  @QueryFlag('true: only payments that neither a browser nor a notice reported')
  missed?: 'true' | 'false';
}

export class NoticesQuery extends PageQuery {
  @OneOf(NOTICE_OUTCOMES, { optional: true })
  outcome?: NoticeOutcome;
}

/** A client's wish to pay through the gateway. */
export class PaymentIntentDto {
  @ApiProperty({ description: "The receipt of the gateway's order", example: 'pi_0f1e2d3c4b5a' })
  id: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ enum: GATEWAY_KINDS })
  gateway: string;

  @OrNull(String, 'null: not created yet, or not known')
  gateway_order_id: string | null;

  @ApiProperty()
  amount: number;

  @ApiProperty()
  currency: string;

  @ApiProperty({ type: [String], description: 'Empty: the money goes to the wallet' })
  order_numbers: string[];

  @ApiProperty({
    enum: INTENT_STATUSES,
    description:
      'superseded: a later intent is for one of its orders; money that arrives is still accepted',
  })
  status: string;

  @ApiProperty()
  started_by: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @OrNull('date-time', 'Time at which a browser returned from the checkout with a payment')
  returned_at: string | null;
}

/** The state of a payment at the gateway, and its outcome here. */
export class GatewayPaymentDto {
  @ApiProperty({ example: 'pay_29QQoUBi66xm2f' })
  payment_id: string;

  @ApiProperty()
  intent_id: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @OrNull(String)
  gateway_order_id: string | null;

  @ApiProperty()
  amount: number;

  @ApiProperty({ description: 'The amount that the gateway refunded' })
  refunded: number;

  @ApiProperty()
  currency: string;

  @ApiProperty({ type: String, nullable: true, example: 'upi' })
  method: string | null;

  @ApiProperty({ enum: PAYMENT_STATUSES, description: 'At the gateway' })
  status: string;

  @ApiProperty({
    enum: PAYMENT_OUTCOMES,
    description:
      'applied: it paid orders. credited: it is in the wallet. open: not captured. refunded: the gateway returned it ' +
      'before it was credited. other_currency: not credited',
  })
  outcome: string;

  @OrNull('integer')
  receipt_id: number | null;

  @ApiProperty({
    enum: ['return', 'notice', 'schedule', 'day'],
    description:
      'The reason for the check that found it. schedule and day: neither a browser nor a notice had reported it',
  })
  found_by: string;

  @ApiProperty({ format: 'date-time' })
  seen_at: string;
}

/** A notice of the gateway. */
export class GatewayNoticeDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ description: 'SHA-256 of the body: a repeated notice has the same' })
  event_id: string;

  @ApiProperty({ example: 'payment.captured' })
  event: string;

  @OrNull(String)
  gateway_order_id: string | null;

  @OrNull(String)
  payment_id: string | null;

  @ApiProperty({
    enum: NOTICE_SUBJECTS,
    nullable: true,
    description: 'The refund, dispute or settlement that it is about, if any',
  })
  about: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'rfnd_FgRAHdNOM4ZVbO' })
  about_id: string | null;

  @ApiProperty({
    enum: NOTICE_OUTCOMES,
    description:
      'checked: the gateway was queried about its subject. unknown_order: it belongs to no intent or payment of this service. ' +
      'ignored: the service does not handle this kind of notice',
  })
  outcome: string;

  @ApiProperty({ description: 'The text as it was received' })
  body: string;

  @ApiProperty({ format: 'date-time' })
  received_at: string;
}

/** A day that was compared with the gateway. */
export class GatewayDayDto {
  @ApiProperty({ format: 'date', description: 'A day in India' })
  day: string;

  @ApiProperty({ type: 'integer', description: 'Intents for which the gateway answered' })
  checked: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Intents, and lists of refunds, disputes and settlements, for which it did not answer',
  })
  failed: number;

  @ApiProperty({
    type: 'integer',
    description: 'Payments that were credited only because of this check',
  })
  found: number;

  @ApiProperty({ description: 'Their amount' })
  found_amount: number;

  @OrNull(
    Number,
    "The balance of the ledger's account `gateway` after the comparison; null: not compared",
  )
  books: number | null;

  @OrNull(
    Number,
    "The balance that follows from the gateway's answers. A difference is money that is not booked",
  )
  held: number | null;

  @ApiProperty({ format: 'date-time' })
  started_at: string;

  @OrNull('date-time')
  finished_at: string | null;
}

export function toIntent(intent: PaymentIntent): PaymentIntentDto {
  return {
    id: intent.receipt,
    client_id: intent.clientId,
    gateway: intent.gateway,
    gateway_order_id: intent.gatewayOrderId,
    amount: toMajorUnits(intent.amountMinor),
    currency: intent.currency,
    order_numbers: intent.orderNumbers,
    status: intent.status,
    started_by: intent.actor,
    created_at: intent.createdAt.toISOString(),
    returned_at: intent.returnedAt?.toISOString() ?? null,
  };
}

export function toGatewayPayment(payment: ListedPayment): GatewayPaymentDto {
  return {
    payment_id: payment.paymentId,
    intent_id: payment.intentReceipt,
    client_id: payment.clientId,
    gateway_order_id: payment.orderId,
    amount: toMajorUnits(payment.amountMinor),
    refunded: toMajorUnits(payment.refundedMinor),
    currency: payment.currency,
    method: payment.method,
    status: payment.status,
    outcome: payment.outcome,
    receipt_id: payment.receiptId,
    found_by: payment.foundBy,
    seen_at: payment.seenAt.toISOString(),
  };
}

export function toNotice(notice: GatewayNotice): GatewayNoticeDto {
  return {
    id: notice.id,
    event_id: notice.key,
    event: notice.event,
    gateway_order_id: notice.gatewayOrderId,
    payment_id: notice.paymentId,
    about: notice.about?.kind ?? null,
    about_id: notice.about?.id ?? null,
    outcome: notice.outcome,
    body: notice.body,
    received_at: notice.receivedAt.toISOString(),
  };
}

export function toGatewayDay(day: DayCheck): GatewayDayDto {
  return {
    day: day.day,
    checked: day.checked,
    failed: day.failed,
    found: day.found,
    found_amount: toMajorUnits(day.foundMinor),
    books: day.booksMinor === null ? null : toMajorUnits(day.booksMinor),
    held: day.heldMinor === null ? null : toMajorUnits(day.heldMinor),
    started_at: day.startedAt.toISOString(),
    finished_at: day.finishedAt?.toISOString() ?? null,
  };
}
