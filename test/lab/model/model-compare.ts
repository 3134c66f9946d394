import type { Response } from 'supertest';
import {
  amount,
  availableOf,
  priceOn,
  totalOf,
  type Answer,
  type Client,
  type Model,
  type Order,
  type Product,
} from './model.js';
import type { Shop } from './model-shop.js';

const NOT_FOUND: Answer = { http: 404, body: { success: false, code: 'product_not_found' } };

/** Expects the service to answer as the model does. */
export function same(response: Response, { http, body }: Answer): void {
  expect({ http: response.status, body: response.body }).toMatchObject({ http, body });
}

/** Compares stock, wallets and orders as operators see them, and the shelves as each store sees them. */
export async function compareShop(model: Model, shop: Shop): Promise<void> {
  const { products, clients, orders } = model;
  const levels = products.map(async (product) => {
    expect(await shop.levels(product)).toEqual(
      Object.fromEntries(
        [...product.levels].map(([key, { onHand, reserved }]) => [
          key,
          { on_hand: onHand, reserved },
        ]),
      ),
    );
  });
  const accounts = async (): Promise<void> => {
    const wallets = await shop.wallets();
    expect(clients.map((client) => wallets.get(client))).toEqual(
      clients.map(({ wallet }) => amount(wallet)),
    );
    // By number: the list is sorted by creation, which "waits for two days" moves.
    const listed = await shop.orders();
    expect(listed.sort((a, b) => compare(a.order_number, b.order_number))).toMatchObject(
      orders
        .toSorted((a, b) => compare(a.number, b.number))
        .map((order) => ({ ...summary(order), client_id: shop.idOf(order.client) })),
    );
  };
  const shelves = clients.map(async (client) => {
    if (model.denial(client) !== null) return;
    const offers = products.filter((product) => priceFor(client, product) !== null);
    expect(await shop.shelf(client)).toEqual(
      offers.map((product) => ({
        sku: product.sku,
        price: priceFor(client, product),
        stock: stockOf(product),
      })),
    );
  });
  await Promise.all([...levels, accounts(), ...shelves]);
}

export async function compareStockRecords(model: Model, shop: Shop): Promise<void> {
  for (const client of model.clients.filter((each) => model.denial(each) === null)) {
    for (const product of model.products) {
      const record = priceFor(client, product) === null ? NOT_FOUND : stockRecord(product);
      same(await shop.stock(client, product), record);
    }
  }
}

export async function compareOrder(order: Order, model: Model, shop: Shop): Promise<void> {
  expect(await shop.order(order)).toMatchObject({
    ...summary(order),
    items: order.lines.map(({ item, variationKey, price, shipped, canceled, restocked }) => ({
      quantity: item.quantity,
      variation: item.variation ?? null,
      variation_key: variationKey === '' ? null : variationKey,
      unit_price: amount(price),
      line_total: amount(price * item.quantity),
      shipped_quantity: shipped,
      canceled_quantity: canceled,
      restocked_quantity: restocked,
    })),
    payments: order.payments.map((payment) => ({ ...payment, amount: amount(totalOf(order)) })),
    refunds: order.refunds.map((paise) => ({ amount: amount(paise) })),
    timeline: order.timeline.map((status) => ({ status })),
  });
  if (model.denial(order.client) !== null) return;
  expect(await shop.statusOf(order)).toMatchObject({
    order_number: order.number,
    status: order.status,
    payment_status: order.paymentStatus,
    total_amount: amount(totalOf(order)),
    tracking: { tracking_number: order.trackingNumber },
    items: order.lines.map(({ price }) => ({ unit_price: amount(price) })),
    timeline: order.timeline.map((status) => ({ status })),
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function summary(order: Order): Record<string, unknown> {
  return {
    order_number: order.number,
    store_order_id: order.storeOrderId,
    status: order.status,
    payment_status: order.paymentStatus,
    items_count: order.lines.length,
    subtotal: amount(order.subtotal),
    delivery: amount(order.delivery),
    total: amount(totalOf(order)),
  };
}

/** Reads a store's price; null if it does not see the product. */
function priceFor({ plan }: Client, product: Product): number | null {
  const price = product.active ? priceOn(plan, product) : null;
  return price && amount(price);
}

function stockOf({ levels }: Product): number {
  return [...levels.values()].reduce((sum, level) => sum + availableOf(level), 0);
}

function stockRecord(product: Product): Answer {
  const levels = [...product.levels].filter(([key]) => key !== '');
  const stock = stockOf(product);
  return {
    http: 200,
    body: {
      stock_qty: stock,
      in_stock: stock > 0,
      has_variations: levels.length > 0,
      variation_stocks: Object.fromEntries(levels.map(([key, level]) => [key, availableOf(level)])),
    },
  };
}
