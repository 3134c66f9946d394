import { ScheduledPricesService } from '../../src/catalog/scheduled-prices/scheduled-prices.service.js';
import { pruneChanges } from '../../src/platform/live-cache/change-log.js';
import { ChangePositions } from '../../src/platform/live-cache/change-positions.js';
import { TestApp, UNLIMITED } from '../support/app.js';
import { pruneNow } from '../support/database/change-log.js';
import { openTransaction } from '../support/database/database.js';
import { Admin } from '../support/shop/admin.js';
import {
  givenClient,
  type GivenClient,
  givenPlan,
  givenProduct,
  givenShirt,
} from '../support/shop/given.js';
import { Shop } from '../support/shop/shop.js';
import {
  admin,
  app,
  client,
  type ChangesBody,
  copy,
  startWithCopy,
  StoreCopy,
} from '../support/documents/store-copy.js';

startWithCopy();

describe('GET /api/changes and the change log', () => {
  it('continues after the log was pruned during a long transaction', async () => {
    const one = await givenProduct(app);
    const other = await givenProduct(app);
    const late = await givenProduct(app);
    await copy.sync(app);
    await admin.products.change(one.sku, { name: 'Before' });
    const open = await openTransaction(app.connection);
    await open.query('UPDATE products SET name = $1 WHERE id = $2', ['Late', late.id]);
    await admin.products.change(other.sku, { active: false });
    await Promise.all([pruneNow(app), pruneNow(app)]);
    // Also what is younger than the open transaction.
    expect(await pruneNow(app)).toBe(0);
    expect((await copy.sync(app))[0]).toMatchObject({ reset: false, removed: [other.sku] });
    expect(copy.products.get(one.sku)?.name).toBe('Before');

    await open.commit();
    expect(await pruneNow(app)).toBe(0);
    const [after] = await copy.sync(app);
    expect(after?.reset).toBe(false);
    await copy.expectEqual(app);
    expect(copy.products.get(late.sku)?.name).toBe('Late');
  });

  it('does not prune by positions from another run of the database server', async () => {
    await givenProduct(app);
    const { position, moment } = await app.service(ChangePositions).number();
    await pruneChanges(app.dataSource, { position, moment: { ...moment, run: 'another' } });
    expect(await app.sql`SELECT FROM change_log`).not.toEqual([]);
    expect(await pruneNow(app)).toBe(0);
  });
});

describe('bad input to GET /api/changes', () => {
  const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

  it.each([
    ['no base64url', 'a b', 'invalid_cursor'],
    ['words', encoded('everything'), 'invalid_cursor'],
    ['another spelling', `${encoded('0123456789ab.1.5')}==`, 'invalid_cursor'],
    ['leading zeros', encoded('0123456789ab.01.5'), 'invalid_cursor'],
    ['a plan that cannot be', encoded('0123456789ab.9999999999.5'), 'invalid_cursor'],
    ['too large a number', encoded('0123456789ab.1.9999999999999999'), 'invalid_cursor'],
    ['a page before its beginning', encoded('0123456789ab.1.5.4.1'), 'invalid_cursor'],
    ['too long a text', 'A'.repeat(201), 'too_long'],
  ])('refuses a cursor of %s', async (_, cursor, code) => {
    const path = `/api/changes?since=${encodeURIComponent(cursor)}`;
    const { body } = await app.get(path, client.headers).expect(422);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'since', code }] });
  });
});

/** Makes the `changed` fields of the rows of some pages by SKU. */
const changedOf = (pages: ChangesBody[]): Record<string, unknown> =>
  Object.fromEntries(pages.flatMap(({ data }) => data.map((row) => [row.sku, row.changed])));

