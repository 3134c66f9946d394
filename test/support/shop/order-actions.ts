import type { TestApp } from '../app.js';
import { Admin } from './admin.js';
import { givenProduct } from './given.js';
import type { Shop } from './shop.js';
import { expireUnpaid, makeOlder } from '../time.js';

/** Makes an order of three units, 310.00 in all, after some actions. */
export async function givenOrderAfter(shop: Shop, ...actions: readonly ('pay' | 'ship')[]) {
  const { sku } = await givenProduct(shop.app);
  return givenOrderOf(shop, sku, 3, ...actions);
}

/** Makes an order of units of a product, after some actions. */
export async function givenOrderOf(
  shop: Shop,
  sku: string,
  quantity: number,
  ...actions: readonly ('pay' | 'ship')[]
): Promise<string> {
  const order = await shop.orders.place({ sku, quantity });
  for (const action of actions) await new Admin(shop.app).orders[action](order);
  return order;
}

/** Lets an unpaid order expire, and no other. */
export async function expireDue(app: TestApp, order: string): Promise<void> {
  await makeOlder(app, { minutes: 120 }, order);
  expect(await expireUnpaid(app)).toBe(1);
}
