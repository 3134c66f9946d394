import {
  headersOf,
  orderBody,
  SHIPMENT,
  unique,
  type OrderItemBody,
} from '../../support/shop/given.js';
import { KARNATAKA, TAX_PROFILE } from '../../support/tax/tax-admin.js';
import { patiently } from './store-feeds.js';
import { send, type Answer } from './http.js';
import { SERVICE_ENV } from './stage.js';

export const { ADMIN_API_TOKEN: ADMIN_TOKEN } = SERVICE_ENV;

export interface Buyer {
  id: number;
  tokenId: number;
  headers: Record<string, string>;
}

export const OPERATOR = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** Makes a call of an operator. */
export async function ask(baseUrl: string, method: string, path: string, body?: unknown) {
  return send(`${baseUrl}/admin/${path}`, { method, headers: OPERATOR, body });
}

/** Makes an operator's call that must succeed, and returns its `data`. Repeats it while the service is busy. */
export async function operate(baseUrl: string, method: string, path: string, body?: unknown) {
  const answer = await patiently(() => ask(baseUrl, method, path, body));
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer)}`);
  }
  return answer.body.data as Record<string, unknown>;
}

/** A plan with a client and products that do not run out. It is made and used over HTTP. */
export class Shop {
  private constructor(
    readonly plan: string,
    readonly skus: readonly string[],
    readonly buyer: Buyer,
  ) {}

  /** Opens a shop with products at 100.00, 200.00, … with 10.00 delivery each. */
  static async open(baseUrl: string, { products = 12, stock = 10_000_000 } = {}): Promise<Shop> {
    const plan = unique('plan');
    await operate(baseUrl, 'POST', 'plans', { code: plan, name: plan });
    const skus = Array.from({ length: products }, () => unique('SKU'));
    for (const [index, sku] of skus.entries()) {
      await operate(baseUrl, 'POST', 'products', {
        sku,
        name: `Product ${sku}`,
        base_price: 100 * (index + 1),
        delivery_charge: 10,
        stock_qty: stock,
      });
    }
    return new Shop(plan, skus, await Shop.join(baseUrl, plan));
  }

  static async join(baseUrl: string, plan: string): Promise<Buyer> {
    const name = unique('Client');
    const email = `${name}@example.com`;
    const { id } = await operate(baseUrl, 'POST', 'clients', { name, email });
    await operate(baseUrl, 'PUT', `clients/${Number(id)}/subscription`, { plan, status: 'active' });
    const domain = `${unique('store')}.example`;
    const issued = await operate(baseUrl, 'POST', `clients/${Number(id)}/tokens`, { domain });
    return {
      id: Number(id),
      tokenId: Number(issued.id),
      headers: headersOf(String(issued.token), domain),
    };
  }

  /** Stores what its invoices need. */
  async prepareInvoices(baseUrl: string): Promise<void> {
    await operate(baseUrl, 'PUT', 'tax-profile', TAX_PROFILE);
    await operate(baseUrl, 'PATCH', `clients/${this.buyer.id}`, KARNATAKA);
    const tax = { skus: this.skus, hsn: '73239390', gst_rate: 18 };
    await operate(baseUrl, 'POST', 'products/tax', tax);
  }

  /** Picks one of its products, whichever number is given. */
  sku(index: number): string {
    return this.skus[index % this.skus.length] ?? '';
  }

  /** Picks two lines of different products by a number. */
  items(index: number): OrderItemBody[] {
    return [
      { sku: this.sku(index), quantity: 1 + (index % 3) },
      { sku: this.sku(index * 7 + 1 + (index % 5)), quantity: 1 },
    ];
  }

  /** Places an order. It gets a new store order id unless told otherwise. */
  async order(
    baseUrl: string,
    items: OrderItemBody[],
    {
      buyer = this.buyer,
      storeOrderId = unique('SHOP'),
      idempotencyKey = null,
    }: { buyer?: Buyer; storeOrderId?: string | null; idempotencyKey?: string | null } = {},
  ): Promise<Answer> {
    return send(`${baseUrl}/api/orders`, {
      method: 'POST',
      headers: {
        ...buyer.headers,
        ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
      },
      body: orderBody(items, storeOrderId === null ? {} : { store_order_id: storeOrderId }),
    });
  }

  /** Places an order, pays it and ships it. @returns the first refusal, or the answer to the shipment */
  async sell(baseUrl: string, items: OrderItemBody[]): Promise<Answer> {
    const placed = await this.order(baseUrl, items);
    if (placed.status !== 201) return placed;
    const order = `orders/${String(placed.body.order_number)}`;
    const paid = await ask(baseUrl, 'POST', `${order}/payments`, { method: 'bank_transfer' });
    return paid.status === 201 ? ask(baseUrl, 'POST', `${order}/shipments`, SHIPMENT) : paid;
  }

  /** Makes one of the requests that stores poll with, by a number. */
  async read(baseUrl: string, index: number): Promise<Answer> {
    const sku = this.sku(index);
    const ofProduct = [`products/${sku}`, `products/${sku}/stock`, `stock?skus=${sku}`];
    const paths = ['products', ...ofProduct, 'changes', 'orders?limit=10', 'me'];
    return send(`${baseUrl}/api/${paths[index % paths.length]}`, { headers: this.buyer.headers });
  }
}
