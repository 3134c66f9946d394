import { ChangePositions } from '../../src/platform/live-cache/change-positions.js';
import { TestApp } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { whileLocked } from '../support/database/locks.js';
import { StoreCopy, type ChangesBody } from '../support/documents/store-copy.js';

let app: TestApp;
let shop: Shop;
let copy: StoreCopy;
const start = async (): Promise<void> => {
  app = await TestApp.start();
};
const giveCopy = async (): Promise<void> => {
  shop = await givenShop(app);
  copy = new StoreCopy(shop.client);
};
const sql = (statement: string): Promise<unknown> => app.dataSource.query(statement);
const rename = (sku: string, name: string) => new Admin(app).products.change(sku, { name });
const toldOf = async () => (await copy.sync(app)).flatMap(({ data }) => data.map(({ sku }) => sku));
const someoneWaits = (table = 'feed_state'): Promise<void> =>
  eventually(async () => {
    const waiting = await sql(`SELECT FROM pg_locks w JOIN pg_stat_activity USING (pid)
      WHERE NOT w.granted AND datname = current_database() AND EXISTS (
        SELECT FROM pg_locks l WHERE l.pid = w.pid AND l.relation = to_regclass('${table}')
      )`);
    return (waiting as object[]).length > 0;
  });
const order = (sku: string) => shop.orders.place({ sku, quantity: 1 });
const orders = (cursor = '') => shop.orders.list({ cursor });

