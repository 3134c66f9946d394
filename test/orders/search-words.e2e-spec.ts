import { TestApp } from '../support/app.js';
import { OrderSearchJob } from '../../src/fulfillment/search/order-search.job.js';
import { OrderSearchIndexRepository } from '../../src/fulfillment/search/order-search-index.repository.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { givenProduct, givenTestToken } from '../support/shop/given.js';
import { givenSuiteOfTwo, Shop } from '../support/shop/shop.js';
const { connection, one, two, admin, shop } = await givenSuiteOfTwo();
const { sku } = await givenProduct(one);

const place = (rest: object = {}) => shop.orders.place({ sku, quantity: 1 }, { ...rest });
const customer = (name: string, phone = '9000000000') => ({ customer: { name, phone } });
const found = async (q: string): Promise<string[]> =>
  (await admin.orders.list({ q })).data.map((order) => order.order_number);
/** Reads the stored words of an order; null if it has none. */
const wordsOf = async (order: string): Promise<string | null> => {
  const [row] = await one.sql<{ words: string }>`
    SELECT words::text FROM order_search_words w JOIN orders o ON o.id = w.order_id WHERE o.order_number = ${order}`;
  return row?.words ?? null;
};
const queued = async () => (await one.sql`SELECT FROM order_search_queue`).length;
const areWritten = (): Promise<void> => eventually(async () => (await queued()) === 0);
/** Keeps both instances from writing words until the transaction ends. */
const heldWords = async () => {
  const holder = await openTransaction(connection);
  await holder.query('LOCK TABLE order_search_words IN SHARE MODE');
  return holder;
};

describe('the words of orders', () => {
  it('are searched before they are written, and after', async () => {
    const holder = await heldWords();
    const order = await place({
      store_order_id: 'SHOP-4711',
      ...customer('José Peña', '+91 98765-23757'),
    });
    const words = [order, order.slice(5, 9), 'shop-4711', '4711', '23757', '+91 98765 23757'];
    for (const q of words) expect([q, await found(q)]).toEqual([q, [order]]);
    expect(await wordsOf(order)).toBeNull();
    await holder.rollback();
    await areWritten();
    expect(await wordsOf(order)).toContain("'pena'");
    for (const q of words) expect([q, await found(q)]).toEqual([q, [order]]);
  });

  it('have the digits of a phone in any script', async () => {
    const order = await place(customer('Script', '+९१ ९८७६५ ११२२३'));
    await areWritten();
    for (const q of ['9876511223', '11223']) expect([q, await found(q)]).toEqual([q, [order]]);
  });

  it('follow a correction of the address and of a tracking number, and a payment', async () => {
    const order = await place(customer('Kiran'));
    await areWritten();
    await admin.orders.correctAddress(order, { city: 'Mysuru', pincode: '570001' });
    await admin.orders.pay(order, { reference: 'HDFCN52026112301' });
    const { shipments } = await admin.orders.ship(order, { tracking_number: 'AWB111222' });
    await admin.orders.correctShipment(order, shipments[0]!.id, { tracking_number: 'AWB333444' });
    await areWritten();
    for (const q of ['kiran mysuru', '570001', 'hdfcn52026112301', 'awb333444', '3444']) {
      expect([q, await found(q)]).toEqual([q, [order]]);
    }
    expect(await found('awb111222')).toEqual([]);
    expect(await found('kiran bengaluru')).toEqual([]);
  });

  it('follow a change that commits after those of later ones were written', async () => {
    const first = await place(customer('Earliest'));
    await areWritten();
    const change = await openTransaction(connection);
    await change.query(`UPDATE orders SET customer_name = 'Changed Late' WHERE order_number = $1`, [
      first,
    ]);
    const second = await place(customer('Latest'));
    await areWritten();
    expect(await wordsOf(second)).toContain("'latest'");
    await change.commit();
    expect(await found('changed late')).toEqual([first]);
    await areWritten();
    expect(await wordsOf(first)).toContain("'changed'");
    expect(await found('earliest')).toEqual([]);
  });

  it('are written once by one of two instances, and again by the other if that one is killed', async () => {
    const holder = await heldWords();
    const order = await place(customer('Survivor'));
    const waiting = async (): Promise<number[]> => {
      const rows = await one.sql<{ pid: number }>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return rows.map(({ pid }) => pid);
    };
    await eventually(async () => (await waiting()).length > 0);
    const [writer] = await waiting();
    // One that waited for the lock would fail.
    await two.service(OrderSearchJob).run();
    await one.sql`SELECT pg_terminate_backend(${writer})`;
    expect(await queued()).toBeGreaterThan(0);
    await holder.rollback();
    await areWritten();
    expect(await wordsOf(order)).toContain("'survivor'");
  });

  it('are removed with the customer of an old order, and with an archived order', async () => {
    const order = await place(customer('Forgotten'));
    await areWritten();
    await one.sql`UPDATE orders SET customer_name = 'Anonymized', customer_phone = '' WHERE order_number = ${order}`;
    await areWritten();
    expect(await wordsOf(order)).not.toContain('forgotten');
    const { id } = await one.row<{ id: number }>`SELECT max(id) + 1 AS id FROM orders`;
    await one.sql`INSERT INTO order_search_words VALUES (${id}, 'leftover')`;
    await one.sql`INSERT INTO order_search_queue (ids) VALUES (ARRAY[${id}::bigint])`;
    await areWritten();
    expect(await one.sql`SELECT FROM order_search_words WHERE order_id = ${id}`).toEqual([]);
  });

  it('are written in parts where one statement changed very many orders', async () => {
    const order = await place(customer('Unrelated'));
    await areWritten();
    await inTransaction(one.dataSource, async (manager) => {
      const index = one.service(OrderSearchIndexRepository);
      // Until the transaction ends, the jobs write nothing.
      await manager.query('LOCK TABLE order_search_queue IN EXCLUSIVE MODE');
      await manager.query(
        `INSERT INTO order_search_queue (ids)
          SELECT array_agg(id) FROM (SELECT generate_series(-5, -1) UNION ALL SELECT max(id) FROM orders) AS changed (id)`,
      );
      await manager.query('TRUNCATE order_search_words');
      const counts: number[] = [];
      for (let count = 1; count > 0; counts.push(count)) {
        count = await index.indexChanged(manager, 2);
      }
      expect(counts).toEqual([2, 2, 2, 0]);
    });
    expect(await wordsOf(order)).toContain("'unrelated'");
  });

  it('are written again after the next start where they were lost', async () => {
    const order = await place(customer('Restored'));
    await areWritten();
    await one.sql`TRUNCATE order_search_words`;
    const third = await TestApp.startOn(connection);
    await eventually(async () => (await wordsOf(order)) !== null);
    await third.stop();
    expect(await found('restored')).toEqual([order]);
  });

  it('leave out test orders', async () => {
    const test = new Shop(one, await givenTestToken(one, shop.client));
    const item = { sku: 'WSO-TEST-REFUNDED', quantity: 1 };
    const order = await test.orders.place(item, customer('Unreal'));
    expect(await found('unreal')).toEqual([]);
    await areWritten();
    expect(await wordsOf(order)).toBeNull();
    expect(await found('unreal')).toEqual([]);
  });
});
