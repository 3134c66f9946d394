import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { DatabaseConnection } from '../../ormconfig.js';
import { headersOf, unique } from '../support/shop/given.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { slowest, send, type Answer } from './support/http.js';
import { drawn, size } from './support/run.js';
import { operate, Shop, type Buyer } from './support/shop.js';
import { calledService } from './support/servers/staged-service.js';
import { stagedDatabase } from './support/stage.js';

/** Duration of the requests after a change. */
const AFTER_MS = 200;

/** An operator's change: when it was asked for, and when its answer was there. */
interface Change {
  sentAt: number;
  answeredAt: number;
}

async function changing(change: () => Promise<unknown>): Promise<Change> {
  const sentAt = performance.now();
  await change();
  return { sentAt, answeredAt: performance.now() };
}

/** Splits answers around a change: those that ended before it, and those to requests sent after its answer. */
function aroundChange(answers: readonly Answer[], change: Change): [Answer[], Answer[]] {
  return [
    answers.filter(({ endedAt }) => endedAt < change.sentAt),
    answers.filter(({ sentAt }) => sentAt > change.answeredAt),
  ];
}

/** Lists the error codes, or statuses of answers without a code, that were not expected. */
function others(answers: readonly Answer[], ...expected: unknown[]): unknown[] {
  const codes = answers.map(({ status, body }) => body.code ?? status);
  return [...new Set(codes)].filter((code) => !expected.includes(code));
}

describe('what an operator changes on one instance, in mid load on the other', () => {
  let connection: DatabaseConnection;
  let busy: string;
  let other: string;
  let shop: Shop;
  beforeAll(async () => {
    connection = await stagedDatabase();
    busy = (await calledService(connection)).baseUrl;
    other = (await calledService(connection)).baseUrl;
  });
  beforeEach(async () => {
    shop = await Shop.open(busy, { products: 13 });
  });
  /** Orders and reads of a client on an instance. */
  const callersOf = (shop: Shop, baseUrl: string, buyer: Buyer): Crowd =>
    new Crowd(6, (turn) =>
      turn % 2 === 0
        ? shop.order(baseUrl, shop.items(turn), { buyer })
        : send(`${baseUrl}/api/products/${shop.sku(turn)}/stock`, { headers: buyer.headers }),
    );
  const rounds = drawn(size(40, 2), fc.integer({ min: 100, max: 400 }));

  it('a revoked token is refused', async () => {
    const figures = new Figures('token revoked');
    const placed: Answer[] = [];
    let refused = 0;
    for (const afterMs of rounds) {
      const domain = `${unique('store')}.example`;
      const issued = await operate(other, 'POST', `clients/${shop.buyer.id}/tokens`, { domain });
      const headers = headersOf(String(issued.token), domain);
      const callers = callersOf(shop, busy, { ...shop.buyer, headers });
      await sleep(afterMs);
      const change = await changing(() => operate(other, 'DELETE', `tokens/${Number(issued.id)}`));
      await sleep(AFTER_MS);
      const [before, after] = aroundChange(await callers.leave(), change);
      expect(others(before, 200, 201)).toEqual([]);
      expect(others(after, 'token_invalid', 'rate_limited')).toEqual([]);
      refused += after.length;
      placed.push(...callers.answers);
    }
    figures.keep('changes', rounds.length);
    figures.keep('requests sent after a change, all refused', refused);
    await figures.keepOrders(connection, placed);
  });

  it('an ended subscription is refused, a renewed one accepted', async () => {
    const figures = new Figures('subscription ended');
    const placed: Answer[] = [];
    let seen = 0;
    const set = (status: string): Promise<Change> =>
      changing(() =>
        operate(other, 'PUT', `clients/${shop.buyer.id}/subscription`, { plan: shop.plan, status }),
      );
    for (const afterMs of rounds) {
      const callers = callersOf(shop, busy, shop.buyer);
      await sleep(afterMs);
      const ended = await set('cancelled');
      await sleep(AFTER_MS);
      const renewed = await set('active');
      await sleep(AFTER_MS);
      const [before, afterEnd] = aroundChange(await callers.leave(), ended);
      const [whileEnded, afterRenewal] = aroundChange(afterEnd, renewed);
      expect(others(before, 200, 201)).toEqual([]);
      expect(others(whileEnded, 'subscription_inactive', 'rate_limited')).toEqual([]);
      expect(others(afterRenewal, 200, 201)).toEqual([]);
      seen += afterEnd.length;
      placed.push(...callers.answers);
    }
    figures.keep('changes', rounds.length * 2);
    figures.keep('requests sent after a change, none with the old state', seen);
    await figures.keepOrders(connection, placed);
  });

  it('an order and a list are priced by one version of the price list, never by an old one', async () => {
    const figures = new Figures('prices changed');
    const STEP_PERCENT = 0.5;
    // At 100.00, 700.00 and 1,300.00: no mixture of two versions has the subtotal of a third.
    const items = [0, 6, 12].map((index) => ({ sku: shop.sku(index), quantity: 1 }));
    const BASE = 2_100;
    const orders = new Crowd(6, () => shop.order(busy, items));
    const lists = new Crowd(2, () => send(`${busy}/api/products`, { headers: shop.buyer.headers }));
    await orders.first(201, performance.now());
    const changes: Change[] = [];
    for (const afterMs of rounds) {
      await sleep(afterMs);
      const body = { discount_percent: (changes.length + 1) * STEP_PERCENT };
      changes.push(await changing(() => operate(other, 'PATCH', `plans/${shop.plan}`, body)));
    }
    await sleep(AFTER_MS);
    await Promise.all([orders.leave(), lists.leave()]);

    const paise = (version: number): number => BASE * 100 - version * BASE * STEP_PERCENT;
    const versionOf = (subtotal: number): number => (BASE * 100 - subtotal) / (BASE * STEP_PERCENT);
    /** Returns true if an answer shows a version that was not in force between the request and the answer. */
    const stale = ({ sentAt, endedAt }: Answer, subtotal: number): boolean => {
      const version = versionOf(subtotal);
      const oldest = changes.filter(({ answeredAt }) => answeredAt < sentAt).length;
      const newest = changes.filter((change) => change.sentAt < endedAt).length;
      return !(Number.isInteger(version) && version >= oldest && version <= newest);
    };
    const subtotalOfList = ({ body }: Answer): number => {
      const data = body.data as { sku: string; pricing: { wholesale_price: number } }[];
      const prices = new Map(data.map(({ sku, pricing }) => [sku, pricing.wholesale_price]));
      return Math.round(items.reduce((sum, { sku }) => sum + (prices.get(sku) ?? NaN), 0) * 100);
    };
    expect(others(orders.answers, 201)).toEqual([]);
    expect(others(lists.answers, 200)).toEqual([]);
    expect(
      orders.answers
        .map((answer) => [answer, Math.round(Number(answer.body.subtotal) * 100)] as const)
        .filter(([answer, subtotal]) => stale(answer, subtotal))
        .map(([, subtotal]) => subtotal),
    ).toEqual([]);
    expect(
      lists.answers.filter((list) => stale(list, subtotalOfList(list))).map(subtotalOfList),
    ).toEqual([]);
    const last = orders.answers.at(-1);
    expect(Math.round(Number(last?.body.subtotal) * 100)).toBe(paise(changes.length));
    figures.keep('changes', changes.length);
    await figures.keepOrders(connection, orders.answers);
    figures.keep('lists, each of one version', lists.answers.length);
    figures.keep('slowest order', slowest(orders.answers), { unit: 'ms' });
  });
});
