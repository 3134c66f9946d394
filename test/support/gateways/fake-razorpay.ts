import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Entity = Record<string, unknown> & { id: string };

/** The most entities that one page of Razorpay has. */
const COUNT_MAX = 100;

/** The part of Razorpay's API that the service calls, kept in memory. */
export class FakeRazorpay {
  readonly orders: Entity[] = [];
  readonly payments: Entity[] = [];
  readonly refunds: Entity[] = [];
  readonly settlements: Entity[] = [];
  /** Calls that were received, as `GET /orders`. */
  readonly calls: string[] = [];
  private ids = 0;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<FakeRazorpay> {
    const server = createServer();
    const fake = new FakeRazorpay(server);
    server.on('request', (request: IncomingMessage, response) => {
      void fake.answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Makes an attempt to pay an order. */
  pay(orderId: string, status: string): string {
    const { amount, currency } = this.orders.find(({ id }) => id === orderId)!;
    const id = this.newId('pay');
    const details = { amount, currency, amount_refunded: 0, method: 'upi' };
    this.payments.push({ id, entity: 'payment', order_id: orderId, status, ...details });
    return id;
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const url = new URL(request.url!, this.url);
    const path = url.pathname.replace('/v1', '');
    this.calls.push(`${request.method} ${path}`);
    if (request.headers.authorization !== `Basic ${btoa('rzp_test_1:key-secret')}`) {
      return { status: 401, body: errorOf('Authentication failed') };
    }
    if (request.method === 'POST') {
      const body = (await json(request)) as Entity;
      return this.create(path, body, request.headers['x-refund-idempotency']);
    }
    return { status: 200, body: this.list(path, url.searchParams) };
  }

  private create(path: string, body: Entity, key: unknown): { status: number; body: object } {
    const [, , paymentId, action] = path.split('/');
    if (path === '/orders') {
      const order = { ...body, id: this.newId('order'), entity: 'order', status: 'created' };
      this.orders.push(order);
      return { status: 200, body: order };
    }
    const payment = this.payments.find(({ id }) => id === paymentId);
    if (payment === undefined) return { status: 400, body: errorOf('The id does not exist') };
    if (action === 'capture') {
      if (payment.status !== 'authorized') {
        return { status: 400, body: errorOf('This payment has already been captured') };
      }
      payment.status = 'captured';
      return { status: 200, body: payment };
    }
    const made = this.refunds.find((refund) => refund.key === key);
    if (made !== undefined) return { status: 200, body: made };
    const refundedMinor = Number(payment.amount_refunded) + Number(body.amount);
    if (refundedMinor > Number(payment.amount)) {
      return { status: 400, body: errorOf('The amount is greater than what is left') };
    }
    payment.amount_refunded = refundedMinor;
    const refund = { ...body, id: this.newId('rfnd'), payment_id: paymentId, key };
    this.refunds.push({ ...refund, status: 'processed' });
    return { status: 200, body: refund };
  }

  private list(path: string, query: URLSearchParams): object {
    const [, resource, id] = path.split('/');
    const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Infinity)];
    const all =
      resource === 'settlements'
        ? this.settlements.filter(({ created_at: at }) => Number(at) >= from && Number(at) <= to)
        : resource === 'payments'
          ? this.refunds.filter(({ payment_id: paymentId }) => paymentId === id)
          : id === undefined
            ? this.orders.filter(({ receipt }) => receipt === query.get('receipt'))
            : this.payments.filter(({ order_id: orderId }) => orderId === id);
    const [count, skip] = [Number(query.get('count') ?? 10), Number(query.get('skip') ?? 0)];
    const items = all.slice(skip, skip + Math.min(count, COUNT_MAX));
    return { entity: 'collection', count: items.length, items };
  }

  private newId(prefix: string): string {
    this.ids += 1;
    return `${prefix}_${String(this.ids).padStart(14, '0')}`;
  }
}

function errorOf(description: string): object {
  return { error: { code: 'BAD_REQUEST_ERROR', description } };
}
