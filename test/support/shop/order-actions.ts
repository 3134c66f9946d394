import { ShippingService } from '../../../src/fulfillment/shipping/shipping.service.js';
import { OrderChanges } from '../../../src/orders/lifecycle/order-changes.js';
import type { OrderUnits } from '../../../src/orders/lifecycle/order-units.js';
import { CustomerDataRepository } from '../../../src/orders/retention/customer-data.repository.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import type { TestApp } from '../app.js';
import { Admin } from './admin.js';
import { givenProduct } from './given.js';
import type { Shop } from './shop.js';
import { expireUnpaid, makeOlder } from '../time.js';

type Action = 'pay' | 'ship' | 'deliver' | 'return';

/** Makes an order of three units, 310.00 in all, after some actions. */
export async function givenOrderAfter(shop: Shop, ...actions: readonly Action[]) {
  const { sku } = await givenProduct(shop.app);
  return givenOrderOf(shop, sku, 3, ...actions);
}

/** Makes an order with a line for each quantity, of a product with 20 units, after some actions. */
export async function givenLines(shop: Shop, quantities: number[], ...actions: readonly Action[]) {
  const { sku } = await givenProduct(shop.app, { stock: 20 });
  const order = await shop.orders.place(quantities.map((quantity) => ({ sku, quantity })));
  await act(shop, order, actions);
  return { sku, order };
}

/** Makes an order of units of a product, after some actions. */
export async function givenOrderOf(
  shop: Shop,
  sku: string,
  quantity: number,
  ...actions: readonly Action[]
): Promise<string> {
  const order = await shop.orders.place({ sku, quantity });
  await act(shop, order, actions);
  return order;
}

async function act({ app }: Shop, order: string, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await new Admin(app).orders[action](order);
}

/** Erases the customers of the orders that ended at least a day ago. Returns the number of orders. */
export const eraseCustomers = (app: TestApp): Promise<number> =>
  inTransaction(app.dataSource, (manager) =>
    app.service(CustomerDataRepository).anonymize(manager, 1, 100),
  );

/** Checks if units of an order could be shipped. @param units null: all that remain */
export const checkShipping = (
  app: TestApp,
  order: string,
  units: readonly OrderUnits[] | null = null,
): Promise<void> =>
  app
    .service(OrderChanges)
    .change(order, null, (manager, locked) =>
      app.service(ShippingService).check(manager, locked, units),
    );

/** Lets an unpaid order expire, and no other. */
export async function expireDue(app: TestApp, order: string): Promise<void> {
  await makeOlder(app, { minutes: 120 }, order);
  expect(await expireUnpaid(app)).toBe(1);
}
