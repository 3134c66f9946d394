import { setTimeout as sleep } from 'node:timers/promises';
import { minutesLater } from '../support/database/change-log.js';
import { execute, openTransaction } from '../support/database/database.js';
import { backUp } from '../support/database/losses.js';
import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop, type StoreAnswer } from '../support/shop/shop.js';
let shop: Shop;
let sku: string;
const app = await TestApp.start();
const admin = new Admin(app);
beforeEach(async () => {
  shop = await givenShop(app);
  ({ sku } = await givenProduct(app));
});
const place = (by = shop) => by.orders.place({ sku, quantity: 2 });
const placeMany = async (count: number): Promise<string[]> => {
  const numbers: string[] = [];
  for (let n = 0; n < count; n += 1) numbers.push(await place());
  return numbers;
};
const pay = (number: string) => admin.orders.pay(number, { method: 'cash' });
const list = (query: Record<string, string | number> = {}, by = shop) => by.orders.list(query);
const numbers = ({ data }: StoreAnswer<'listOrders'>) => data.map((order) => order.order_number);

describe('GET /api/orders', () => {
  it("returns the client's orders as the status route does, latest change last", async () => {
    const known = { has_more: false, reset: false, lost_after: null };
    expect(await list()).toMatchObject({ success: true, data: [], ...known });
    const [first, second, third] = (await placeMany(3)) as [string, string, string];
    await pay(first);
    await admin.orders.ship(first);
    await admin.orders.cancel(second);
    const body = await list();
    expect(numbers(body)).toEqual([third, first, second]);
    for (const order of body.data) {
      expect(order).toEqual(await shop.orders.status(order.order_number));
    }
  });

  it('never lists an order of another client, for any query', async () => {
    const other = await givenShop(app);
    const own = await place();
    const foreign = await place(other);
    const [ownList, foreignList] = [await list(), await list({}, other)];
    expect(numbers(ownList)).toEqual([own]);
    expect(numbers(foreignList)).toEqual([foreign]);
    await pay(own);
    await pay(foreign);
    expect(numbers(await list({ cursor: ownList.next_cursor }, other))).toEqual([foreign]);
    expect(numbers(await list({ cursor: foreignList.next_cursor }))).toEqual([own]);
    const since = { updated_since: '2020-01-01T00:00:00Z', status: 'pending,awaiting_payment' };
    expect(numbers(await list(since, other))).toEqual([foreign]);
  });

  it('lists the orders in some statuses only', async () => {
    const [open, paid, cancelled] = (await placeMany(3)) as [string, string, string];
    await pay(paid);
    await admin.orders.cancel(cancelled);
    expect(numbers(await list({ status: 'awaiting_payment' }))).toEqual([open]);
    expect(numbers(await list({ status: 'cancelled, pending' }))).toEqual([paid, cancelled]);
    expect(numbers(await list({ status: 'returned' }))).toEqual([]);
    const twice = 'status=pending,pending&status=pending&status=cancelled';
    expect(numbers(await shop.orders.list(twice))).toEqual([paid, cancelled]);
  });

  it('pages through orders that share a position, as those of an upgrade do', async () => {
    const all = await placeMany(3);
    await list();
    await app.sql`UPDATE order_positions SET position = (SELECT min(position) FROM order_positions)`;
    let page = await list({ limit: 1 });
    const paged = numbers(page);
    while (page.has_more) {
      page = await list({ limit: 1, cursor: page.next_cursor });
      paged.push(...numbers(page));
    }
    expect(paged).toEqual(all);
  });

  it('restarts from the beginning for a cursor of another database, or one ahead of this one', async () => {
    const number = await place();
    const { next_cursor: cursor } = await list();
    const [database = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
    const other = `${database.startsWith('0') ? '1' : '0'}${database.slice(1)}`;
    for (const incarnation of [other, database]) {
      const made = Buffer.from(`${incarnation}.9999999.0`, 'latin1').toString('base64url');
      const restarted = await list({ cursor: made });
      expect(restarted).toMatchObject({ reset: true, lost_after: null });
      expect(numbers(restarted)).toEqual([number]);
      expect(await list({ cursor: restarted.next_cursor })).toMatchObject({ reset: false });
    }
  });

  it('restarts from the beginning for a cursor of another client, and tells of no loss', async () => {
    const other = await givenShop(app);
    const [own, foreign] = [await place(), await place(other)];
    const { next_cursor: first } = await list({}, other);
    const { next_cursor: latest } = await list();
    const all = { reset: false, lost_after: null, has_more: false };
    for (const cursor of [first, (await list({ cursor: first }, other)).next_cursor]) {
      const restarted = await list({ cursor });
      expect([restarted, numbers(restarted)]).toMatchObject([all, [own]]);
      expect(numbers(await list({ cursor: restarted.next_cursor }))).toEqual([]);
      expect(numbers(await list({ cursor }, other))).toEqual([]);
    }
    expect(numbers(await list({ cursor: latest }, other))).toEqual([foreign]);
    expect(await app.sql`SELECT FROM order_losses`).toEqual([]);
  });

  it.each([
    ['a cursor that no answer gave', 'cursor=MTIz', 'cursor invalid_cursor'],
    ['the parameter of changes', 'since=MTIz', 'since unknown_field'],
    ['the parameter of changes, empty', 'since=', 'since unknown_field'],
    ['a cursor spelt otherwise', 'cursor=MTIz==', 'cursor invalid_cursor'],
    ['an unknown status', 'status=pending,lost', 'status unknown_value'],
  ])('refuses %s', async (_, query, problem) => {
    await shop.orders.list(query).expectProblems(problem);
  });
});

describe('GET /api/orders, asked for changes,', () => {
  it('lists what changed at a time or later: a status, or another shipment', async () => {
    const [early, partial, late] = (await placeMany(3)) as [string, string, string];
    await pay(early);
    await pay(partial);
    await admin.orders.ship(partial, { items: [{ line: 1, quantity: 1 }] });
    const since = await minutesLater(app);
    expect(numbers(await list({ updated_since: since }))).toEqual([]);
    await pay(late);
    expect(numbers(await list())).toEqual([early, partial, late]);
    expect(numbers(await list({ updated_since: since }))).toEqual([late]);
    await admin.orders.ship(partial, { shipped_at: '2020-01-01T00:00:00Z' });
    const after = await list({ updated_since: since });
    expect(numbers(after)).toEqual([late, partial]);
    expect(after.data[1]).toMatchObject({ status: 'shipped' });
    expect(numbers(await list({ updated_since: '2020-01-01T00:00:00Z' }))).toHaveLength(3);
    expect(numbers(await list({ updated_since: await minutesLater(app) }))).toEqual([]);
  });

  it('lists changes written before a time and committed after it', async () => {
    const slow = await place();
    await minutesLater(app);
    const open = await openTransaction(app.connection);
    await open.query(`UPDATE orders SET notes = 'slow' WHERE order_number = $1`, [slow]);
    await open.query(
      `INSERT INTO order_status_changes (order_id, status)
        SELECT id, 'pending' FROM orders WHERE order_number = $1`,
      [slow],
    );
    await sleep(50);
    const since = new Date().toISOString();
    expect(numbers(await list({ updated_since: since }))).toEqual([]);
    await open.query(
      `UPDATE orders SET status = 'pending', payment_status = 'paid' WHERE order_number = $1`,
      [slow],
    );
    await open.commit();
    expect(numbers(await list({ updated_since: since }))).toEqual([slow]);
  });

  it('lists an order with a second shipment that leaves its status unchanged', async () => {
    const { sku: other } = await givenProduct(app);
    const number = await shop.orders.place([sku, other].map((of) => ({ sku: of, quantity: 2 })));
    await pay(number);
    const part = { items: [{ line: 1, quantity: 1 }] };
    await admin.orders.ship(number, part);
    const { next_cursor: cursor } = await list();
    await admin.orders.ship(number, { ...part, tracking_number: 'BL2' });
    const { data } = await list({ cursor });
    expect(data).toMatchObject([
      { status: 'partially_shipped', tracking: { tracking_number: 'BL2' } },
    ]);
    expect(numbers(await list({ updated_since: data[0]!.tracking.shipped_at! }))).toEqual([number]);
  });

  it('skips no order that changes between pages, and lists the changed ones at the end', async () => {
    const all = await placeMany(7);
    const first = await list({ limit: 3 });
    expect(first.has_more).toBe(true);
    expect(numbers(first)).toEqual(all.slice(0, 3));
    await pay(all[0]!);
    await pay(all[4]!);
    const second = await list({ limit: 3, cursor: first.next_cursor });
    expect(numbers(second)).toEqual([all[3], all[5], all[6]]);
    const third = await list({ limit: 3, cursor: second.next_cursor });
    expect(numbers(third)).toEqual([all[0], all[4]]);
    expect(third.has_more).toBe(false);

    await admin.orders.cancel(all[5]!);
    expect(numbers(await list({ cursor: third.next_cursor })).at(-1)).toBe(all[5]);
  });
});

describe('GET /api/orders, asked again without a cursor,', () => {
  const payBySql = (number: string) =>
    `WITH paid AS (
        UPDATE orders SET status = 'pending', payment_status = 'paid' WHERE order_number = '${number}' RETURNING id
      ) INSERT INTO order_status_changes (order_id, status) SELECT id, 'pending' FROM paid`;

  it('is not sent again while only orders of others change', async () => {
    const own = await place();
    const { headers } = await shop.orders.list().expect(200);
    const askAgain = () => shop.orders.list().set('If-None-Match', headers.etag!);
    await place(await givenShop(app));
    await askAgain().expect(304);
    await pay(own);
    await askAgain().expect(200);
  });

  it('lists each change, for each limit, status and form', async () => {
    const [first, second] = (await placeMany(2)) as [string, string];
    const queries: Record<string, string | number>[] = [
      {},
      { limit: 1 },
      { status: 'pending' },
      { include: 'shipments' },
    ];
    const all = () => Promise.all(queries.map(async (query) => numbers(await list(query))));
    expect(await all()).toEqual([[first, second], [first], [], [first, second]]);
    await pay(first);
    expect(await all()).toEqual([[second, first], [second], [first], [second, first]]);
    await admin.orders.ship(first, { items: [{ line: 1, quantity: 1 }] });
    expect(await all()).toEqual([[second, first], [second], [], [second, first]]);
    const [, shipped] = (await list({ include: 'shipments' })).data;
    expect(shipped).toMatchObject({ shipments: [{ items: [{ line: 1, quantity: 1 }] }] });
    expect((await list()).data[1]).not.toHaveProperty('shipments');
  });

  it.each([
    ["shipments SET tracking_number = 'T-2'", { tracking: { tracking_number: 'T-2' } }],
    ["order_items SET name = 'Bowl'", { items: [{ name: 'Bowl' }] }],
    [
      "order_status_changes SET changed_at = '2026-01-31T00:00:00Z'",
      { timeline: [{ changed_at: '2026-01-31T00:00:00.000Z' }, {}, {}] },
    ],
  ])('lists what an administrator corrects by SQL: %s', async (correction, corrected) => {
    const number = await place();
    await pay(number);
    await admin.orders.ship(number);
    await list();
    await execute(
      app.connection,
      `UPDATE ${correction} WHERE order_id = (SELECT id FROM orders WHERE order_number = '${number}')`,
    );
    expect((await list()).data).toMatchObject([corrected]);
  });

  it('is read again after the database was replaced, although the places are the same', async () => {
    const number = await place();
    await list();
    const restore = await backUp(app);
    await execute(app.connection, `SET session_replication_role = replica; ${payBySql(number)}`);
    await restore();
    expect((await list()).data).toMatchObject([{ status: 'pending' }]);
  });
});
