import request from 'supertest';
import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { HealthService } from '../../src/platform/observability/health.service.js';
import { openTransaction } from '../support/database/database.js';
import { backUp } from '../support/database/losses.js';
import { eventually } from '../support/eventually.js';
import { givenProduct, ISO_UTC, SHIPMENT } from '../support/shop/given.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';
let shop: Shop;
const app = await TestApp.start();
const admin = new Admin(app);
const { sku } = await givenProduct(app);
beforeEach(async () => {
  shop = await givenShop(app);
});

describe('the status of an order', () => {
  it('is found by order number and by store order id', async () => {
    const tawa = await givenProduct(app, { name: 'Tawa' });
    const id = 'A/1 #2';
    const order = await shop.orders.place(
      { sku: tawa.sku, quantity: 2 },
      { store_order_id: ` ${id}` },
    );
    const status = await shop.orders.status(order);
    for (const sent of [id, ` ${id} `]) expect(await shop.orders.status(sent)).toEqual(status);
    const none = { variation: null, variation_key: null };
    expect(status).toEqual({
      success: true,
      order_number: order,
      store_order_id: id,
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      total_amount: 210,
      tracking: { courier: null, tracking_number: null, tracking_url: null, shipped_at: null },
      items: [
        { sku: tawa.sku, name: 'Tawa', ...none, quantity: 2, unit_price: 100, line_total: 200 },
      ],
      timeline: [{ status: 'awaiting_payment', changed_at: expect.stringMatching(ISO_UTC) }],
    });
  });

  it('follows the order until it is delivered', async () => {
    const order = await shop.orders.place({ sku, quantity: 4 });
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    expect(await shop.orders.status(order)).toMatchObject({
      status: 'partially_shipped',
      payment_status: 'paid',
    });

    const last = { tracking_number: 'BL2', shipped_at: '2026-01-02T03:04:05.678Z' };
    await admin.orders.ship(order, last);
    await admin.orders.deliver(order);
    const { status, tracking, timeline } = await shop.orders.status(order);
    expect(status).toBe('delivered');
    expect(tracking).toEqual({ ...SHIPMENT, ...last });
    expect(timeline.map((change) => change.status)).toEqual([
      ...['awaiting_payment', 'pending', 'partially_shipped', 'shipped', 'delivered'],
    ]);
    const times = timeline.map((change) => change.changed_at);
    expect(times).toEqual([...times].sort());
    await app.expectInvariants();
  });

  it('is the same for all who ask at the same time, with shipments or without', async () => {
    const [one, two] = [await givenProduct(app), await givenProduct(app)];
    const items = [one, two].map(({ sku }) => ({ sku, quantity: 2 }));
    const order = await shop.orders.place(items, { store_order_id: 'S-1' });
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    const paths = [order, 'S-1', `${order}?include=shipments`];
    const ask = (path: string) => {
      const [reference, query = ''] = path.split('?');
      return app
        .get(`/api/orders/${reference}/status?${query}`, shop.client.headers)
        .then(({ body }) => body as object);
    };
    const alone: object[] = [];
    for (const path of paths) alone.push(await ask(path));

    // The first of them waits for the table; the others are read together afterwards.
    const open = await openTransaction(app.connection);
    await open.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    const asked = [...paths, ...paths].map(ask);
    await eventually(() => app.service(HealthService).inFlight === asked.length);
    await open.rollback();
    expect(await Promise.all(asked)).toEqual([...alone, ...alone]);
  });
});

const resets = async (): Promise<number> => {
  const { text } = await request(app.server).get('/metrics');
  return Number(/^order_list_resets_total (\d+)/m.exec(text)?.[1]);
};
const states = async (ids: unknown, by = shop) =>
  (await by.orders.reconcile(ids)).map(({ state, order_number }) => [state, order_number]);

describe('POST /api/orders/reconcile', () => {
  it('returns for each id, in the order sent, whether the order exists', async () => {
    const first = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-1' });
    const second = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-2' });
    await admin.orders.pay(second, { method: 'cash' });
    expect(await shop.orders.reconcile([' S-1\u00a0'])).toMatchObject([
      { store_order_id: ' S-1\u00a0', state: 'found' },
    ]);
    const data = await shop.orders.reconcile(['S-2', 'S-0', 'S-1', 'S-2']);
    const found = async (id: string, order_number: string) => {
      const order = await shop.orders.status(order_number);
      return { store_order_id: id, state: 'found', order_number, order };
    };
    expect(data).toEqual([
      await found('S-2', second),
      { store_order_id: 'S-0', state: 'missing', order_number: null, order: null },
      await found('S-1', first),
      await found('S-2', second),
    ]);
  });

  it('finds neither orders of other clients or of the other mode, nor order numbers', async () => {
    const [other, test] = [await givenShop(app), await givenTestShop(shop)];
    const own = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-1' });
    const tested = await test.orders.place({ sku, quantity: 1 }, { store_order_id: 'T-1' });
    const missing = ['missing', null];
    expect(await states(['S-1', 'T-1', own])).toEqual([['found', own], missing, missing]);
    expect(await states(['S-1', 'T-1'], test)).toEqual([missing, ['found', tested]]);
    const ofOther = await states(['S-1', 'T-1', own, tested], other);
    expect(ofOther).toEqual([missing, missing, missing, missing]);
  });

  it('costs one request, and one more for each 50 ids', async () => {
    const left = async (count: number): Promise<number> => {
      const ids = Array.from({ length: count }, (_, n) => `S-${n}`);
      const { ratelimit } = await shop.orders.reconcile(ids).headers();
      return Number(/;r=(\d+);/.exec(String(ratelimit))?.[1]);
    };
    const first = await left(1);
    const after = [await left(49), await left(50), await left(500)];
    expect(after).toEqual([first - 1, first - 3, first - 14]);
  });

  it('refuses a list without ids', async () => {
    await shop.orders.reconcile([]).expectProblems('store_order_ids list_expected');
  });

  it('names each id that no order can have', async () => {
    const ids = ['S-1', 1, 'S-1\u0000', '\ud800', ' ', 'x'.repeat(65), null, ['S-1']];
    expect(await shop.orders.reconcile(ids).problems()).toEqual(
      ids.slice(1).map((_, index) => `store_order_ids.${index + 1} invalid_value`),
    );
  });
});

