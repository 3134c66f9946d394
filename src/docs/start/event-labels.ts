import type { OrderEvent } from '../../orders/order-lifecycle.js';

/** The words at an arrow of the order lifecycle. */
export const EVENT_LABELS: Record<OrderEvent, string> = {
  pay: 'paid',
  expire: 'not paid in time',
  cancel: 'cancelled',
  shipPart: 'part shipped',
  shipRest: 'all shipped',
  close: 'closed',
  deliver: 'delivered',
  return: 'came back',
  refund: 'refunded',
};
