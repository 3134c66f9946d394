import { admin, app, place } from './suite.js';

export const onAccount = { method: 'credit' };

/** Places an order of 110.00 and pays it on account. Returns its number. */
export async function buy(): Promise<string> {
  const order = await place();
  await admin.orders.pay(order, onAccount);
  return order;
}

/** Moves the purchase of an order, and its due date, to an earlier day. */
export async function age(order: string, days: number): Promise<void> {
  await app.sql`UPDATE credit_items SET due_at = due_at - make_interval(days => ${days}::integer), created_at = created_at - make_interval(days => ${days}::integer)
      WHERE order_id = (SELECT id FROM orders WHERE order_number = ${order})`;
}
