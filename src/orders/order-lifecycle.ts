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

/** The statuses that an order of a payment status can have, as the check `orders_state_ck` says. */
export const STATUSES_OF_PAYMENT: Readonly<Record<PaymentStatus, readonly OrderStatus[]>> = {
  unpaid: ['awaiting_payment', 'cancelled', 'expired'],
  paid: ['pending', 'partially_shipped', 'shipped', 'delivered', 'returned'],
  refunded: ['returned', 'cancelled'],
};

/** What can happen to an order after it was placed. */
const ORDER_EVENTS = [
  'pay',
  'expire',
  'cancel',
  'shipPart',
  'shipRest',
  'close',
  'deliver',
  'return',
  'refund',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  awaiting_payment: { pay: 'pending', expire: 'expired', cancel: 'cancelled' },
  pending: { shipPart: 'partially_shipped', shipRest: 'shipped', cancel: 'cancelled' },
  partially_shipped: { shipPart: 'partially_shipped', shipRest: 'shipped', close: 'shipped' },
  shipped: { deliver: 'delivered', return: 'returned' },
  delivered: { return: 'returned' },
  returned: { refund: 'returned' },
  cancelled: {},
  expired: { pay: 'pending' },
};

/** When another look is worth it at an order that we have yet to do something for. */
export const OPEN_POLL_SECONDS = 5 * 60;
/** And at one to which nothing more is expected to happen. */
const DONE_POLL_SECONDS = 24 * 60 * 60;

/** When another look at an order in a status is worth it. */
export const POLL_SECONDS: Readonly<Record<OrderStatus, number>> = {
  awaiting_payment: OPEN_POLL_SECONDS,
  pending: OPEN_POLL_SECONDS,
  partially_shipped: 30 * 60,
  shipped: 30 * 60,
  delivered: DONE_POLL_SECONDS,
  returned: DONE_POLL_SECONDS,
  cancelled: DONE_POLL_SECONDS,
  expired: DONE_POLL_SECONDS,
};

/** Returns the status an event leads to from a status, or null where it is not allowed. */
export function nextStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return TRANSITIONS[from][event] ?? null;
}

/** Returns every change of status there is. */
export function transitions(): { from: OrderStatus; event: OrderEvent; to: OrderStatus }[] {
  return ORDER_STATUSES.flatMap((from) =>
    ORDER_EVENTS.flatMap((event) => {
      const to = nextStatus(from, event);
      return to === null ? [] : [{ from, event, to }];
    }),
  );
}

/** Returns the statuses from which an event is allowed. */
export function statusesBefore(event: OrderEvent): OrderStatus[] {
  return ORDER_STATUSES.filter((status) => TRANSITIONS[status][event] !== undefined);
}
