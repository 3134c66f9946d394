import { Admin } from '../shop/admin.js';
import { givenProduct } from '../shop/given.js';
import type { Shop } from '../shop/shop.js';

/** Returns a paid order: A 10 × 249.50 at 5 %, B 3 × 1,199.00 and C 7 × 33.33 at 18 %, delivery 100.00, total 6,425.31. */
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

/** Returns a shipment of units of an order's lines, from its first. */
export function unitsOfLines(...quantities: number[]): object {
  const units = quantities.map((quantity, index) => ({ line: index + 1, quantity }));
  return { items: units.filter(({ quantity }) => quantity > 0) };
}
