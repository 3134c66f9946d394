import { GatewayRefused, GatewayUnknown } from './gateway-errors.js';
import { exchange, type HttpAnswer } from './gateway-http.js';

/** Where a gateway is, and by which keys it knows this service. */
export interface GatewayEndpoint {
  kind: 'sandbox' | 'razorpay';
  /** Up to `/v1`. @throws GatewayUnknown while the sandbox is not reachable yet */
  baseUrl: () => string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** The script by which a browser opens the gateway's checkout. */
  scriptUrl: string;
}

/** The gateway's order: what a checkout is opened for. */
export interface GatewayOrder {
  id: string;
  receipt: string;
  amountMinor: number;
  currency: string;
}

export const PAYMENT_STATUSES = [
  ...(['created', 'authorized', 'captured', 'refunded', 'failed'] as const),
];

/** One attempt to pay an order of the gateway. */
export interface GatewayPayment {
  id: string;
  orderId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  status: (typeof PAYMENT_STATUSES)[number];
  method: string | null;
}

/** The calls of Razorpay's protocol that this service needs. The sandbox speaks it as well. */
export class Gateway {
  constructor(readonly endpoint: GatewayEndpoint) {}

  /** @throws GatewayUnknown, GatewayRefused */
  async createOrder(order: Omit<GatewayOrder, 'id'>): Promise<GatewayOrder> {
    const { receipt, amountMinor: amount, currency } = order;
    return toOrder(await this.post('/orders', { amount, currency, receipt }));
  }

  /** Returns the order that was made for a receipt, if there is one. @throws GatewayUnknown, GatewayRefused */
  async findOrder(receipt: string): Promise<GatewayOrder | null> {
    const found = await this.get(`/orders?receipt=${encodeURIComponent(receipt)}`);
    const orders = itemsOf(found).map(toOrder);
    return orders.find((order) => order.receipt === receipt) ?? null;
  }

  /** Returns every attempt to pay an order. @throws GatewayUnknown, GatewayRefused */
  async listPayments(orderId: string): Promise<GatewayPayment[]> {
    const found = await this.get(`/orders/${encodeURIComponent(orderId)}/payments`);
    return itemsOf(found).map(toPayment);
  }

  /** @throws GatewayUnknown, GatewayRefused */
  async getPayment(id: string): Promise<GatewayPayment> {
    return toPayment(await this.get(`/payments/${encodeURIComponent(id)}`));
  }

  /** Takes the money of an authorized payment. @throws GatewayUnknown, GatewayRefused (captured before, too) */
  async capture({ id, amountMinor: amount, currency }: GatewayPayment): Promise<GatewayPayment> {
    return toPayment(
      await this.post(`/payments/${encodeURIComponent(id)}/capture`, { amount, currency }),
    );
  }

  /**
   * Sends money of a captured payment back to where it came from. The same key again returns the first refund.
   *
   * @returns the gateway's id of the refund
   * @throws GatewayUnknown, GatewayRefused
   */
  async refund(
    paymentId: string,
    { amountMinor: amount, key }: { amountMinor: number; key: string },
  ): Promise<string> {
    const path = `/payments/${encodeURIComponent(paymentId)}/refund`;
    const refund = await this.post(path, { amount, receipt: key }, { 'X-Refund-Idempotency': key });
    return textOf(refund, 'id');
  }

  private async get(path: string): Promise<Entity> {
    return accepted(
      await exchange({ method: 'GET', url: this.urlOf(path), headers: this.headers() }),
    );
  }

  private async post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Entity> {
    return accepted(
      await exchange({
        method: 'POST',
        url: this.urlOf(path),
        headers: { ...this.headers(), 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
  }

  private urlOf(path: string): string {
    return `${this.endpoint.baseUrl()}${path}`;
  }

  private headers(): Record<string, string> {
    const { keyId, keySecret } = this.endpoint;
    const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
    return { Authorization: `Basic ${credentials}`, Accept: 'application/json' };
  }
}

type Entity = Record<string, unknown>;

const TOO_MANY_REQUESTS = 429;

/** Faults of the gateway itself, and its rate limit, leave open what it did. */
function accepted({ status, body }: HttpAnswer): Entity {
  if (status >= 500 || status === TOO_MANY_REQUESTS) {
    throw new GatewayUnknown(`status ${status}`);
  }
  const entity = toEntity(body);
  if (status >= 400) {
    const { description } = toEntity(entity.error ?? {});
    throw new GatewayRefused(status, typeof description === 'string' ? description : '');
  }
  return entity;
}

function toEntity(value: unknown): Entity {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Entity;
  throw new GatewayUnknown('an answer that can not be read');
}

function itemsOf({ items }: Entity): Entity[] {
  if (!Array.isArray(items)) throw new GatewayUnknown('a list without items');
  return items.map(toEntity);
}

function toOrder(entity: Entity): GatewayOrder {
  return {
    id: textOf(entity, 'id'),
    receipt: textOf(entity, 'receipt'),
    amountMinor: amountOf(entity, 'amount'),
    currency: textOf(entity, 'currency'),
  };
}

function toPayment(entity: Entity): GatewayPayment {
  const status = PAYMENT_STATUSES.find((known) => known === entity.status);
  if (status === undefined) throw new GatewayUnknown('a payment of an unknown status');
  return {
    id: textOf(entity, 'id'),
    orderId: textOf(entity, 'order_id'),
    amountMinor: amountOf(entity, 'amount'),
    refundedMinor: amountOf({ amount_refunded: 0, ...entity }, 'amount_refunded'),
    currency: textOf(entity, 'currency'),
    status,
    method: typeof entity.method === 'string' ? entity.method.slice(0, 40) : null,
  };
}

function textOf(entity: Entity, name: string): string {
  const value = entity[name];
  if (typeof value === 'string' && /^[\w-]{1,40}$/.test(value)) return value;
  throw new GatewayUnknown(`an answer without ${name}`);
}

function amountOf(entity: Entity, name: string): number {
  const value = entity[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new GatewayUnknown(`an answer without ${name}`);
}
