import { KEPT_PER_MINUTE } from '../../src/dashboard/store-requests/recent/recent-buffer.js';
import { RecentRequestsService } from '../../src/dashboard/store-requests/recent/recent-requests.service.js';
import type { TrackedRequest } from '../../src/platform/http/request-context.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { givenProduct } from '../support/shop/given.js';
import { givenMember, TestBrowser } from '../support/shop/people.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';
let shop: Shop;
const app = await TestApp.start();
// A job that is about to store a request would not have stored it when a test looks.
await app.stopJobs();
beforeEach(async () => {
  shop = await givenShop(app);
});

const requestsOf = async (of: Shop, query = {}) => {
  await app.service(RecentRequestsService).store();
  return (await new Admin(app).call('listRecentRequests', of.client.id, query)).data;
};

describe('the answered requests of a client', () => {
  it('are those of all its tokens, with route, status, time and id, and without values', async () => {
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'SECRET-1' });
    await app.call('get', `/api/products?q=SECRET-2`, shop.client.headers).expect(200);
    const { headers } = await app.call('get', `/api/orders/${order}`, shop.client.headers);
    await shop.products.get('SECRET-3').refused(404);
    await (await givenTestShop(shop)).me();
    await (await givenShop(app)).me();

    const listed = await requestsOf(shop);
    expect(listed.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      'GET /api/me 200',
      'GET /api/orders/:order_number 200',
      'GET /api/products 200',
      'POST /api/orders 201',
    ]);
    const [, read] = listed;
    expect(read).toMatchObject({ token_id: shop.client.tokenId, ms: expect.any(Number) });
    expect(read!.request_id).toBe(headers['x-request-id']);
    expect(await requestsOf(shop, { request_id: read!.request_id })).toEqual([read]);
    const stored = await app.sql<object>`SELECT * FROM recent_requests`;
    expect(JSON.stringify(stored)).not.toMatch(/SECRET|WO-/);
  });

  it('are all stored, also where more wait than one statement takes', async () => {
    const requests = app.service(RecentRequestsService);
    const noted: string[] = [];
    for (let left = 9; left > 0; left -= 1) {
      const { client } = await givenShop(app);
      for (let number = 0; number < KEPT_PER_MINUTE; number += 1) {
        const requestId = `waits-${client.id}-${number}`;
        const caller = { clientId: client.id, tokenId: client.tokenId };
        const end = { startedAtMs: performance.now(), status: 200, isAborted: false };
        requests.note({ method: 'GET', requestId, caller } as TrackedRequest, end);
        noted.push(requestId);
      }
    }
    await requests.store();
    const stored = await app.sql<{ id: string }>`
      SELECT r.request_id AS id FROM recent_requests r WHERE r.request_id LIKE 'waits-%'`;
    expect(stored.map(({ id }) => id).sort()).toEqual(noted.sort());
  });

  it('are those of no other client on its page', async () => {
    await shop.me();
    const id = (await requestsOf(shop))[0]!.request_id;
    const pageOf = async (of: Shop): Promise<unknown> => {
      const browser = await TestBrowser.signedIn(app, await givenMember(app, of.client, 'member'));
      return (await browser.call('get', `requests?request_id=${id}`)).body.data;
    };
    expect(await pageOf(shop)).toMatchObject([{ request_id: id }]);
    expect(await pageOf(await givenShop(app))).toEqual([]);
  });

  it('delay no request while the table cannot be written, and are deleted after six hours', async () => {
    const holder = await openTransaction(app.connection);
    await holder.query('LOCK TABLE recent_requests IN ACCESS EXCLUSIVE MODE');
    await shop.me();
    await holder.commit();
    expect(await requestsOf(shop)).toHaveLength(1);
    await app.sql`UPDATE recent_requests SET at = at - interval '7 hours'`;
    await app.service(RecentRequestsService).deleteOld();
    expect(await requestsOf(shop)).toEqual([]);
  });
});
