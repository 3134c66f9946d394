/** The statuses of an order, in the order of its life. */
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
