import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Entity = Record<string, unknown> & { id: string };

/** The maximum number of entities on one page of Razorpay. The report of settlements has more. */
const COUNT_MAX = 100;
const RECON_COUNT_MAX = 1_000;

/** The part of Razorpay's API that the service calls, kept in memory. */
export class FakeRazorpay {
  readonly orders: Entity[] = [];
  readonly payments: Entity[] = [];
  readonly refunds: Entity[] = [];
  readonly disputes: Entity[] = [];
  readonly settlements: Entity[] = [];
  /** The report of settlements. */
  readonly lines: Record<string, unknown>[] = [];
  /** Received calls, as `GET /orders`. */
  readonly calls: string[] = [];
  /** Status and body of every answer, as `503 {}`. null: the usual answers. */
  brokenAnswer: string | null = null;
  keySecret = 'key-secret';
  /** True: refunds are not made yet, their requests get no answer, and repeated ones get 409. */
  isSlow = false;
  private readonly waiting: { paymentId: string; amount: number; receipt: string }[] = [];
  private ids = 0;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<FakeRazorpay> {
    const server = createServer();
    const fake = new FakeRazorpay(server);
    server.on('request', (request: IncomingMessage, response) => {
      void fake.answer(request).then(({ status, body }) => {
        if (status === 0) return void response.destroy();
        const [code, text] = fake.brokenAnswer?.split(' ') ?? [status, JSON.stringify(body)];
        response.writeHead(Number(code), { 'Content-Type': 'application/json' }).end(text);
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

  /** Makes the delayed refunds, and answers normally again. */
  recover(): void {
    for (const { paymentId, ...body } of this.waiting.splice(0)) this.refund(paymentId, body);
    Object.assign(this, { isSlow: false, brokenAnswer: null, keySecret: 'key-secret' });
  }

  pay(orderId: string, status: string): string {
    const { amount, currency } = this.orders.find(({ id }) => id === orderId)!;
    const id = this.newId('pay');
    const details = { amount, currency, amount_refunded: 0, method: 'upi' };
    this.payments.push({ id, entity: 'payment', order_id: orderId, status, ...details });
    return id;
  }

  /** Makes a pending refund. Returns null if less is left of the payment. */
  refund(paymentId: string, body: { amount: number; receipt: string | null }): Entity | null {
    const payment = this.payments.find(({ id }) => id === paymentId)!;
    const refundedMinor = Number(payment.amount_refunded) + body.amount;
    if (refundedMinor > Number(payment.amount)) return null;
    payment.amount_refunded = refundedMinor;
    const refund = { id: this.newId('rfnd'), entity: 'refund', payment_id: paymentId, ...body };
    const made = { ...refund, status: 'pending', created_at: seconds(new Date()) };
    this.refunds.push(made);
    return made;
  }

  endRefund(refundId: string, status: 'processed' | 'failed'): void {
    const refund = this.refunds.find(({ id }) => id === refundId)!;
    refund.status = status;
    if (status === 'processed') return;
    const payment = this.payments.find(({ id }) => id === refund.payment_id)!;
    payment.amount_refunded = Number(payment.amount_refunded) - Number(refund.amount);
  }

  openDispute(paymentId: string, isDeducted: boolean): string {
    const { amount, currency } = this.payments.find(({ id }) => id === paymentId)!;
    const [id, opened] = [this.newId('disp'), seconds(new Date())];
    this.disputes.push({
      id,
      entity: 'dispute',
      payment_id: paymentId,
      amount,
      currency,
      phase: 'chargeback',
      amount_deducted: isDeducted ? amount : 0,
      reason_code: 'goods_not_received',
      status: isDeducted ? 'under_review' : 'open',
      respond_by: opened + 86_400,
      created_at: opened,
    });
    return id;
  }

  endDispute(disputeId: string, status: 'won' | 'lost'): void {
    const dispute = this.disputes.find(({ id }) => id === disputeId)!;
    Object.assign(dispute, {
      status,
      ...(status === 'lost' && { amount_deducted: dispute.amount }),
    });
  }

  /** Settles all payments, refunds and disputes that are not settled yet, less a fee of 2 % and tax of 18 % on it. */
  settle(at: Date): string {
    const [id, utr] = [this.newId('setl'), `1568176960vxp0r${this.ids}`];
    const isSettled = ({ id: of }: Entity): boolean =>
      this.lines.some((line) => line.entity_id === of || line.dispute_id === of);
    const settled = { settlement_id: id, settlement_utr: utr, settled_at: seconds(at) };
    const payments = this.payments.filter((of) => of.status === 'captured' && !isSettled(of));
    const lines = [
      ...payments.map(({ id: of, amount }) => {
        const withoutTax = Math.round(Number(amount) * 0.02);
        const tax = Math.round(withoutTax * 0.18);
        // Razorpay's `fee` includes the tax.
        const fee = withoutTax + tax;
        const credit = Number(amount) - fee;
        return { entity_id: of, type: 'payment', amount, fee, tax, credit, debit: 0 };
      }),
      ...this.refunds
        .filter((of) => of.status !== 'failed' && !isSettled(of))
        .map(({ id: of, amount }) => {
          const line = { entity_id: of, type: 'refund', amount, fee: 0, tax: 0 };
          return { ...line, credit: 0, debit: amount };
        }),
      ...this.disputes
        .filter((of) => of.amount_deducted !== 0 && of.status !== 'won' && !isSettled(of))
        .map(({ id: of, amount_deducted: amount }) => {
          const line = { entity_id: this.newId('adj'), type: 'adjustment', dispute_id: of };
          return { ...line, amount, fee: 0, tax: 0, credit: 0, debit: amount };
        }),
    ];
    this.lines.push(...lines.map((line) => ({ ...line, ...settled })));
    const amount = lines.reduce((sum, line) => sum + Number(line.credit) - Number(line.debit), 0);
    this.settlements.unshift({
      id,
      entity: 'settlement',
      amount,
      status: 'processed',
      fees: 0,
      tax: 0,
      utr,
      created_at: seconds(at),
    });
    return id;
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const url = new URL(request.url!, this.url);
    const path = url.pathname.replace('/v1', '');
    this.calls.push(`${request.method} ${path}`);
    if (request.headers.authorization !== `Basic ${btoa(`rzp_test_1:${this.keySecret}`)}`) {
      return { status: 401, body: errorOf('Authentication failed') };
    }
    if (request.method === 'POST') {
      const body = (await json(request)) as Entity;
      return this.create(path, body, request.headers['x-refund-idempotency']);
    }
    const one = this.find(path);
    if (one === null) return { status: 400, body: errorOf('The id does not exist') };
    return { status: 200, body: one ?? this.list(path, url.searchParams) };
  }

  private create(path: string, body: Entity, key: unknown): { status: number; body: object } {
    const [, , paymentId = '', action] = path.split('/');
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
    const known = this.refunds.find(({ receipt }) => receipt === key);
    if (known !== undefined) return { status: 200, body: known };
    const wanted = { amount: Number(body.amount), receipt: String(body.receipt) };
    if (this.waiting.some(({ receipt }) => receipt === key)) {
      return { status: 409, body: errorOf('A request with this key is in progress') };
    }
    if (this.isSlow) {
      this.waiting.push({ paymentId, ...wanted });
      return { status: 0, body: {} };
    }
    const made = this.refund(paymentId, wanted);
    return made === null
      ? { status: 400, body: errorOf('The amount is greater than what is left') }
      : { status: 200, body: made };
  }

  /** Finds one entity. Returns undefined if the path is a list's, and null if the entity does not exist. */
  private find(path: string): Entity | null | undefined {
    const [, resource = '', id, list] = path.split('/');
    if (id === undefined || id === 'recon' || list !== undefined) return undefined;
    const all = { payments: this.payments, refunds: this.refunds, disputes: this.disputes }[
      resource
    ];
    return all?.find((entity) => entity.id === id) ?? null;
  }

  private list(path: string, query: URLSearchParams): object {
    const [, resource, id] = path.split('/');
    const isRecon = id === 'recon';
    const all = isRecon
      ? this.lines.filter(({ settled_at: at }) => dayOf(Number(at)) === reconDay(query))
      : resource === 'payments'
        ? this.refunds.filter(({ payment_id: paymentId }) => paymentId === id)
        : resource === 'orders'
          ? id === undefined
            ? this.orders.filter(({ receipt }) => receipt === query.get('receipt'))
            : this.payments.filter(({ order_id: orderId }) => orderId === id)
          : this.listMade(resource!, query);
    const [count, skip] = [Number(query.get('count') ?? 10), Number(query.get('skip') ?? 0)];
    const items = all.slice(skip, skip + Math.min(count, isRecon ? RECON_COUNT_MAX : COUNT_MAX));
    return { entity: 'collection', count: items.length, items };
  }

  private listMade(resource: string, query: URLSearchParams): Entity[] {
    const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Infinity)];
    const all =
      { refunds: this.refunds, disputes: this.disputes, settlements: this.settlements }[resource] ??
      [];
    return all.filter(({ created_at: at }) => Number(at) >= from && Number(at) <= to);
  }

  private newId(prefix: string): string {
    this.ids += 1;
    return `${prefix}_${String(this.ids).padStart(14, '0')}`;
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

/** Computes the day in India of a time in seconds. */
function dayOf(at: number): string {
  return new Date((at + 5.5 * 3_600) * 1_000).toISOString().slice(0, 10);
}

function reconDay(query: URLSearchParams): string {
  return `${query.get('year')}-${query.get('month')}-${query.get('day')}`;
}

function errorOf(description: string): object {
  return { error: { code: 'BAD_REQUEST_ERROR', description } };
}
