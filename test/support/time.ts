import { OrderArchiveService } from '../../src/orders/archive/order-archive.service.js';
import { OrderExpiryService } from '../../src/orders/expiry/order-expiry.service.js';
import type { TestApp } from './app.js';
import { scratchFolder } from './processes/run.js';

/** Computes the time in this many days, or before now if negative. JSON shows it as ISO 8601. */
export function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

export async function makeOlder(
  { dataSource }: TestApp,
  { minutes = 0, seconds = 0 },
  ...orders: string[]
): Promise<void> {
  await dataSource.query(
    `UPDATE orders SET created_at = created_at - make_interval(secs => $1)
      WHERE order_number = ANY ($2)`,
    [minutes * 60 + seconds, orders],
  );
}

/** Makes orders, and everything that happened to them, older by some days. */
export async function makeAllOlder(app: TestApp, days: number, ...orders: string[]): Promise<void> {
  await makeOlder(app, { minutes: days * 24 * 60 }, ...orders);
  await app.sql`UPDATE order_status_changes SET changed_at = changed_at - make_interval(days => ${days})
      WHERE order_id IN (SELECT id FROM orders WHERE order_number = ANY (${orders}))`;
}

/** Archives orders as if they had ended 200 days ago. Returns how many were archived. */
export async function archiveOrders(app: TestApp, ...orders: string[]): Promise<number> {
  await makeAllOlder(app, 200, ...orders);
  await app.sql`UPDATE orders SET updated_at = created_at WHERE order_number = ANY (${orders})`;
  const day = inDays(-100).toISOString().slice(0, 10);
  const files = app.service(OrderArchiveService).archive(day, await scratchFolder());
  let count = 0;
  for await (const file of files) count += file.orders;
  return count;
}

/** Expires the orders that were unpaid for an hour. Returns their number. */
export async function expireUnpaid(app: TestApp, afterHours = 1): Promise<number> {
  return app.service(OrderExpiryService).expireUnpaid(afterHours);
}