describe('a loss of orders', () => {
  it('a lost order is missing, and can be placed again under its id', async () => {
    const kept = await shop.orders.place({ sku, quantity: 1 });
    const restore = await backUp(app);
    await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-1' });
    const { next_cursor: cursor } = await shop.orders.list();
    await restore();
    const before = await resets();
    expect(await shop.orders.list({ cursor })).toMatchObject({
      reset: true,
      data: [{ order_number: kept }],
    });
    expect(await resets()).toBe(before + 1);
    expect(await states(['S-1'])).toEqual([['missing', null]]);
    const again = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-1' });
    expect(await states(['S-1'])).toEqual([['found', again]]);
  });

  it('is alerted of only by a cursor that this service wrote', async () => {
    const order = await shop.orders.place({ sku, quantity: 1 });
    const restart = await backUp(app);
    const lost = await shop.orders.place({ sku, quantity: 1 });
    await shop.orders.place({ sku, quantity: 1 });
    const { next_cursor: atEnd } = await shop.orders.list();
    const { next_cursor: within } = await shop.orders.list({ limit: 2 });
    await restart();
    const [incarnation = '', end, stamp] = Buffer.from(atEnd, 'base64url').toString().split('.');
    const made = (...parts: unknown[]) => Buffer.from(parts.join('.')).toString('base64url');
    const restarted = { reset: true, data: [{ order_number: order }] };
    const before = await resets();
    for (const cursor of [
      // Of another database, with a stamp of this one, and as release 1.1.0 wrote it.
      made('0123456789ab', end, 0),
      made('0123456789ab', end, stamp),
      made(incarnation, end, 0),
      // Positions that were not given out, and a changed stamp.
      made(incarnation, Number(end) + 1, stamp),
      made(incarnation, end, stamp, Number(end) + 1),
      made(incarnation, end, Number(stamp) + 1),
    ]) {
      expect(await shop.orders.list({ cursor })).toMatchObject(restarted);
      expect([cursor, await resets()]).toEqual([cursor, before]);
    }
    for (const cursor of [within, atEnd, atEnd]) {
      const { data, reset } = await shop.orders.list({ cursor });
      expect([reset, data.map(({ order_number }) => order_number)]).toEqual([true, [order]]);
      expect(await resets()).toBe(before + 1);
    }
    await shop.orders.status(lost).refused(404);
  });

  it('operators see the stores that have lost orders until these are placed again', async () => {
    const losses = async () =>
      (await admin.call('listOrderLosses')).filter(({ client_id: id }) => id === shop.client.id);
    const open = async () => (await admin.overview()).order_losses?.stores ?? 0;
    const before = await open();
    const test = await givenTestShop(shop);
    const restore = await backUp(app);
    for (const id of ['S-1', 'S-2']) {
      await shop.orders.place({ sku, quantity: 1 }, { store_order_id: id });
    }
    await test.orders.place({ sku, quantity: 1 });
    const { next_cursor: cursor } = await shop.orders.list();
    const { next_cursor: testCursor } = await test.orders.list();
    // No list began again: a comparison is not recorded.
    expect(await states(['S-0'])).toEqual([['missing', null]]);
    await restore();
    expect(await losses()).toEqual([]);

    const { reset, lost_after } = await shop.orders.list({ cursor });
    expect(reset).toBe(true);
    // The same loss again, and that of test orders.
    expect(await shop.orders.list({ cursor })).toMatchObject({ reset: true });
    expect(await test.orders.list({ cursor: testCursor })).toMatchObject({ reset: true });
    const told = { client_name: expect.any(String), told_at: expect.stringMatching(ISO_UTC) };
    const loss = { client_id: shop.client.id, ...told, lost_after };
    expect(await losses()).toEqual([{ ...loss, reconciled_at: null, missing: 0, placed_again: 0 }]);
    expect(await open()).toBe(before + 1);
    // Another store does not know when its own was.
    const other = await givenShop(app);
    await app.sql`INSERT INTO order_losses (client_id, incarnation) VALUES (${other.client.id}, 'a')`;
    expect((await admin.overview()).order_losses).toEqual({ stores: before + 2, lost_after: null });
    await app.sql`DELETE FROM order_losses WHERE client_id = ${other.client.id}`;

    await Promise.all([states(['S-1', 'S-1', ' S-2 ']), states(['S-2'])]);
    const compared = { ...loss, reconciled_at: expect.stringMatching(ISO_UTC), missing: 2 };
    expect(await losses()).toEqual([{ ...compared, placed_again: 0 }]);
    await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-1' });
    expect(await losses()).toEqual([{ ...compared, placed_again: 1 }]);
    expect(await open()).toBe(before + 1);
    await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'S-2' });
    expect(await losses()).toEqual([{ ...compared, placed_again: 2 }]);
    expect(await open()).toBe(before);
  });
});