describe('the positions of changes', () => {
  beforeEach(start);
  beforeEach(giveCopy);
  afterEach(() => app.stop());

  it('only the feeds are unavailable while another transaction locks them', async () => {
    const { sku } = await givenProduct(app);
    await copy.sync(app);
    const open = await openTransaction(app.connection);
    await open.query('SELECT FROM feed_state FOR UPDATE');
    // Not before: the job would give the change its position.
    await rename(sku, 'New');
    const polls = [shop.changes.list({ since: copy.cursor! }), shop.orders.list()];
    expect(await Promise.all(polls.map((poll) => poll.status()))).toEqual([503, 503]);
    expect(await shop.products.get(sku)).toMatchObject({ name: 'New' });
    await order(sku);
    await open.commit();
    expect(await toldOf()).toEqual([sku]);
  });

  it('two numberings at the same time give out different positions', async () => {
    const [first, second] = [await givenProduct(app), await givenProduct(app)];
    await copy.sync(app);
    await rename(first.sku, 'First');
    await whileLocked(app, { lock: `SELECT number_changes('', 0)`, waiting: 1 }, async () => {
      await rename(second.sku, 'Second');
      return copy.sync(app);
    });
    const numbered =
      await sql(`SELECT ids, dense_rank() OVER (ORDER BY position DESC)::integer AS place
        FROM numbered_changes ORDER BY position DESC LIMIT 2`);
    expect(numbered).toEqual([
      { ids: [second.id], place: 1 },
      { ids: [first.id], place: 2 },
    ]);
  });

  it('a position is on disk before it is returned, and waiting for its lock has its own time limit', async () => {
    const careless = await openTransaction(app.connection);
    await careless.query('SET LOCAL synchronous_commit = off');
    await careless.query(`SELECT number_changes('', 0)`);
    expect(await careless.query('SHOW synchronous_commit')).toMatchObject({
      rows: [{ synchronous_commit: 'on' }],
    });
    // The code of a lock that was waited for in vain; a statement that took too long has another one.
    await expect(sql(`SELECT number_changes('', 0)`)).rejects.toMatchObject({ code: '55P03' });
    await careless.rollback();
  });

  it('changes of a long transaction are returned once it commits, and no others are repeated', async () => {
    const [slow, quick] = [await givenProduct(app), await givenProduct(app)];
    const first = await order(quick.sku);
    await copy.sync(app);
    let { next_cursor: cursor } = await orders();
    const open = await openTransaction(app.connection);
    await open.query('UPDATE products SET name = $1 WHERE id = $2', ['Slow', slow.id]);
    await open.query('UPDATE orders SET notes = $1 WHERE order_number = $2', ['Slow', first]);
    await rename(quick.sku, 'Quick');
    expect(await toldOf()).toEqual([quick.sku]);
    expect(await toldOf()).toEqual([]);
    const second = await order(quick.sku);
    expect((await orders(cursor)).data.map((found) => found.order_number)).toEqual([second]);
    ({ next_cursor: cursor } = await orders(cursor));
    expect((await orders(cursor)).data).toEqual([]);
    await open.commit();
    expect(await toldOf()).toEqual([slow.sku, quick.sku]);
    expect((await orders(cursor)).data.map((found) => found.order_number)).toEqual([first]);
    await copy.expectEqual(app);
  });

  it.each([
    ['was restarted', `started_at = '2026-01-01T00:00:00Z', written = pg_current_xact_id()`],
    ['is a copy, or a dump was restored', `written = '12345'`],
    ['is a copy in the same cluster', 'database = 1, written = pg_current_xact_id()'],
  ])('cursors continue when the database %s', async (_, change) => {
    const { sku } = await givenProduct(app);
    await order(sku);
    await copy.sync(app);
    const { next_cursor: cursor } = await orders();
    await sql(`UPDATE feed_state SET ${change}`);
    await rename(sku, 'New');
    expect((await copy.sync(app))[0]).toMatchObject({ reset: false, data: [{ sku }] });
    expect((await orders(cursor)).data).toEqual([]);
    expect(await toldOf()).toEqual([]);
    expect(await sql('SELECT count(*)::integer AS count FROM feed_incarnations')).toEqual([
      { count: 2 },
    ]);
  });

  it('cursors of lost positions restart, earlier ones continue', async () => {
    const { sku } = await givenProduct(app);
    const number = await order(sku);
    const earlyCopy = new StoreCopy(shop.client);
    await earlyCopy.sync(app);
    const { next_cursor: earlyOrders } = await orders();
    const [kept] = (await sql('SELECT position FROM feed_state')) as [{ position: number }];
    await sql(`INSERT INTO feed_ticks (at, position) VALUES
      ('2099-01-15T10:00:00Z', ${kept.position}), ('2099-01-15T10:01:00Z', ${kept.position} + 1)`);
    await rename(sku, 'Lost');
    await order(sku);
    await copy.sync(app);
    const { next_cursor: lateOrders } = await orders(earlyOrders);
    // As a standby that was behind takes over: it has none of this, and gives the positions out again.
    await sql(`UPDATE feed_state SET position = ${kept.position}, started_at = '-infinity';
      DELETE FROM numbered_changes WHERE position > ${kept.position}`);
    for (let change = 0; change < 4; change += 1) {
      await rename(sku, `Again ${change}`);
      expect((await earlyCopy.readPage(app)).reset).toBe(false);
    }
    expect((await copy.readPage(app)).reset).toBe(true);
    expect((await orders(earlyOrders)).data.map((o) => o.order_number)).not.toContain(number);
    const late = await orders(lateOrders);
    expect(late.data.map((o) => o.order_number)).toContain(number);
    // A minute before the tick: a change that is committed next to it may have a later position.
    expect(late).toMatchObject({ reset: true, lost_after: '2099-01-15T09:59:00.000Z' });
  });

  it('cursors of lost positions restart, also if the database reports no restart', async () => {
    const { sku } = await givenProduct(app);
    const { position } = await app.service(ChangePositions).number();
    await rename(sku, 'Lost');
    await copy.sync(app);
    await sql(`UPDATE feed_state SET position = ${position}, written = pg_current_xact_id();
      DELETE FROM numbered_changes WHERE position > ${position}`);
    expect((await copy.readPage(app)).reset).toBe(true);
  });

  it('the job numbers changes that no store has requested', async () => {
    const { sku } = await givenProduct(app);
    await rename(sku, 'New');
    const queued = async () => ((await sql('SELECT FROM change_queue')) as object[]).length;
    const ticks = async () => ((await sql('SELECT FROM feed_ticks')) as object[]).length;
    await eventually(async () => (await queued()) === 0 && (await ticks()) === 1);
  });
});

