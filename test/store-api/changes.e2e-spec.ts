import { pruneChangeLog } from '../../src/platform/live-cache/change-log.js';
import { dataSourceOptions, type DatabaseConnection } from '../../ormconfig.js';
import { withSetupLock } from '../../src/platform/database/database.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { TestApp } from '../support/app.js';
import { givenDatabase, openTransaction } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  orderBody,
  type GivenClient,
} from '../support/given.js';
import { StoreCopy } from '../support/store-copy.js';

describe('GET /api/changes', () => {
  let connection: DatabaseConnection;
  let app: TestApp;
  let client: GivenClient;
  let copy: StoreCopy;
  beforeEach(async () => {
    const database = await givenDatabase();
    connection = database.connection;
    app = await TestApp.startOn(connection, {}, database.drop);
    client = await givenClient(app);
    copy = new StoreCopy(client);
  });
  afterEach(() => app.stop());

  const decoded = (cursor: string | null): string =>
    Buffer.from(cursor ?? '', 'base64url').toString('latin1');
  const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

  it('tells of everything first, then of each change in the form of the list', async () => {
    const tumbler = await givenProduct(app, { name: 'Tumbler' });
    const bowl = await givenProduct(app);
    const secret = await givenProduct(app, { active: false });
    expect(await copy.sync(app)).toEqual([
      expect.objectContaining({ success: true, reset: true, removed: [], has_more: false }),
    ]);
    expect([...copy.products.keys()]).toEqual([tumbler.sku, bowl.sku]);
    await copy.expectEqual(app);

    const change = async (work: () => PromiseLike<unknown>): Promise<void> => {
      await work();
      const [page] = await copy.sync(app);
      expect(page?.reset).toBe(false);
      await copy.expectEqual(app);
    };
    await change(() => givenProduct(app, { sku: 'NEW-1' }));
    expect([...copy.products.keys()]).toContain('NEW-1');
    await change(() => app.admin('patch', `products/${tumbler.sku}`, { base_price: 249.99 }));
    await change(() => app.admin('put', `products/${bowl.sku}/stock`, { stock_qty: 3 }));
    await change(() =>
      app
        .post('/api/orders', client.headers, orderBody({ sku: bowl.sku, quantity: 2 }))
        .expect(201),
    );
    expect(copy.products.get(bowl.sku)?.stock_qty).toBe(1);
    await change(() =>
      app.admin('put', `plans/${client.plan}/prices/${bowl.sku}`, { wholesale_price: 77.5 }),
    );
    await change(() => app.admin('delete', `plans/${client.plan}/prices/${bowl.sku}`));
    await change(() => app.admin('patch', `plans/${client.plan}`, { discount_percent: 12.5 }));
    expect(copy.products.get(tumbler.sku)?.pricing.wholesale_price).toBe(218.74);
    await change(() => app.admin('patch', `products/${bowl.sku}`, { active: false }));
    expect(copy.products.has(bowl.sku)).toBe(false);
    await change(() => app.admin('patch', `products/${bowl.sku}`, { active: true }));
    expect(copy.products.has(bowl.sku)).toBe(true);
    await change(() => app.admin('patch', `products/${secret.sku}`, { active: true }));
    await change(() => app.admin('patch', `plans/${client.plan}`, { discount_percent: 100 }));
    expect(copy.products.size).toBe(0);
  });

  it('says nothing, with the same cursor and tag, while nothing changes', async () => {
    await givenProduct(app);
    await copy.sync(app);
    const before = copy.cursor;
    await eventually(async () => {
      const page = await copy.readPage(app);
      return page.data.length === 0 && page.removed.length === 0;
    });
    expect(before).not.toBeNull();
    const path = `/api/changes?since=${copy.cursor}`;
    const { headers } = await app.get(path, client.headers).expect(200);
    expect(headers.etag).toMatch(/^"\d+-/);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('tells that a renamed product is gone under its old SKU, also when SKUs are swapped', async () => {
    const rename = (from: string, to: string) =>
      app.admin('patch', `products/${from}`, { sku: to }).expect(200);
    await givenProduct(app, { sku: 'LEFT' });
    await givenProduct(app, { sku: 'RIGHT' });
    const reader = new StoreCopy(client, 1);
    await copy.sync(app);
    await reader.sync(app);
    await rename('LEFT', 'OTHER');
    const [renamed] = await copy.sync(app);
    expect(renamed?.removed).toEqual(['LEFT']);
    await copy.expectEqual(app);

    await rename('RIGHT', 'LEFT');
    await rename('OTHER', 'RIGHT');
    for (const store of [copy, reader]) {
      await store.sync(app);
      await store.expectEqual(app);
    }
  });

  it('names no SKU that nobody could order, whatever becomes of it', async () => {
    await copy.sync(app);
    const patch = (sku: string, change: object) =>
      app.admin('patch', `products/${sku}`, change).expect(200);
    await givenProduct(app, { sku: 'DRAFT-1', active: false });
    await givenProduct(app, { sku: 'PRICELESS', basePriceMinor: null });
    await patch('DRAFT-1', { base_price: 20 });
    await patch('DRAFT-1', { sku: 'DRAFT-2' });
    await patch('PRICELESS', { name: 'Not for this plan' });
    await app.admin('patch', `plans/${client.plan}`, { discount_percent: 10 }).expect(200);
    await patch('DRAFT-2', { sku: 'LAUNCHED', active: true });
    const [page] = await copy.sync(app);
    expect(page).toMatchObject({ reset: false, removed: [], data: [{ sku: 'LAUNCHED' }] });
    await copy.expectEqual(app);
  });

  it('names what a price that is gone takes away, in whichever way it goes', async () => {
    const base = await givenProduct(app);
    const own = await givenProduct(app, { basePriceMinor: null });
    const cheap = await givenProduct(app);
    const ownPrice = `plans/${client.plan}/prices/${own.sku}`;
    await app.admin('put', ownPrice, { wholesale_price: 5 }).expect(200);
    await app.admin('patch', `plans/${client.plan}`, { discount_percent: 99.9 }).expect(200);
    const takeAway = async (sku: string, work: () => PromiseLike<unknown>): Promise<void> => {
      await copy.sync(app);
      expect(copy.products.has(sku)).toBe(true);
      await work();
      // What was taken away while it was active stays so, whatever else becomes of it.
      await app.admin('patch', `products/${sku}`, { active: false }).expect(200);
      await app.admin('patch', `products/${sku}`, { sku: `GONE-${sku}` }).expect(200);
      const [page] = await copy.sync(app);
      expect(page?.reset).toBe(false);
      expect(page?.removed).toContain(sku);
      await copy.expectEqual(app);
    };
    await takeAway(base.sku, () =>
      app.admin('patch', `products/${base.sku}`, { base_price: null }),
    );
    await takeAway(own.sku, () => app.admin('delete', ownPrice));
    await takeAway(cheap.sku, () => app.admin('patch', `products/${cheap.sku}`, { base_price: 4 }));
  });

  it('converges for a store that passes over SKUs it never had', async () => {
    const other = await givenClient(app);
    const { sku } = await givenProduct(app, { basePriceMinor: null });
    const kept = await givenProduct(app);
    await app.admin('put', `plans/${other.plan}/prices/${sku}`, { wholesale_price: 5 }).expect(200);
    await copy.sync(app);
    expect([...copy.products.keys()]).toEqual([kept.sku]);
    await app.admin('patch', `products/${sku}`, { active: false }).expect(200);
    const [page] = await copy.sync(app);
    expect(page?.removed).toEqual([sku]);
    await copy.expectEqual(app);
  });

  it('begins anew for a client that moved to another plan', async () => {
    const gold = await givenPlan(app, { discountBp: 1_000 });
    const { sku } = await givenProduct(app);
    const hidden = await givenProduct(app, { basePriceMinor: null });
    await app.admin('put', `plans/${client.plan}/prices/${hidden.sku}`, { wholesale_price: 5 });
    await copy.sync(app);
    expect(copy.products.size).toBe(2);
    const subscription = { plan: gold.code, status: 'active' };
    await app.admin('put', `clients/${client.id}/subscription`, subscription).expect(200);
    const [page] = await copy.sync(app);
    expect(page?.reset).toBe(true);
    expect([...copy.products.keys()]).toEqual([sku]);
    await copy.expectEqual(app);
  });

  it('misses no change that happens between the pages of an answer', async () => {
    const skus: string[] = [];
    for (let n = 0; n < 7; n += 1) skus.push((await givenProduct(app)).sku);
    const [first, second, , , , , last] = skus as [string, string, ...string[]];
    const reader = new StoreCopy(client, 2);
    await reader.readPage(app);
    await app.admin('patch', `products/${first}`, { name: 'Changed', active: true });
    await app.admin('patch', `products/${second}`, { active: false });
    await app.admin('patch', `products/${last}`, { sku: 'RENAMED' });
    expect((await reader.sync(app)).length).toBe(3);
    await reader.sync(app);
    await reader.expectEqual(app);

    for (const sku of skus.slice(2, 6))
      await app.admin('patch', `products/${sku}`, { name: 'New' });
    await reader.readPage(app);
    await app.admin('patch', `plans/${client.plan}`, { discount_percent: 10 });
    const pages = await reader.sync(app);
    expect(pages.every(({ reset }) => !reset)).toBe(true);
    await reader.sync(app);
    await reader.expectEqual(app);
  });

  it('tells of a change that commits after a later one was told', async () => {
    const slow = await givenProduct(app);
    const quick = await givenProduct(app);
    await copy.sync(app);
    const open = await openTransaction(connection);
    await open.query('UPDATE products SET name = $1 WHERE id = $2', ['Slow', slow.id]);
    await app.admin('patch', `products/${quick.sku}`, { name: 'Quick' });
    await copy.sync(app);
    expect(copy.products.get(quick.sku)?.name).toBe('Quick');
    await open.commit();
    await copy.sync(app);
    expect(copy.products.get(slow.sku)?.name).toBe('Slow');
    await copy.expectEqual(app);
  });

  it('goes on after the log was pruned, around a transaction that stays open', async () => {
    const one = await givenProduct(app);
    const other = await givenProduct(app);
    const late = await givenProduct(app);
    await copy.sync(app);
    await app.admin('patch', `products/${one.sku}`, { name: 'Before' });
    const open = await openTransaction(connection);
    await open.query('UPDATE products SET name = $1 WHERE id = $2', ['Late', late.id]);
    await app.admin('patch', `products/${other.sku}`, { active: false });
    const pruned = async (): Promise<number> => {
      await pruneChangeLog(app.dataSource, 0);
      return (await app.dataSource.query<object[]>('SELECT FROM change_log')).length;
    };
    await Promise.all([pruned(), pruned()]);
    await eventually(async () => (await pruned()) <= 1);
    // What is younger than the open transaction stays.
    expect(await pruned()).toBe(1);
    const [page] = await copy.sync(app);
    expect(page).toMatchObject({ reset: false, removed: [other.sku] });
    expect(copy.products.get(one.sku)?.name).toBe('Before');

    await open.commit();
    await eventually(async () => (await pruned()) === 0);
    const [after] = await copy.sync(app);
    expect(after?.reset).toBe(false);
    await copy.expectEqual(app);
    expect(copy.products.get(late.sku)?.name).toBe('Late');
  });

  it('goes on at another instance, also at one that started after the log was pruned', async () => {
    const { sku } = await givenProduct(app);
    const gone = await givenProduct(app);
    await copy.sync(app);
    await app.admin('patch', `products/${sku}`, { name: 'Changed' });
    await app.admin('patch', `products/${gone.sku}`, { sku: 'ELSEWHERE' });
    await pruneChangeLog(app.dataSource, 0);
    const restarted = await TestApp.startOn(connection);
    try {
      const [page] = await copy.sync(restarted);
      expect(page?.reset).toBe(false);
      expect(page?.removed).toEqual([gone.sku]);
      await copy.expectEqual(restarted);
    } finally {
      await restarted.stop();
    }
    await copy.sync(app);
    await copy.expectEqual(app);
  });

  it('begins anew where a cursor can not be continued from', async () => {
    await givenProduct(app);
    await copy.sync(app);
    const [database = '', plan = '', xid = ''] = decoded(copy.cursor).split('.');
    const other = database.startsWith('0') ? '1' : '0';
    for (const cursor of [
      `${other}${database.slice(1)}.${plan}.${xid}`,
      `${database}.${Number(plan) + 1}.${xid}`,
      `${database}.${plan}.1`,
      `${database}.${plan}.0`,
      `${database}.${plan}.0.1.1`,
      `${database}.${plan}.${xid}.9007199254740991.0`,
      `${database}.${plan}.9007199254740991`,
    ]) {
      copy.cursor = encoded(cursor);
      expect([cursor, (await copy.readPage(app)).reset]).toEqual([cursor, true]);
      await copy.expectEqual(app);
    }
  });

  it('begins anew once a product was deleted in the database, which nobody could name any more', async () => {
    await app.dataSource.query(
      `INSERT INTO products (sku, name, base_price_minor, delivery_charge_minor) VALUES ('BY-HAND', 'Made by hand', 100, 0)`,
    );
    await copy.sync(app);
    expect(copy.products.has('BY-HAND')).toBe(true);
    await app.dataSource.query(`DELETE FROM products WHERE sku = 'BY-HAND'`);
    expect((await copy.readPage(app)).reset).toBe(true);
    await copy.expectEqual(app);
  });

  it('goes on after the database was restored in a cluster whose transactions are behind it', async () => {
    const { sku } = await givenProduct(app);
    const bought = orderBody({ sku, quantity: 1 });
    await app.post('/api/orders', client.headers, bought).expect(201);
    await app.dataSource.query(
      `UPDATE change_log_state SET log_start_xid = '900000000000', history_start_xid = '900000000000';
        UPDATE change_log SET xid = '900000000001';
        ALTER TABLE orders DISABLE TRIGGER USER; UPDATE orders SET changed_xid = 900000000001;
        ALTER TABLE orders ENABLE TRIGGER USER`,
    );
    await withSetupLock(dataSourceOptions(connection), migrateSchema);
    expect((await copy.readPage(app)).reset).toBe(true);
    await app.admin('patch', `products/${sku}`, { name: 'Changed' });
    // While transactions of other databases are older than the new log, it begins anew once more.
    await eventually(async () => !(await copy.readPage(app)).reset);
    await copy.expectEqual(app);

    const orders = async (): Promise<{ store_order_id: string | null }[]> =>
      (
        (await app.get('/api/orders', client.headers).expect(200)).body as {
          data: { store_order_id: string | null }[];
        }
      ).data;
    expect(await orders()).toHaveLength(1);
    const next = { ...bought, store_order_id: 'NEXT' };
    await app.post('/api/orders', client.headers, next).expect(201);
    expect((await orders()).at(-1)?.store_order_id).toBe('NEXT');
  });

  it.each([
    ['no base64url', 'a b', 'invalid_cursor'],
    ['words', encoded('everything'), 'invalid_cursor'],
    ['another spelling', `${encoded('0123456789ab.1.5')}==`, 'invalid_cursor'],
    ['leading zeros', encoded('0123456789ab.01.5'), 'invalid_cursor'],
    ['a plan that can not be', encoded('0123456789ab.9999999999.5'), 'invalid_cursor'],
    ['too large a number', encoded('0123456789ab.1.9999999999999999'), 'invalid_cursor'],
    ['a page before its beginning', encoded('0123456789ab.1.5.4.1'), 'invalid_cursor'],
    ['too long a text', 'A'.repeat(201), 'too_long'],
  ])('refuses a cursor of %s', async (_, cursor, code) => {
    const path = `/api/changes?since=${encodeURIComponent(cursor)}`;
    const { body } = await app.get(path, client.headers).expect(422);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'since', code }] });
  });

  it.each(['0', '1001', '1.5', 'many'])('refuses a limit of %s', async (limit) => {
    const { body } = await app.get(`/api/changes?limit=${limit}`, client.headers).expect(422);
    expect(body).toMatchObject({ errors: [{ field: 'limit' }] });
  });
});
