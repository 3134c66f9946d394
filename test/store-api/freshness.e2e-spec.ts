import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ProductListItemDto } from '../../src/catalog/catalog.dto.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { cutConnections, openClient } from '../support/database/database.js';
import { Admin } from '../support/shop/admin.js';
import { expireToken, givenProduct, unique } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { givenTwoApps, UNLIMITED } from '../support/app.js';
const { connection, one, two } = await givenTwoApps(UNLIMITED);
const admin = new Admin(one);
/** A store that calls the first instance, and the same store at the second. */
const shop = await givenShop(one);
const elsewhere = shop.at(two);
const listed = async (store: Shop, sku: string): Promise<ProductListItemDto | undefined> =>
  (await store.products.list()).find((product) => product.sku === sku);

describe('an answer is never older than its request and', () => {
  it('shows on one instance the orders placed on the other, during further orders', async () => {
    const busy = await givenProduct(one, { stock: 1_000_000 });
    let isDone = false;
    const others = Array.from({ length: 4 }, async (_, index) => {
      while (!isDone) {
        const store = index % 2 === 0 ? shop : elsewhere;
        await store.orders.place({ sku: busy.sku, quantity: 1 }).response();
      }
    });
    const { sku } = await givenProduct(one, { stock: 100 });
    try {
      for (let left = 99; left > 0; left -= 1) {
        const [seller, reader] = left % 2 === 0 ? [shop, elsewhere] : [elsewhere, shop];
        await seller.orders.place({ sku, quantity: 1 });
        expect(await reader.available(sku)).toBe(left);
        expect((await listed(reader, sku))?.stock_qty).toBe(left);
      }
    } finally {
      isDone = true;
      await Promise.all(others);
    }
  });

  it('shows the changes of operators on the other instance', async () => {
    const { sku } = await givenProduct(one, { basePriceMinor: 10_000, stock: 5 });
    const { plan } = shop.client;
    const price = async () => (await listed(elsewhere, sku))?.pricing.wholesale_price;
    expect(await price()).toBe(100);

    await admin.products.change(sku, { base_price: 80 });
    expect(await price()).toBe(80);
    await admin.plans.change(plan, { discount_percent: 10 });
    expect(await price()).toBe(72);
    await admin.plans.setPrice(plan, sku, 60.5);
    expect(await price()).toBe(60.5);
    await admin.plans.removePrice(plan, sku);
    expect(await price()).toBe(72);
    await admin.stock.count(sku, { stock_qty: 8 });
    expect(await elsewhere.available(sku)).toBe(8);
    const renamed = unique('RENAMED');
    await admin.products.change(sku, { sku: renamed });
    expect(await listed(elsewhere, sku)).toBeUndefined();
    expect(await elsewhere.available(renamed)).toBe(8);
    await admin.products.change(renamed, { active: false });
    await elsewhere.products.get(renamed).expect(404);
    await admin.plans.change(plan, { discount_percent: 0 });
  });

  it('reloads everything when more rows have changed than one query returns', async () => {
    const { id, sku } = await givenProduct(one, { stock: 5 });
    expect(await shop.available(sku)).toBe(5);
    // These changes are not in the change log: only a full reload can see them.
    for (const statement of [
      'ALTER TABLE stock_levels DISABLE TRIGGER USER',
      `UPDATE stock_levels SET on_hand = 4 WHERE product_id = ${id}`,
      'ALTER TABLE stock_levels ENABLE TRIGGER USER',
    ]) {
      await one.dataSource.query(statement);
    }
    const log = (count: number): Promise<unknown> =>
      one.sql`INSERT INTO change_log (kind, ids) SELECT 'product', array_agg(2000000 + n) FROM generate_series(1, ${count}::integer) n`;
    await log(20_000);
    expect(await shop.available(sku)).toBe(5);
    await log(20_001);
    expect(await shop.available(sku)).toBe(4);
    await one.sql`INSERT INTO stock_movements (product_id, variation_key, delta, reason) VALUES (${id}, '', -1, 'test')`;
  });

  it('ignores a kind of change that only a later version knows', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    expect(await shop.available(sku)).toBe(5);
    await one.sql`INSERT INTO change_log (kind, ids) VALUES ('later', '{1}')`;
    await new Admin(two).stock.count(sku, { stock_qty: 3 });
    expect(await shop.available(sku)).toBe(3);
    expect(await elsewhere.available(sku)).toBe(3);
  });

  it('refuses a client whose token or subscription expires, by the clock alone', async () => {
    const guest = (await givenShop(one)).at(two);
    const subscriber = (await givenShop(one)).at(two);
    const soon = new Date(Date.now() + 8_000);
    await expireToken(one, guest.client.tokenId, soon);
    const { id, plan } = subscriber.client;
    await one.service(PlansService).subscribe(id, { plan, status: 'active', endsAt: soon });
    await guest.products.list();
    await subscriber.products.list();
    await sleep(soon.getTime() - Date.now() + 50);
    await guest.products.list().expect(401);
    await subscriber.products.list().expect(403);
  });
});

