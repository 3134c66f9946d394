import request from 'supertest';
import type { MerchantDatabase, MerchantRow } from '../database/merchant-database.js';
import type { Shop } from '../shop/shop.js';

const SHOWN = 3;
const PARTS = 'shipments,returns,refunds,documents,details';

/** The address of the service in links: that at which it was called, for the mirror one of a proxy. */
export const ADDRESS = /(?<="pdf_url":")https?:\/\/[^/]+/g;

const NOT_SHIPPED = { courier: null, tracking_number: null, tracking_url: null, shipped_at: null };

/** Fails unless the tables of a mirror contain exactly the service's list of products and orders, byte for byte. */
export async function expectMirrored(shop: Shop, database: MerchantDatabase): Promise<void> {
  const mirrored = await mirroredProducts(database);
  const listed = (
    await textOf(shop, '/api/products?include=variations,delivery,details')
  ).replaceAll(/"mrp":(?:null|[\d.]+),/g, ''); // Mirrors have no maximum retail prices.
  expect(differences(mirrored, listed)).toEqual([]);
  expect(mirrored === listed).toBe(true);
  const [copies, orders] = [await mirroredOrders(database), await listedOrders(shop)].map((list) =>
    list.map((order) => order.replaceAll(ADDRESS, '')),
  ) as [string[], string[]];
  const known = new Set(copies);
  expect(orders.filter((order) => !known.has(order)).slice(0, SHOWN)).toEqual([]);
  expect(copies).toHaveLength(orders.length);
}

/** Lists all orders as the service lists them, with all that belongs to them. */
async function listedOrders(shop: Shop): Promise<string[]> {
  const orders: string[] = [];
  for (let cursor = '', hasMore = true; hasMore;) {
    const page = JSON.parse(await textOf(shop, `/api/orders?include=${PARTS}${cursor}`)) as {
      data: unknown[];
      next_cursor: string;
      has_more: boolean;
    };
    orders.push(...page.data.map((order) => JSON.stringify(order)));
    cursor = `&cursor=${page.next_cursor}`;
    hasMore = page.has_more;
  }
  return orders;
}

/** Finds the first products that differ in two lists, because a failure with both lists would be too long to read. */
function differences(mirrored: string, listed: string): string[][] {
  const [before, after] = [mirrored, listed].map((text) => text.split('{"id":'));
  return after!
    .map((product, index) => [before![index] ?? '', product])
    .filter(([a, b]) => a !== b)
    .slice(0, SHOWN);
}

async function textOf(shop: Shop, path: string): Promise<string> {
  const { text } = await request(shop.app.server).get(path).set(shop.client.headers).expect(200);
  return text;
}

/** Makes the list of products that a store would build from its tables. */
async function mirroredProducts(database: MerchantDatabase): Promise<string> {
  const all = (table: string, order: string): Promise<MerchantRow[]> =>
    database.query(`SELECT * FROM ${table} ORDER BY ${order}`);
  const images = bySku(await all('wso_image', 'sku, position'));
  const values = bySku(await all('wso_variation', 'sku, position, value_position'));
  const stocks = bySku(await all('wso_stock', 'sku, position'));
  const products = await all('wso_product', 'id');
  const data = products.map((row) => {
    const sku = row.sku as string;
    const [total, ...combinations] = stocks.get(sku) ?? [];
    const variations = new Map<unknown, { name: unknown; values: unknown[] }>();
    for (const { position, name, value } of values.get(sku) ?? []) {
      if (!variations.has(position)) variations.set(position, { name, values: [] });
      variations.get(position)!.values.push(value);
    }
    return {
      id: Number(row.id),
      sku,
      name: row.name,
      description: row.description,
      category: row.category,
      stock_qty: Number(total?.stock_qty),
      images: (images.get(sku) ?? []).map(({ url }) => url),
      pricing: { wholesale_price: Number(row.wholesale_price), currency: row.currency },
      has_variations: variations.size > 0,
      variations: [...variations.values()],
      variation_stocks: Object.fromEntries(
        combinations.map((stock) => [stock.variation_key, Number(stock.stock_qty)]),
      ),
      delivery_charge: Number(row.delivery_charge),
      gtin: row.gtin,
      hsn: row.hsn,
      brand: row.brand,
      weight_grams: numberOf(row.weight_grams),
      gst_rate: numberOf(row.gst_rate),
      variation_codes: textsOf(combinations, 'code'),
      variation_images: textsOf(combinations, 'image_url'),
    };
  });
  return JSON.stringify({ status: true, total: data.length, data });
}

/** Makes the texts of combinations, by variation key; null if none has a text. */
function textsOf(combinations: readonly MerchantRow[], column: string): object | null {
  const known = combinations.filter((row) => row[column] !== null);
  if (known.length === 0) return null;
  return Object.fromEntries(known.map((row) => [row.variation_key, row[column]])) as object;
}

/** What the mirror does not have: where a shipment is. Those of operators are not followed. */
const NOT_FOLLOWED = { state: null, expected_at: null, events: [], failure: null };

async function mirroredOrders(database: MerchantDatabase): Promise<string[]> {
  const all = async (table: string, order: string) =>
    byOrder(
      await database.query(
        `SELECT * FROM ${table} WHERE order_number IS NOT NULL ORDER BY order_number, ${order}`,
      ),
    );
  const orders = await database.query('SELECT * FROM wso_order');
  const shipments = await all('wso_shipment', 'position');
  const lines = await all('wso_return', 'return_id, line');
  const refunds = await all('wso_refund', 'id');
  const documents = await all('wso_document', 'id');
  return orders.map((order) => {
    const number = order.order_number;
    const own = shipments(number).map((row) => ({
      id: Number(row.id),
      courier: row.courier,
      tracking_number: row.tracking_number,
      tracking_url: row.tracking_url,
      shipped_at: timeOf(row.shipped_at),
      delivered_at: timeOf(row.delivered_at),
      items: parsed(row.items),
      ...NOT_FOLLOWED,
    }));
    const { courier, tracking_number, tracking_url, shipped_at } = own.at(-1) ?? NOT_SHIPPED;
    const returns = new Map(lines(number).map((row) => [row.return_id, row]));
    return JSON.stringify({
      success: true,
      order_number: number,
      store_order_id: order.store_order_id,
      status: order.status,
      payment_status: order.payment_status,
      total_amount: Number(order.total_amount),
      tracking: { courier, tracking_number, tracking_url, shipped_at },
      items: parsed(order.items),
      timeline: parsed(order.timeline),
      shipments: own,
      returns: [...returns.values()].map((row) =>
        returnOf(
          row,
          lines(number).filter(({ return_id: id }) => id === row.return_id),
        ),
      ),
      refunds: refunds(number).map((row) => ({
        id: Number(row.id),
        amount: Number(row.amount),
        delivery: Number(row.delivery),
        return_id: numberOf(row.return_id),
        document_id: numberOf(row.document_id),
        created_at: timeOf(row.created_at),
      })),
      documents: documents(number).map((row) => ({
        id: Number(row.id),
        number: row.number,
        kind: row.kind,
        shipment_id: numberOf(row.shipment_id),
        refund_id: numberOf(row.refund_id),
        issued_on: row.issued_on,
        total: Number(row.total),
        taxable: Number(row.taxable),
        tax: parsed(row.tax),
        pdf_url: row.pdf_url,
      })),
      customer: { name: order.customer_name, phone: order.phone, email: order.email },
      shipping: {
        address: order.address,
        city: order.city,
        state: order.state,
        pincode: order.pincode,
        country: order.country,
      },
      notes: order.notes,
      gift_message: order.gift_message,
      cancel_reason: order.cancel_reason,
      currency: 'INR',
      subtotal: Number(order.subtotal),
      delivery: Number(order.delivery),
      refunded: Number(order.refunded),
      created_at: timeOf(order.placed_at),
      expires_at: timeOf(order.expires_at),
    });
  });
}

function returnOf(row: MerchantRow, lines: readonly MerchantRow[]): object {
  return {
    id: Number(row.return_id),
    status: row.status,
    origin: row.origin,
    reason: row.reason,
    decline_reason: row.decline_reason,
    items: lines.map(({ line, quantity, good, scrap }) => ({
      line: Number(line),
      quantity: Number(quantity),
      good: Number(good),
      scrap: Number(scrap),
    })),
    created_at: timeOf(row.requested_at),
    decided_at: timeOf(row.decided_at),
    received_at: timeOf(row.received_at),
    inspected_at: timeOf(row.inspected_at),
    return_address: parsed(row.return_address),
    instructions: row.instructions,
    courier: row.sent_courier,
    tracking_number: row.sent_tracking_number,
    tracking_url: row.tracking_url,
    sent_at: timeOf(row.sent_at),
  };
}

/** Makes a reader of the rows of an order. */
function byOrder(rows: MerchantRow[]): (number: MerchantRow[string] | undefined) => MerchantRow[] {
  const groups = new Map<unknown, MerchantRow[]>();
  for (const row of rows) {
    groups.set(row.order_number, [...(groups.get(row.order_number) ?? []), row]);
  }
  return (number) => groups.get(number) ?? [];
}

function bySku(rows: MerchantRow[]): Map<string, MerchantRow[]> {
  const groups = new Map<string, MerchantRow[]>();
  for (const row of rows) {
    const sku = row.sku as string;
    groups.set(sku, [...(groups.get(sku) ?? []), row]);
  }
  return groups;
}

function numberOf(value: MerchantRow[string] | undefined): number | null {
  return value == null ? null : Number(value);
}

/** Reads a JSON value. `pg` has parsed it and `mysql2` has not. */
function parsed(value: MerchantRow[string] | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

function timeOf(value: MerchantRow[string] | undefined): string | null {
  return value == null ? null : (value as Date).toISOString();
}
