import { pruneChangeLog } from '../../src/platform/live-cache/change-log.js';
import { dataSourceOptions, type DatabaseConnection } from '../../ormconfig.js';
import { withSetupLock } from '../../src/platform/database/setup-lock.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { TestApp } from '../support/app.js';
import { givenDatabase, openTransaction } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { givenClient, givenProduct, orderBody, type GivenClient } from '../support/given.js';
import { StoreCopy } from '../support/store-copy.js';

describe('GET /api/changes and the change log', () => {
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

  it('restarts from the beginning after a product was deleted in the database, whose SKU is unknown then', async () => {
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
    // While transactions of other databases are older than the new log, it restarts from the beginning once more.
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
});

describe('bad input to GET /api/changes', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
  });
  afterAll(() => app.stop());
  const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

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