describe('GET /api/changes?include=changed', () => {
  let app: TestApp;
  let admin: Admin;
  let client: GivenClient;
  let copy: StoreCopy;
  let skus: [cup: string, bowl: string, shirt: string];
  beforeAll(async () => {
    app = await TestApp.start(UNLIMITED);
    admin = new Admin(app);
    client = await givenClient(app);
    const cup = await givenProduct(app);
    const bowl = await givenProduct(app);
    skus = [cup.sku, bowl.sku, (await givenShirt(app)).sku];
  });
  beforeEach(async () => {
    copy = new StoreCopy(client, null, true);
    await copy.sync(app);
  });

  const patch = (sku: string, change: object) => admin.products.change(sku, change);
  const count = (sku: string, stock: object) => admin.stock.count(sku, stock);
  const order = (sku: string) => new Shop(app, client).orders.place({ sku, quantity: 1 });
  /** Syncs the store's copy and returns the `changed` fields by SKU. */
  const told = async (at = app): Promise<Record<string, unknown>> => {
    const changed = changedOf(await copy.sync(at));
    await copy.expectEqual(at);
    return changed;
  };

  it('distinguishes changes of stock from all others', async () => {
    const [cup, bowl, shirt] = skus;
    await order(cup);
    await count(bowl, { stock_qty: 55 });
    await count(shirt, { variation_stocks: { 'Size:M|Colour:Red': 3 } });
    expect(await told()).toEqual({ [cup]: 'stock', [bowl]: 'stock', [shirt]: 'stock' });
    for (const change of [
      () => patch(cup, { name: 'Mug' }),
      () => patch(cup, { description: 'Glazed', images: ['https://images.example/mug.jpg'] }),
      () => patch(cup, { base_price: 90 }),
      () => patch(cup, { delivery_charge: 15 }),
      () => patch(cup, { gtin: '8901234567890' }),
      () => admin.plans.setPrice(client.plan, cup, 70),
      () => admin.plans.removePrice(client.plan, cup),
      () => patch(cup, { active: false }).then(() => patch(cup, { active: true })),
    ]) {
      // Before and after: of several changes, the other one counts.
      await count(cup, { stock_qty: 20 });
      await change();
      await count(cup, { stock_qty: 21 });
      await order(bowl);
      expect(await told()).toEqual({ [cup]: 'content', [bowl]: 'stock' });
      await order(cup);
      expect(await told()).toEqual({ [cup]: 'stock' });
    }
    const colors = { name: 'Colour', values: ['Red', 'Blue', 'Green'] };
    await patch(shirt, { variations: [{ name: 'Size', values: ['M', 'L'] }, colors] });
    expect(await told()).toEqual({ [shirt]: 'content' });
  });

  it('reports "content" for every product after a change of the plan, and without a cursor', async () => {
    const everything = Object.fromEntries(skus.map((sku) => [sku, 'content']));
    await order(skus[0]);
    await admin.plans.change(client.plan, { discount_percent: 5 });
    expect(await told()).toEqual(everything);
    const { code: plan } = await givenPlan(app, { discountBp: 1_000 });
    await admin.clients.subscribe(client.id, { plan, status: 'active' });
    await order(skus[0]);
    expect(await told()).toEqual(everything);
    copy.cursor = null;
    expect(await told()).toEqual(everything);
    client = { ...client, plan };
  });

  it('reports "content" when a scheduled price takes effect', async () => {
    const [cup, bowl] = skus;
    await admin.plans.schedulePrice(client.plan, bowl, 66, '2127-01-01T00:00:00Z');
    await order(bowl);
    expect(await told()).toEqual({ [bowl]: 'stock' });
    await app.sql`UPDATE scheduled_prices SET effective_from = effective_from - interval '200 years'`;
    await app.service(ScheduledPricesService).applyDue();
    await order(cup);
    expect(await told()).toEqual({ [cup]: 'stock', [bowl]: 'content' });
  });

  it('knows the kind of changes whose log entries were pruned, also after a restart', async () => {
    const [cup, bowl] = skus;
    await patch(cup, { name: 'Beaker' });
    await pruneNow(app);
    await order(cup);
    await order(bowl);
    await pruneNow(app);
    const restarted = await TestApp.startOn(app.connection, UNLIMITED);
    expect(await told(restarted)).toEqual({ [cup]: 'content', [bowl]: 'stock' });
    await restarted.stop();
  });

  it('covers the changes since the cursor of the first page on every page, and continues after the last', async () => {
    const [cup, bowl, shirt] = skus;
    copy = new StoreCopy(client, 1, true);
    await copy.sync(app);
    for (const sku of [cup, bowl]) await order(sku);
    await count(shirt, { variation_stocks: { 'Size:M|Colour:Red': 7 } });
    expect(changedOf([await copy.readPage(app)])).toEqual({ [cup]: 'stock' });
    await patch(cup, { name: 'Behind the page' });
    await patch(bowl, { name: 'Ahead of the page' });
    expect(changedOf(await copy.sync(app))).toEqual({ [bowl]: 'content', [shirt]: 'stock' });
    expect(await told()).toEqual({ [cup]: 'content', [bowl]: 'content' });
  });

  it('reports "content" for a change that is committed during the answer or after it', async () => {
    const [cup] = skus;
    const { id } = copy.products.get(cup)!;
    const during = await openTransaction(app.connection);
    const after = await openTransaction(app.connection);
    await during.query('UPDATE products SET name = $1 WHERE id = $2', ['During', id]);
    await after.query(
      'INSERT INTO plan_prices (plan_id, product_id, price_minor) VALUES ($1, $2, 4400)',
      [client.planId, id],
    );
    await order(cup);
    const positions = app.service(ChangePositions);
    // The copies in memory have the change then, though it has no position yet.
    Object.assign(positions, {
      number: async () => {
        Reflect.deleteProperty(positions, 'number');
        const numbered = await positions.number();
        await during.commit();
        return numbered;
      },
    });
    const page = await copy.readPage(app);
    expect(page.data).toMatchObject([{ sku: cup, name: 'During', changed: 'content' }]);
    await order(cup);
    expect(await told()).toEqual({ [cup]: 'content' });
    await order(cup);
    expect(await told()).toEqual({ [cup]: 'stock' });
    await after.commit();
    expect(await told()).toEqual({ [cup]: 'content' });
  });
});
