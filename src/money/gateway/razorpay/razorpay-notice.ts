import { NOTICE_SUBJECTS, type SignedNotice } from '../payment-gateway.js';
import {
  idOf,
  parseObject,
  toObject,
  type JsonObject,
} from '../../../platform/http/exchange/json.js';

/** Reads the body of a notice from Razorpay. Unreadable parts are null, so that the notice is stored in any case. */
export function readNoticeBody(body: string): SignedNotice {
  const { event, payload } = parseObject(body);
  const payment = entityOf(payload, 'payment');
  const order = entityOf(payload, 'order');
  const [about = null] = NOTICE_SUBJECTS.flatMap((kind) => {
    const id = idOf(entityOf(payload, kind).id, 40);
    return id === null ? [] : [{ kind, id }];
  });
  return {
    event: idOf(event, 60) ?? 'unknown',
    orderId: idOf(payment.order_id, 40) ?? idOf(order.id, 40),
    paymentId: idOf(payment.id, 40),
    about,
  };
}

function entityOf(payload: unknown, name: string): JsonObject {
  return toObject(toObject(toObject(payload)[name]).entity);
}
