import request from 'supertest';
import { PlansService } from '../../src/plans/plans.service.js';
import { TestApp, type StoreHeaders } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { expireToken, givenPlan, givenProduct } from '../support/shop/given.js';
import { givenShop, givenSuiteOfTwo, givenTestShop, type Shop } from '../support/shop/shop.js';

const LIMIT = 3;
const MANY = 200;

const { one, two, connection, admin } = await givenSuiteOfTwo({ RATE_LIMIT_PER_MINUTE: '5000' });

/** A page of either feed. */
interface Feed {
  data: { order_number?: string; sku?: string }[];
  removed?: string[];
  next_cursor: string;
  reset: boolean;
}

async function countOfWaiting(app: TestApp): Promise<number> {
  const { text } = await request(app.server).get('/metrics');
  return Number(/^waiting_calls (\d+)/m.exec(text)?.[1]);
}

/** Sends calls, and returns when all of them wait. */
async function waiting(
  paths: readonly string[],
  headers: StoreHeaders,
  app = one,
): Promise<Promise<request.Response>[]> {
  const before = await countOfWaiting(app);
  const calls = paths.map((path) => app.get(path, headers).then((answer) => answer));
  await eventually(async () => (await countOfWaiting(app)) === before + paths.length);
  return calls;
}

async function waitingCall(path: string, headers: StoreHeaders, app = one) {
  const [call] = await waiting([path], headers, app);
  return { answer: call! };
}

const feedOf = ({ status, body }: request.Response): Feed => {
  expect(status).toBe(200);
  return body as Feed;
};

/** Reads a feed of a store to its end, and makes the address that continues there. */
async function atEnd(shop: Shop, feed: 'orders' | 'changes', query = ''): Promise<string> {
  let from = `/api/${feed}?${query}`;
  const cursor = feed === 'orders' ? 'cursor' : 'since';
  for (;;) {
    const { body } = await one.get(from, shop.client.headers).expect(200);
    const { next_cursor: next, has_more: hasMore } = body as Feed & { has_more: boolean };
    from = `/api/${feed}?${query}&${cursor}=${next}`;
    if (!hasMore) return from;
  }
}

let shop: Shop;
let sku: string;
let id: number;
beforeEach(async () => {
  shop = await givenShop(one);
  ({ sku, id } = await givenProduct(one));
});
afterEach(async () => {
  await eventually(async () => (await countOfWaiting(one)) === 0);
});

describe('a waiting call', () => {
  it.each(['orders', 'changes'] as const)(
    'of GET /api/%s is answered with the first change, and by each instance',
    async (feed) => {
      const path = `${await atEnd(shop, feed)}&wait=30`;
      const here = await waitingCall(path, shop.client.headers);
      const elsewhere = await waitingCall(path, shop.client.headers, two);
      const place = () => shop.orders.place({ sku, quantity: 1 });
      const setPrice = () => admin.plans.setPrice(shop.client.plan, sku, 50);
      const changed = feed === 'orders' ? await place() : (await setPrice()).sku;
      for (const { answer } of [here, elsewhere]) {
        const { data } = feedOf(await answer);
        expect(data.map((row) => row.order_number ?? row.sku)).toEqual([changed]);
        expect((await answer).headers).toMatchObject({ 'x-poll-interval': '0' });
      }
    },
  );

  it('ends with a product that can no longer be ordered', async () => {
    const path = `${await atEnd(shop, 'changes')}&wait=30`;
    const { answer } = await waitingCall(path, shop.client.headers);
    await one.sql`UPDATE products SET active = false WHERE id = ${id}`;
    expect(feedOf(await answer)).toMatchObject({ data: [], removed: [sku] });
  });

  it('of 200 gets nothing before the commit, and holds no connection of the database', async () => {
    const other = await givenShop(one);
    const number = await other.orders.place({ sku, quantity: 1 });
    const otherPath = `${await atEnd(other, 'orders')}&wait=30`;
    const path = `${await atEnd(shop, 'changes')}&wait=30`;
    const countConnections = async () => {
      const { count } = await one.row<{ count: number }>`SELECT count(*)::int AS count
        FROM pg_stat_activity WHERE datname = current_database()`;
      return count;
    };
    const before = await countConnections();
    const calls = await waiting(Array<string>(MANY).fill(path), shop.client.headers);
    // Background work may have opened another one.
    await eventually(async () => (await countConnections()) <= before + 1);
    const open = await openTransaction(connection);
    await open.query('UPDATE products SET base_price_minor = base_price_minor WHERE id = $1', [id]);
    // This one learns of what was committed meanwhile.
    const { answer } = await waitingCall(otherPath, other.client.headers);
    await admin.orders.pay(number);
    expect(feedOf(await answer).data).toMatchObject([{ order_number: number, status: 'pending' }]);
    expect(await countOfWaiting(one)).toBe(MANY);
    await open.commit();
    for (const call of calls) expect(feedOf(await call).data.map((row) => row.sku)).toEqual([sku]);
  });

  it('without news ends with the cursor that it sent, and then with 304', async () => {
    const other = await givenShop(one);
    const [own, foreign] = [shop, other].map((by) => by.orders.place({ sku, quantity: 1 }));
    const numbers = [await own!, await foreign!];
    const paths = [
      `${await atEnd(shop, 'orders', 'status=shipped')}&wait=1`,
      `${await atEnd(shop, 'changes')}&wait=1`,
    ];
    const calls = await waiting(paths, shop.client.headers);
    // Neither call gets another client's order, or one in another status.
    for (const number of numbers) await admin.orders.pay(number);
    const again = calls.map(async (call, index) => {
      const { data, next_cursor: next } = feedOf(await call);
      const { headers } = await call;
      expect(data).toEqual([]);
      expect(paths[index]).toContain(`=${next}&wait`);
      expect(headers).toMatchObject({ 'x-poll-interval': '0' });
      return one
        .get(paths[index]!, shop.client.headers)
        .set('If-None-Match', headers.etag ?? '')
        .expect(304);
    });
    for (const { headers } of await Promise.all(again)) {
      expect(headers).toMatchObject({ 'x-poll-interval': '0' });
    }
  });

  it('is answered at once without a cursor, with news, and within pages', async () => {
    await givenProduct(one);
    const cursors: string[] = [];
    for (const path of ['/api/changes?limit=1', '/api/orders?']) {
      const { body, headers } = await one.get(`${path}&wait=30`, shop.client.headers).expect(200);
      expect(headers).toMatchObject({ 'x-poll-interval': '0' });
      cursors.push((body as Feed).next_cursor);
    }
    await shop.orders.place({ sku, quantity: 1 });
    const [since, cursor] = cursors;
    for (const path of [`/api/changes?since=${since}`, `/api/orders?cursor=${cursor}`]) {
      const answer = await one.get(`${path}&wait=30`, shop.client.headers).expect(200);
      expect(feedOf(answer).data).not.toEqual([]);
    }
  });

  it('does not wait for 0 seconds, nor for what has no cursor', async () => {
    for (const feed of ['orders', 'changes']) {
      const { headers } = await one.get(`/api/${feed}?wait=0`, shop.client.headers).expect(200);
      expect(headers).not.toMatchObject({ 'x-poll-interval': '0' });
    }
    const { headers } = await one.get('/api/stock?wait=5', shop.client.headers).expect(200);
    expect(headers).toMatchObject({ 'x-ignored-parameters': 'wait' });
  });
});