describe('changes that commit while a feed is read', () => {
  beforeAll(start);
  // A job that waits would be taken for the reader.
  beforeAll(() => app.stopJobs());
  beforeEach(giveCopy);
  // Each test begins with nothing for sale.
  afterEach(() => sql('UPDATE products SET active = false'));

  const lock = 'LOCK TABLE order_positions IN ACCESS EXCLUSIVE MODE';
  const position = async (): Promise<number> =>
    ((await sql('SELECT position FROM feed_state')) as [{ position: number }])[0].position;
  /** Resets the positions to an earlier one, as a standby that lagged behind would, so that later ones are assigned again. */
  const loseAfter = (kept: number): Promise<unknown> =>
    sql(`UPDATE feed_state SET position = ${kept}, started_at = '-infinity';
      UPDATE order_positions SET position = least(position, ${kept});
      DELETE FROM numbered_changes WHERE position > ${kept}`);

  it('are in the cache as soon as they have a position', async () => {
    const { id, sku } = await givenProduct(app);
    await copy.sync(app);
    await rename(sku, 'Early');
    const before = `UPDATE products SET name = 'Late' WHERE id = ${id}`;
    const numbering = { lock: 'SELECT FROM feed_state FOR UPDATE', waiting: 1, before };
    await whileLocked(app, numbering, async () => copy.sync(app));
    expect(copy.products.get(sku)?.name).toBe('Late');
    expect(await toldOf()).toEqual([]);
  });

  /** Reads changes while `update` commits after its numbering and before the refresh of the copies. */
  const readAcross = async (update: string, reader = copy): Promise<ChangesBody[]> => {
    const numbering = await openTransaction(app.connection);
    const refresh = await openTransaction(app.connection);
    await numbering.query('SELECT FROM feed_state FOR UPDATE');
    const reading = reader.sync(app);
    reading.catch(() => undefined);
    await someoneWaits();
    await refresh.query('LOCK TABLE change_log IN ACCESS EXCLUSIVE MODE');
    await numbering.commit();
    await someoneWaits('change_log');
    await refresh.query(update);
    await refresh.commit();
    return reading;
  };

  it('have a position before they are returned, so a cursor restarts if they are lost', async () => {
    const { id, sku } = await givenProduct(app);
    await copy.sync(app);
    const kept = await position();
    await rename(sku, 'Early');
    await readAcross(`UPDATE products SET name = 'Late' WHERE id = ${id}`);
    expect(copy.products.get(sku)?.name).toBe('Late');
    await loseAfter(kept + 1);
    expect((await copy.readPage(app)).reset).toBe(true);
  });

  it.each([
    ['withdraws', 'active = false'],
    ['renames', `sku = 'LATE'`],
  ])('leave no product as it was before them, where one %s it', async (_, update) => {
    const [first, second] = [await givenProduct(app), await givenProduct(app)];
    const reader = new StoreCopy(shop.client, 1);
    await reader.sync(app);
    for (const { sku } of [first, second]) await rename(sku, 'Early');
    const pages = await readAcross(`UPDATE products SET ${update} WHERE id = ${first.id}`, reader);
    await reader.expectEqual(app);
    // A product for each page, with the SKU that it lost.
    expect(pages.map(({ data, removed }) => [data.length, removed])).toEqual([
      [update.startsWith('sku') ? 1 : 0, [first.sku]],
      [1, []],
    ]);
  });

  it('do not list an order in its previous status', async () => {
    const { sku } = await givenProduct(app);
    const number = await order(sku);
    await orders();
    const before = `UPDATE orders SET status = 'cancelled' WHERE order_number = '${number}'`;
    const listed = await whileLocked(app, { lock, waiting: 1, before }, async () =>
      shop.orders.list({ status: 'awaiting_payment' }),
    );
    expect(listed.data).toEqual([]);
  });

  it('are listed next, and again after they are lost', async () => {
    const { sku } = await givenProduct(app);
    const number = await order(sku);
    const { next_cursor: early } = await orders();
    const kept = await position();
    // Where no transaction has ended since, the poll runs no statement.
    await sql('SELECT pg_current_xact_id()');
    const before = `UPDATE orders SET notes = 'Late' WHERE order_number = '${number}'`;
    const late = await whileLocked(app, { lock, waiting: 1, before }, async () => orders(early));
    expect(late.data).toEqual([]);
    const again = { data: [{ order_number: number }] };
    expect(await orders(late.next_cursor)).toMatchObject(again);
    await loseAfter(kept);
    expect(await orders(late.next_cursor)).toMatchObject(again);
  });
});
