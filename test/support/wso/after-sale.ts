import type { Admin } from '../shop/admin.js';
import { givenProduct } from '../shop/given.js';
import type { Shop, StoreAnswer } from '../shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../tax/tax-admin.js';

/** A step of an order after its sale, which returns nothing that matters. */
export type Step = readonly [name: string, act: () => PromiseLike<unknown>];

/** Lets a client's shipments have invoices. */
export async function givenInvoices({ app, client }: Shop): Promise<void> {
  const tax = new TaxAdmin(app);
  await tax.putProfile({ on_missing: 'ship' });
  await tax.changeClient(client.id, KARNATAKA);
}

/** Makes a paid order of three units at 100.00 that can be invoiced, with 10.00 for delivery. */
export async function givenInvoiceable(shop: Shop, admin: Admin): Promise<string> {
  const { sku } = await givenProduct(shop.app, { hsn: '7323', gstRateBp: 1_800 });
  const order = await shop.orders.place({ sku, quantity: 3 });
  await admin.orders.pay(order);
  return order;
}

/**
 * The steps of such an order.
 * - three shipments, the delivery, and at the end another tracking number
 * - a return that is withdrawn, one that is declined, and one that is sent back, received and inspected
 * - a partial and a final refund
 */
export function afterSaleOf(shop: Shop, admin: Admin, order: string): Step[] {
  const { orders } = admin;
  const whole = (): Promise<StoreAnswer<'getOrder'>> => Promise.resolve(shop.orders.get(order));
  const lastReturn = async (): Promise<number> => (await whole()).returns.at(-1)!.id;
  const ask = (quantity: number) => () => shop.orders.requestReturn(order, [{ line: 1, quantity }]);
  const ship = (tracking_number: string) => () =>
    orders.ship(order, { items: [{ line: 1, quantity: 1 }], tracking_number });
  return [
    ['shipped in part', ship('T-1')],
    ['shipped in part again', ship('T-2')],
    ['shipped', ship('T-3')],
    ['delivered', () => orders.deliver(order)],
    ['return requested', ask(1)],
    ['return withdrawn', async () => shop.orders.withdrawReturn(order, await lastReturn())],
    ['return requested again', ask(2)],
    ['return declined', async () => orders.declineReturn(order, await lastReturn())],
    ['return requested once more', ask(3)],
    ['return accepted', async () => orders.acceptReturn(order, await lastReturn())],
    [
      'return sent back',
      async () =>
        shop.orders.setReturnTracking(order, await lastReturn(), {
          courier: 'BlueLine',
          tracking_number: 'BACK-1',
        }),
    ],
    ['returned', () => orders.return(order)],
    ['inspected', () => orders.inspect(order, [{ line: 1, good: 2, scrap: 1 }])],
    ['refunded in part', () => orders.refund(order, { amount: 110, delivery: 10 })],
    ['refunded', () => orders.refund(order, { final: true })],
    [
      'corrected',
      async () =>
        orders.correctShipment(order, (await whole()).shipments[0]!.id, { tracking_number: 'T-9' }),
    ],
  ];
}
