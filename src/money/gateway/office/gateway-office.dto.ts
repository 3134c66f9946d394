import {
  responseDto,
  day,
  integer,
  money,
  text,
  texts,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { GATEWAY_KINDS } from '../gateways.js';
import { OneOf, QueryFlag, QueryId } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import type { DayCheck } from '../day-checks/day-check.entity.js';
import { NOTICE_SUBJECTS, PAYMENT_STATUSES } from '../payment-gateway.js';
import {
  NOTICE_OUTCOMES,
  type GatewayNotice,
  type NoticeOutcome,
} from '../notices/gateway-notice.entity.js';
import type { ListedPayment } from '../checkouts/gateway-payments.repository.js';
import type { PaymentIntent } from '../checkouts/payment-intents.repository.js';
import { INTENT_STATUSES } from '../checkouts/stored-intent.entity.js';
import {
  PAYMENT_OUTCOMES,
  type GatewayPaymentOutcome,
} from '../checkouts/stored-payment.entity.js';

export class IntentsQuery extends PageQuery {
  @QueryId()
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
export class PaymentIntentDto extends responseDto<PaymentIntent>()({
  id: [
    text({ description: "The receipt of the gateway's order", example: 'pi_0f1e2d3c4b5a' }),
    'receipt',
  ],
  client_id: integer(),
  gateway: word(GATEWAY_KINDS),
  gateway_order_id: text('null: not created yet, or not known').orNull(),
  amount: money(),
  currency: text(),
  order_numbers: texts('Empty: the money goes to the wallet'),
  status: word(
    INTENT_STATUSES,
    'superseded: a later intent is for one of its orders; money that arrives is still accepted',
  ),
  started_by: [text(), 'actor'],
  created_at: time(),
  returned_at: time('Time at which a browser returned from the checkout with a payment').orNull(),
}) {}

/** The state of a payment at the gateway, and its outcome here. */
export class GatewayPaymentDto extends responseDto<ListedPayment>()({
  payment_id: text({ example: 'pay_29QQoUBi66xm2f' }),
  intent_id: [text(), 'intentReceipt'],
  client_id: integer(),
  gateway_order_id: [text().orNull(), 'orderId'],
  amount: money(),
  refunded: money('The amount that the gateway refunded'),
  currency: text(),
  method: text({ example: 'upi' }).orNull(),
  status: word(PAYMENT_STATUSES, 'At the gateway'),
  outcome: word(PAYMENT_OUTCOMES),
  receipt_id: integer().orNull(),
  found_by: word(
    ['return', 'notice', 'schedule', 'day'],
    'The reason for the check that found it. schedule and day: neither a browser nor a notice had reported it',
  ),
  seen_at: time(),
}) {}

export class GatewayNoticeDto extends responseDto<GatewayNotice>()({
  id: integer(),
  event_id: text('SHA-256 of the body: a repeated notice has the same'),
  event: text({ example: 'payment.captured' }),
  gateway_order_id: text().orNull(),
  payment_id: text().orNull(),
  about: [
    word(NOTICE_SUBJECTS, 'The refund, dispute or settlement that it is about, if any').orNull(),
    'aboutKind',
  ],
  about_id: text({ example: 'rfnd_FgRAHdNOM4ZVbO' }).orNull(),
  outcome: word(NOTICE_OUTCOMES),
  body: text('The text as it was received'),
  received_at: time(),
}) {}

export class GatewayDayDto extends responseDto<DayCheck>()({
  day: day('A day in India'),
  checked: integer('Intents for which the gateway answered'),
  failed: integer(
    'Number of intents, and of lists of refunds, disputes and settlements, that it did not answer for',
  ),
  found: integer('Payments that were credited only because of this check'),
  found_amount: [money('Their amount'), 'foundMinor'],
  books: money(
    "The balance of the ledger's account `gateway` after the comparison; null: not compared",
  ).orNull(),
  held: money(
    "The balance that follows from the gateway's answers. A difference is money that is not booked",
  ).orNull(),
  started_at: time(),
  finished_at: time().orNull(),
}) {}
