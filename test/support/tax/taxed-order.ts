import { Admin } from '../shop/admin.js';
import { givenProduct } from '../shop/given.js';
import type { Shop } from '../shop/shop.js';

/**
 * Makes a paid order with a total of 6,425.31, including 100.00 for delivery.
 * - A: 10 × 249.50 at 5 %
 * - B: 3 × 1,199.00 at 18 %
 * - C: 7 × 33.33 at 18 %
 */
export async function givenTaxedOrder(shop: Shop): Promise<string> {
  const product = (basePriceMinor: number, gstRateBp: number, deliveryChargeMinor = 0) =>
    givenProduct(shop.app, { basePriceMinor, gstRateBp, deliveryChargeMinor, hsn: '7323' });
  const a = await product(24_950, 500, 10_000);
  const b = await product(119_900, 1_800);
  const c = await product(3_333, 1_800);
  const order = await shop.orders.place([
    { sku: a.sku, quantity: 10 },
    { sku: b.sku, quantity: 3 },
    { sku: c.sku, quantity: 7 },
  ]);
  await new Admin(shop.app).orders.pay(order);
  return order;
}

/** Makes an order of A at 5 % and B at 18 %, 10 × 1,000.00 each. All of B was returned, and some of its units were inspected. */
export async function givenReturnedGoods(shop: Shop, { inspected = 10, delivery = 0 } = {}) {
  const product = (gstRateBp: number, hsn: string, deliveryChargeMinor = 0) =>
    givenProduct(shop.app, { basePriceMinor: 100_000, gstRateBp, hsn, deliveryChargeMinor });
  const a = await product(500, '6109', delivery * 100);
  const b = await product(1_800, '8509');
  const order = await shop.orders.place([a, b].map(({ sku }) => ({ sku, quantity: 10 })));
  const { orders } = new Admin(shop.app);
  await orders.pay(order);
  await orders.ship(order);
  await orders.deliver(order);
  await orders.recordReturn(order, [{ line: 2, quantity: 10 }]);
  await orders.return(order);
  await orders.inspect(order, [{ line: 2, good: inspected - 1, scrap: 1 }]);
  return order;
}

/** Makes a shipment of units of an order's lines, from the first line. */
export function unitsOfLines(...quantities: number[]): object {
  const units = quantities.map((quantity, index) => ({ line: index + 1, quantity }));
  return { items: units.filter(({ quantity }) => quantity > 0) };
}