describe('the access of a waiting call', () => {
  const bothFeeds = async (at = one) => {
    const orders = `${await atEnd(shop, 'orders')}&wait=30`;
    const changes = `${await atEnd(shop, 'changes')}&wait=30`;
    return waiting([orders, changes], shop.client.headers, at);
  };

  it('ends with its token, and with its subscription', async () => {
    for (const app of [one, two]) {
      const calls = await bothFeeds(app);
      await admin.clients.subscribe(shop.client.id, {
        plan: shop.client.plan,
        status: 'cancelled',
      });
      for (const call of calls) {
        expect(await call).toMatchObject({ status: 403, body: { code: 'subscription_inactive' } });
      }
      await admin.clients.subscribe(shop.client.id, { plan: shop.client.plan, status: 'active' });
    }
    const calls = await bothFeeds();
    await admin.tokens.revoke(shop.client.tokenId);
    for (const call of calls) {
      expect(await call).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    }
  });

  it('ends by the clock', async () => {
    const path = `${await atEnd(shop, 'orders')}&wait=30`;
    const { answer } = await waitingCall(path, shop.client.headers);
    await expireToken(one, shop.client.tokenId, new Date(Date.now() + 500));
    expect(await answer).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  });

  it('ends the call when its plan changes: the change feed begins again', async () => {
    const [orders, changes] = await bothFeeds();
    const { code } = await givenPlan(one, { discountBp: 5_000 });
    await one.service(PlansService).subscribe(shop.client.id, { plan: code, status: 'active' });
    expect(feedOf((await changes)!)).toMatchObject({ reset: true });
    expect(feedOf((await orders)!)).toMatchObject({ data: [], reset: false });
  });
});

describe('the number of waiting calls of a client', () => {
  it('has a limit, in test mode apart, and those who left do not count', async () => {
    const path = `${await atEnd(shop, 'orders')}&wait=30`;
    const { headers } = shop.client;
    const limited = await TestApp.startOn(connection, {
      PUBLIC_URL: 'http://orders.example',
      MAX_WAITING_CALLS_PER_CLIENT: String(LIMIT),
    });
    const calls = await waiting(Array<string>(LIMIT).fill(path), headers, limited);
    const turnedAway = await limited.get(path, headers).expect(200);
    expect(turnedAway.headers).toMatchObject({ 'x-poll-interval': '5' });
    expect(feedOf(turnedAway).data).toEqual([]);
    const test = await givenTestShop(shop);
    const testPath = `${await atEnd(test, 'orders')}&wait=30`;
    const { answer: tested } = await waitingCall(testPath, test.client.headers, limited);

    const leaving = new AbortController();
    const left = fetch(`${limited.baseUrl}${testPath}`, {
      headers: test.client.headers,
      signal: leaving.signal,
    }).catch(() => 'left');
    await eventually(async () => (await countOfWaiting(limited)) === LIMIT + 2);
    leaving.abort();
    expect(await left).toBe('left');
    await eventually(async () => (await countOfWaiting(limited)) === LIMIT + 1);

    // An instance that stops answers them.
    await limited.stop();
    for (const call of [...calls, tested]) expect(feedOf(await call).data).toEqual([]);
  });
});
