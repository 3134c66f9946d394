export const ORDER_STATUSES = [
  'awaiting_payment',
  'pending',
  'partially_shipped',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
  'expired',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_STATUSES = ['unpaid', 'paid', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What can happen to an order after it was placed. */
export type OrderEvent =
  'pay' | 'expire' | 'cancel' | 'shipPart' | 'shipRest' | 'deliver' | 'return';

const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  awaiting_payment: { pay: 'pending', expire: 'expired', cancel: 'cancelled' },
  pending: { shipPart: 'partially_shipped', shipRest: 'shipped', cancel: 'cancelled' },
  partially_shipped: { shipPart: 'partially_shipped', shipRest: 'shipped' },
  shipped: { deliver: 'delivered', return: 'returned' },
  delivered: {},
  returned: {},
  cancelled: {},
  expired: { pay: 'pending' },
};

/** The status an event leads to from a status, or null where it is not allowed. */
export function nextStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return TRANSITIONS[from][event] ?? null;
}

/** The statuses from which an event is allowed. */
export function statusesBefore(event: OrderEvent): OrderStatus[] {
  return ORDER_STATUSES.filter((status) => TRANSITIONS[status][event] !== undefined);
}
