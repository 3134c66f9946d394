import type { DatabaseConnection } from '../../ormconfig.js';
import { TestApp } from '../support/app.js';
import { pruneNow } from '../support/change-log.js';
import { givenDatabase, openTransaction } from '../support/database.js';
import { givenClient, givenProduct, type GivenClient } from '../support/given.js';
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
    await Promise.all([pruneNow(app), pruneNow(app)]);
    // Also what is younger than the open transaction.
    expect(await pruneNow(app)).toBe(0);
    const [page] = await copy.sync(app);
    expect(page).toMatchObject({ reset: false, removed: [other.sku] });
    expect(copy.products.get(one.sku)?.name).toBe('Before');

    await open.commit();
    expect(await pruneNow(app)).toBe(0);
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