const [early, late] = [await openClient(connection), await openClient(connection)];

describe('an answer is never older than its request, while other programs use the database', () => {
  const setStock = (session: pg.Client, id: number, onHand: number): Promise<unknown> =>
    session.query('UPDATE stock_levels SET on_hand = $2 WHERE product_id = $1', [id, onHand]);

  it('misses nothing when transactions commit out of order', async () => {
    const first = await givenProduct(one, { stock: 1 });
    const second = await givenProduct(one, { stock: 1 });
    for (let onHand = 2; onHand < 12; onHand += 1) {
      await early.query('BEGIN');
      await setStock(early, first.id, onHand);
      await late.query('BEGIN');
      await setStock(late, second.id, onHand);
      await late.query('COMMIT');
      expect(await shop.available(second.sku)).toBe(onHand);
      expect(await shop.available(first.sku)).toBe(onHand - 1);
      await early.query('COMMIT');
      expect(await shop.available(first.sku)).toBe(onHand);
      expect(await elsewhere.available(first.sku)).toBe(onHand);
    }
  });

  it('shows no changes of a transaction that was rolled back', async () => {
    const { id, sku } = await givenProduct(one, { stock: 1 });
    await early.query('BEGIN');
    await setStock(early, id, 7);
    expect(await shop.available(sku)).toBe(1);
    await early.query('ROLLBACK');
    expect(await shop.available(sku)).toBe(1);
  });

  it('shows a price and a stock level of one transaction at the same time', async () => {
    const { id, sku } = await givenProduct(one, { stock: 1, basePriceMinor: 100 });
    let isDone = false;
    const writing = (async () => {
      for (let value = 2; value < 60; value += 1) {
        await early.query('BEGIN');
        await setStock(early, id, value);
        await early.query('UPDATE products SET base_price_minor = $2 WHERE id = $1', [
          id,
          value * 100,
        ]);
        await early.query('COMMIT');
      }
      isDone = true;
    })();
    while (!isDone) {
      const found = await listed(elsewhere, sku);
      expect(found?.pricing.wholesale_price).toBe(found?.stock_qty);
    }
    await writing;
  });

  it('reloads everything after its connections were cut', async () => {
    const { id, sku } = await givenProduct(one, { stock: 3 });
    expect(await shop.available(sku)).toBe(3);
    const which = "application_name LIKE 'wholesale-store-orders%'";
    await cutConnections(connection, { which });
    await setStock(late, id, 4);
    for (;;) {
      const answer = await shop.products.stock(sku).response();
      if (answer.status === 200) {
        expect(answer.body).toMatchObject({ stock_qty: 4 });
        return;
      }
      expect(answer.status).toBe(503);
    }
  });

  it('reloads everything when the change log does not reach back far enough', async () => {
    const { id, sku } = await givenProduct(one, { stock: 3 });
    expect(await shop.available(sku)).toBe(3);
    await setStock(late, id, 9);
    // As the log is emptied of what is old.
    await late.query(
      `WITH pruned AS (DELETE FROM change_log)
        UPDATE change_log_state SET log_start_xid = pg_current_xact_id(), pruned_snapshot = pg_current_snapshot()`,
    );
    expect(await shop.available(sku)).toBe(9);
  });

  it('reloads everything after a restart of the database server, which may have lost changes', async () => {
    const { id, sku } = await givenProduct(one, { stock: 3 });
    expect(await shop.available(sku)).toBe(3);
    // As on a standby that was behind: another row, of which no log says that it changed.
    await late.query('BEGIN; SET LOCAL session_replication_role = replica');
    await setStock(late, id, 2);
    await late.query('UPDATE server_runs SET id = gen_random_uuid(); COMMIT');
    expect(await shop.available(sku)).toBe(2);
  });

  it('reloads everything after a table was emptied', async () => {
    const { id, sku } = await givenProduct(one, { basePriceMinor: 500 });
    const prices =
      'INSERT INTO plan_prices (plan_id, product_id, price_minor) VALUES ($1, $2, 400)';
    await late.query(prices, [shop.client.planId, id]);
    expect((await listed(shop, sku))?.pricing.wholesale_price).toBe(4);
    await late.query('TRUNCATE plan_prices');
    expect((await listed(shop, sku))?.pricing.wholesale_price).toBe(5);
  });
});
