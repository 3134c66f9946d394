import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { adminApiDocument } from '../src/docs/docs.js';
import { TestApp } from './support/app.js';
import { fuzzedRequests, PLACED, type FuzzedRequest } from './support/fuzz-requests.js';
import { amountsOf, deliveryOf, inRupees, openFuzzShop, type Buyer } from './support/fuzz-shop.js';
import { UNLIMITED } from './support/model-shop.js';
import { Wire, type WireAnswer } from './support/wire.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 3_000);
const limit = 60_000 + numRuns * 20;
/** As many requests at a time; each sender has a seed of its own. */
const SENDERS = 8;

interface Item {
  sku: string;
  quantity: number;
}

/** An order as it was sent and answered. */
interface Placed {
  buyer: Buyer;
  number: string;
  storeOrderId: string | null;
  items: Item[];
  total: number;
}

/** Sends what is made up, and holds the answers against the contract and against what things cost. */
class Judge {
  readonly statuses = new Map<number, number>();
  private readonly placed: Placed[] = [];
  private readonly numbers = new Set<string>();

  constructor(
    private readonly wire: Wire,
    private readonly buyers: readonly Buyer[],
  ) {}

  async try(request: FuzzedRequest): Promise<void> {
    const order = this.placed[request.pick % Math.max(1, this.placed.length)];
    const asksForOrder = request.path.includes(PLACED);
    const buyer =
      asksForOrder && order ? order.buyer : this.buyers[request.pick % this.buyers.length]!;
    const name = (request.pick % 2 === 0 ? order?.storeOrderId : null) ?? order?.number ?? 'none';
    const sent = {
      method: request.method,
      path: request.path.replace(PLACED, encodeURIComponent(name)),
      headers: { ...(request.by === 'buyer' && buyer.headers), ...request.headers },
      body: request.body,
    };
    const answer = await this.wire.send(sent);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    try {
      expect(answer.status).toBeLessThan(500);
      if (answer.type !== 'text/csv') this.wire.judge(sent, answer);
      this.judgeOrder(request, buyer, answer);
      if (answer.status === 200) this.judgeAmounts(sent.path, buyer, order, answer);
    } catch (error) {
      const said = `${answer.status} ${answer.text.slice(0, 2_000)}`;
      throw new Error(`${sent.method} ${sent.path} was answered ${said}`, { cause: error });
    }
  }

  private judgeOrder(request: FuzzedRequest, buyer: Buyer, { status, body }: WireAnswer): void {
    if (request.method !== 'POST' || !/^\/api\/orders(\?|$)/.test(request.path)) return;
    if (request.isCareful) {
      const { items } = JSON.parse(String(request.body)) as { items: Item[] };
      const isSold = items.every(({ sku }) => buyer.prices.has(sku));
      expect(isSold ? [201, 409] : [422, 409]).toContain(status);
    }
    if (status !== 201) return;
    const { items, store_order_id: id } = JSON.parse(String(request.body)) as {
      items: Item[];
      store_order_id?: string | null;
    };
    const answer = body as { order_number: string; total: number };
    const isReplay = this.numbers.has(answer.order_number);
    expect(answer).toMatchObject({ ...amountsOf(buyer, items), items_count: items.length });
    if (isReplay) return;
    this.numbers.add(answer.order_number);
    const storeOrderId = id?.trim() ?? '';
    this.placed.push({
      buyer,
      number: answer.order_number,
      storeOrderId: storeOrderId === '' ? null : storeOrderId,
      items,
      total: answer.total,
    });
  }

  /** The amounts of the list, of a product and of an order's status. */
  private judgeAmounts(path: string, buyer: Buyer, order: Placed | undefined, answer: WireAnswer) {
    if (/^\/api\/products\/?(\?|$)/.test(path)) {
      const { data } = answer.body as { data: { sku: string; pricing: object }[] };
      const listed = data
        .filter(({ sku }) => sku.startsWith('F'))
        .map(({ sku, pricing }) => [sku, pricing]);
      const expected = [...buyer.prices].map(([sku, price]) => [
        sku,
        { wholesale_price: inRupees(price), currency: 'INR' },
      ]);
      expect(listed).toEqual(expected);
    } else if (/^\/api\/products\/[^/?]+(\?|$)/.test(path)) {
      const { data } = answer.body as { data: { sku: string } };
      if (!data.sku.startsWith('F')) return;
      expect(data).toMatchObject({
        pricing: { wholesale_price: inRupees(buyer.prices.get(data.sku)!) },
        delivery_charge: inRupees(deliveryOf(data.sku)),
      });
    } else if (path.startsWith('/api/orders/')) {
      expect(answer.body).toMatchObject({
        order_number: order?.number,
        store_order_id: order?.storeOrderId,
        total_amount: order?.total,
        items: order?.items.map(({ sku, quantity }) => {
          const price = buyer.prices.get(sku.trim())!;
          return {
            sku: sku.trim(),
            quantity,
            unit_price: inRupees(price),
            line_total: inRupees(price * BigInt(quantity)),
          };
        }),
      });
    }
  }
}

describe(`requests that were made up (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  let app: TestApp;
  let wire: Wire;
  let judge: Judge;
  beforeAll(async () => {
    app = await TestApp.start(UNLIMITED);
    app.allowRefusals();
    wire = new Wire(app);
    judge = new Judge(wire, await openFuzzShop(app));
  });
  afterAll(async () => {
    wire.close();
    await app.stop();
  });

  it(
    'are answered by the contract, with the right amounts, and never by a fault of ours',
    async () => {
      const requests = fuzzedRequests(adminApiDocument(app.nest));
      const property = fc.asyncProperty(requests, (request) => judge.try(request));
      await Promise.all(
        Array.from({ length: SENDERS }, (_, sender) =>
          fc.assert(property, {
            seed: seed + sender,
            numRuns: Math.ceil(numRuns / SENDERS),
            // What is found by then is told.
            interruptAfterTimeLimit: limit - 10_000,
            markInterruptAsFailure: true,
          }),
        ),
      );
      const counts = [...judge.statuses].sort(([one], [other]) => one - other);
      process.stdout.write(
        `fuzz: FUZZ_SEED=${seed}, ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}\n`,
      );
      // Refusals alone would prove little.
      const taken = counts
        .filter(([status]) => status < 300)
        .reduce((sum, [, count]) => sum + count, 0);
      expect(taken).toBeGreaterThan(numRuns / 3);
      await app.expectInvariants();
    },
    limit,
  );
});
