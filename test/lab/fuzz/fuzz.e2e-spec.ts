import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { TestApp, UNLIMITED } from '../../support/app.js';
import { allEnded } from '../../support/eventually.js';
import { givenClient } from '../../support/shop/given.js';
import { SAME_ORIGIN, TestBrowser } from '../../support/shop/people.js';
import { fuzzedRequests, PLACED, type FuzzedRequest } from './fuzz-requests.js';
import { fuzzedRoutes, NOT_FUZZED, type Documents } from './fuzz-routes.js';
import { amountsOf, deliveryOf, inRupees, openFuzzShop, type Buyer } from './fuzz-shop.js';
import { ROUTES } from '../../support/access/routes.js';
import { scratchFolder } from '../../support/processes/run.js';
import { expectNotKept } from '../../support/documents/cache-headers.js';
import { builtDocument } from '../../support/native/contract.js';
import { Wire, type WireAnswer, type WireRequest } from '../../support/documents/wire.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 100);
const limit = 300_000 + numRuns * 80;
/** Number of requests at a time. Each sender has its own seed. */
const SENDERS = 8;

interface Item {
  sku: string;
  quantity: number;
}

interface Placed {
  buyer: Buyer;
  number: string;
  storeOrderId: string | null;
  items: Item[];
  total: number;
}

/** Checker that sends generated requests and compares the answers with the contract and the known amounts. */
class AnswerChecker {
  readonly statuses = new Map<number, number>();
  private readonly placed: Placed[] = [];
  private readonly byNumber = new Map<string, Placed>();

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
    const answer = await this.send(sent);
    try {
      expect(answer.status).toBeLessThan(500);
      expectNotKept(sent, answer);
      // The entrance is in no document, nor is the page that tells a browser of a wrong address outside the APIs.
      const isForProgram = /^\/(api|admin|dashboard\/api|health|metrics)\b/i.test(sent.path);
      const isPage = answer.status === 404 && answer.type === 'text/html' && !isForProgram;
      const isDescribed = answer.type !== 'text/csv' && !isPage && !/^\/(\?|$)/.test(sent.path);
      if (isDescribed) this.wire.checkAnswer(sent, answer);
      this.checkOrder(request, buyer, answer);
      if (answer.status === 200) this.checkAmounts(sent.path, buyer, answer);
      const isList = request.path.split('?')[0]!.endsWith('/documents');
      if (asksForOrder && order && !isList && answer.status === 200 && request.by === 'buyer') {
        const { data = answer.body } = answer.body as { data?: object };
        expect(data).toMatchObject({ order_number: order.number });
      }
    } catch (error) {
      const said = `${answer.status} ${answer.text.slice(0, 2_000)}`;
      throw new Error(`${sent.method} ${sent.path} was answered ${said}`, { cause: error });
    }
  }

  private async send(sent: WireRequest): Promise<WireAnswer> {
    const answer = await this.wire.send(sent);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return answer;
  }

  private checkOrder(request: FuzzedRequest, buyer: Buyer, { status, body }: WireAnswer): void {
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
    expect(answer).toMatchObject({ ...amountsOf(buyer, items), items_count: items.length });
    if (this.byNumber.has(answer.order_number)) return;
    const storeOrderId = id?.trim() ?? '';
    const placed = {
      buyer,
      number: answer.order_number,
      storeOrderId: storeOrderId === '' ? null : storeOrderId,
      items,
      total: answer.total,
    };
    this.placed.push(placed);
    this.byNumber.set(placed.number, placed);
  }

  /** Checks the amounts in the product list, a product and an order's status. */
  private checkAmounts(path: string, buyer: Buyer, answer: WireAnswer): void {
    if (/^\/api\/products\/?(\?|$)/.test(path)) {
      const { data } = answer.body as { data: { sku: string; pricing: object }[] };
      const listed = data
        .filter(({ sku }) => sku.startsWith('F'))
        .map(({ sku, pricing }) => [sku, pricing]);
      const expected = [...buyer.prices].map(([sku, price]) => [
        sku,
        { wholesale_price: inRupees(price), currency: 'INR' },
      ]);
      // A query asks for some of them.
      if (path.includes('?')) expect(expected).toEqual(expect.arrayContaining(listed));
      else expect(listed).toEqual(expected);
    } else if (/^\/api\/products\/[^/?]+(\?|$)/.test(path)) {
      const { data } = answer.body as { data: { sku: string } };
      if (!data.sku.startsWith('F')) return;
      expect(data).toMatchObject({
        pricing: { wholesale_price: inRupees(buyer.prices.get(data.sku)!) },
        delivery_charge: inRupees(deliveryOf(data.sku)),
      });
    } else if (path.startsWith('/api/orders/')) {
      const order = this.byNumber.get((answer.body as { order_number: string }).order_number);
      // An odd id may name an order whose own answer is still on its way.
      if (order === undefined) return;
      expect(order.buyer).toBe(buyer);
      expect(answer.body).toMatchObject({
        store_order_id: order.storeOrderId,
        total_amount: order.total,
        items: order.items.map(({ sku, quantity }) => {
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

// Invitations and resets of passwords write mails there.
const dataDir = await scratchFolder();
const app = await TestApp.start({ ...UNLIMITED, DATA_DIR: dataDir });
const documents: Documents = {
  store: builtDocument('store-api.json'),
  admin: builtDocument('admin-api.json'),
  dashboard: builtDocument('dashboard-api.json'),
};
app.allowRefusals();
const wire = new Wire(app);
const checker = new AnswerChecker(wire, await openFuzzShop(app));

describe(`requests that were made up (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  it('cover every route, except those with a reason', () => {
    const tried = new Set([...fuzzedRoutes(documents), ...Object.keys(NOT_FUZZED)]);
    const routes = ROUTES.map(([method, path]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(routes.filter((route) => !tried.has(route))).toEqual([]);
    expect(Object.keys(NOT_FUZZED).filter((route) => !routes.includes(route))).toEqual([]);
  });

  it(
    'are answered by the contract, with the right amounts, and never by a fault of ours',
    async () => {
      const member = await TestBrowser.ofMember(app, await givenClient(app));
      const requests = fuzzedRequests(documents, { Cookie: member.cookie!, ...SAME_ORIGIN });
      const property = fc.asyncProperty(requests, (request) => checker.try(request));
      await allEnded(
        Array.from({ length: SENDERS }, (_, sender) =>
          fc.assert(property, {
            seed: seed + sender,
            numRuns: Math.ceil(numRuns / SENDERS),
            // A failure found by then is reported.
            interruptAfterTimeLimit: limit - 10_000,
            markInterruptAsFailure: true,
          }),
        ),
      );
      const counts = [...checker.statuses].sort(([one], [other]) => one - other);
      process.stdout.write(
        `fuzz: FUZZ_SEED=${seed}, ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}, ${wire.resent} sent again\n`,
      );
      expect(wire.resent).toBe(0);
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
