import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '../../ormconfig.js';
import pg from 'pg';
import type { TestApp } from '../support/app.js';
import { pgOptions } from '../support/database/database.js';
import {
  givenClient,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface Listed {
  sku: string;
  stock_qty: number;
  pricing: { wholesale_price: number };
}

describe('an answer is never older than its request and', () => {
  let one: TestApp;
  let two: TestApp;
  let client: GivenClient;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' };
    ({ one, two, stop } = await givenTwoApps(env));
    client = await givenClient(one);
  });
  afterAll(() => stop());
  const list = async (app: TestApp, buyer = client): Promise<Map<string, Listed>> => {
    const { body } = await app.get('/api/products', buyer.headers).expect(200);
    return new Map((body as { data: Listed[] }).data.map((product) => [product.sku, product]));
  };
  const stockOf = async (app: TestApp, sku: string): Promise<number> => {
    const { body } = await app.get(`/api/products/${sku}/stock`, client.headers).expect(200);
    return (body as { stock_qty: number }).stock_qty;
  };

  it('shows on one instance the orders placed on the other, during further orders', async () => {
    const busy = await givenProduct(one, { stock: 1_000_000 });
    let isDone = false;
    const others = Array.from({ length: 4 }, async (_, index) => {
      while (!isDone) {
        const app = index % 2 === 0 ? one : two;
        await app.post('/api/orders', client.headers, orderBody({ sku: busy.sku, quantity: 1 }));
      }
    });
    const { sku } = await givenProduct(one, { stock: 100 });
    try {
      for (let left = 99; left > 0; left -= 1) {
        const [seller, reader] = left % 2 === 0 ? [one, two] : [two, one];
        const order = orderBody({ sku, quantity: 1 });
        await seller.post('/api/orders', client.headers, order).expect(201);
        expect(await stockOf(reader, sku)).toBe(left);
        expect((await list(reader)).get(sku)?.stock_qty).toBe(left);
      }
    } finally {
      isDone = true;
      await Promise.all(others);
    }
  });

  it('shows the changes of operators on the other instance', async () => {
    const { sku } = await givenProduct(one, { basePriceMinor: 10_000, stock: 5 });
    const price = async (): Promise<number | undefined> =>
      (await list(two)).get(sku)?.pricing.wholesale_price;
    expect(await price()).toBe(100);

    await one.admin('patch', `products/${sku}`, { base_price: 80 }).expect(200);
    expect(await price()).toBe(80);
    await one.admin('patch', `plans/${client.plan}`, { discount_percent: 10 }).expect(200);
    expect(await price()).toBe(72);
    await one
      .admin('put', `plans/${client.plan}/prices/${sku}`, { wholesale_price: 60.5 })
      .expect(200);
    expect(await price()).toBe(60.5);
    await one.admin('delete', `plans/${client.plan}/prices/${sku}`).expect(200);
    expect(await price()).toBe(72);
    await one.admin('put', `products/${sku}/stock`, { stock_qty: 8 }).expect(200);
    expect(await stockOf(two, sku)).toBe(8);
    const renamed = unique('RENAMED');
    await one.admin('patch', `products/${sku}`, { sku: renamed }).expect(200);
    expect([...(await list(two)).keys()]).not.toContain(sku);
    expect(await stockOf(two, renamed)).toBe(8);
    await one.admin('patch', `products/${renamed}`, { active: false }).expect(200);
    await two.get(`/api/products/${renamed}`, client.headers).expect(404);
    await one.admin('patch', `plans/${client.plan}`, { discount_percent: 0 }).expect(200);
  });

  it('reloads everything when more rows have changed than one query returns', async () => {
    const { id, sku } = await givenProduct(one, { stock: 5 });
    expect(await stockOf(one, sku)).toBe(5);
    // These changes are not in the change log: only a full reload can see them.
    for (const statement of [
      'ALTER TABLE stock_levels DISABLE TRIGGER USER',
      `UPDATE stock_levels SET on_hand = 4 WHERE product_id = ${id}`,
      'ALTER TABLE stock_levels ENABLE TRIGGER USER',
    ]) {
      await one.dataSource.query(statement);
    }
    const log = (count: number): Promise<unknown> =>
      one.dataSource.query(
        `INSERT INTO change_log (kind, ids) SELECT 'product', array_agg(2000000 + n) FROM generate_series(1, $1::integer) n`,
        [count],
      );
    await log(20_000);
    expect(await stockOf(one, sku)).toBe(5);
    await log(20_001);
    expect(await stockOf(one, sku)).toBe(4);
    await one.dataSource.query(
      `INSERT INTO stock_movements (product_id, variation_key, delta, reason) VALUES ($1, '', -1, 'test')`,
      [id],
    );
  });

  it('ignores a kind of change that only a later version knows', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    expect(await stockOf(one, sku)).toBe(5);
    await one.dataSource.query(`INSERT INTO change_log (kind, ids) VALUES ('later', '{1}')`);
    await two.admin('put', `products/${sku}/stock`, { stock_qty: 3 }).expect(200);
    expect(await stockOf(one, sku)).toBe(3);
    expect(await stockOf(two, sku)).toBe(3);
  });

  it('refuses a client whose token or subscription ended on the other instance', async () => {
    const guest = await givenClient(one);
    await two.get('/api/products', guest.headers).expect(200);
    const terms = { plan: guest.plan, status: 'suspended' };
    await one.admin('put', `clients/${guest.id}/subscription`, terms).expect(200);
    await two.get('/api/products', guest.headers).expect(403);
    const again = { plan: guest.plan, status: 'active' };
    await one.admin('put', `clients/${guest.id}/subscription`, again).expect(200);
    await two.get('/api/products', guest.headers).expect(200);
    await one.admin('delete', `tokens/${guest.tokenId}`).expect(200);
    await two.get('/api/products', guest.headers).expect(401);
  });

  it('refuses a client whose token or subscription expires, by the clock alone', async () => {
    const soon = new Date(Date.now() + 4_000);
    const guest = await givenClient(one, { expiresAt: soon });
    const subscriber = await givenClient(one, { subscription: { endsAt: soon } });
    await two.get('/api/products', guest.headers).expect(200);
    await two.get('/api/products', subscriber.headers).expect(200);
    await sleep(soon.getTime() - Date.now() + 50);
    await two.get('/api/products', guest.headers).expect(401);
    await two.get('/api/products', subscriber.headers).expect(403);
  });
});

describe('an answer is never older than its request,', () => {
  let one: TestApp;
  let two: TestApp;
  let connection: DatabaseConnection;
  let client: GivenClient;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' };
    ({ connection, one, two, stop } = await givenTwoApps(env));
    client = await givenClient(one);
  });
  afterAll(() => stop());
  const list = async (app: TestApp, buyer = client): Promise<Map<string, Listed>> => {
    const { body } = await app.get('/api/products', buyer.headers).expect(200);
    return new Map((body as { data: Listed[] }).data.map((product) => [product.sku, product]));
  };
  const stockOf = async (app: TestApp, sku: string): Promise<number> => {
    const { body } = await app.get(`/api/products/${sku}/stock`, client.headers).expect(200);
    return (body as { stock_qty: number }).stock_qty;
  };

  describe('while other programs use the database', () => {
    let early: pg.Client;
    let late: pg.Client;
    beforeAll(async () => {
      [early, late] = [new pg.Client(pgOptions(connection)), new pg.Client(pgOptions(connection))];
      await early.connect();
      await late.connect();
    });
    afterAll(async () => {
      await early.end();
      await late.end();
    });
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
        expect(await stockOf(one, second.sku)).toBe(onHand);
        expect(await stockOf(one, first.sku)).toBe(onHand - 1);
        await early.query('COMMIT');
        expect(await stockOf(one, first.sku)).toBe(onHand);
        expect(await stockOf(two, first.sku)).toBe(onHand);
      }
    });

    it('shows no changes of a transaction that was rolled back', async () => {
      const { id, sku } = await givenProduct(one, { stock: 1 });
      await early.query('BEGIN');
      await setStock(early, id, 7);
      expect(await stockOf(one, sku)).toBe(1);
      await early.query('ROLLBACK');
      expect(await stockOf(one, sku)).toBe(1);
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
        const listed = (await list(two)).get(sku);
        expect(listed?.pricing.wholesale_price).toBe(listed?.stock_qty);
      }
      await writing;
    });

    it('reloads everything after its connections were cut', async () => {
      const { id, sku } = await givenProduct(one, { stock: 3 });
      expect(await stockOf(one, sku)).toBe(3);
      await late.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid NOT IN ($1, $2)',
        [await pid(early), await pid(late)],
      );
      await setStock(late, id, 4);
      for (;;) {
        const answer = await one.get(`/api/products/${sku}/stock`, client.headers);
        if (answer.status === 200) {
          expect(answer.body).toMatchObject({ stock_qty: 4 });
          return;
        }
        expect(answer.status).toBe(503);
      }
    });

    it('reloads everything when the change log does not reach back far enough', async () => {
      const { id, sku } = await givenProduct(one, { stock: 3 });
      expect(await stockOf(one, sku)).toBe(3);
      await late.query('BEGIN');
      await setStock(late, id, 9);
      // As the log is emptied of what is old.
      await late.query('DELETE FROM change_log');
      await late.query(
        'UPDATE change_log_state SET log_start_xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8',
      );
      await late.query('COMMIT');
      expect(await stockOf(one, sku)).toBe(9);
    });

    it('reloads everything after a restart of the database server, which may have lost changes', async () => {
      const { id, sku } = await givenProduct(one, { stock: 3 });
      expect(await stockOf(one, sku)).toBe(3);
      // As on a standby that was behind: another row, of which no log says that it changed.
      await late.query('BEGIN; SET LOCAL session_replication_role = replica');
      await setStock(late, id, 2);
      await late.query('UPDATE server_runs SET id = gen_random_uuid(); COMMIT');
      expect(await stockOf(one, sku)).toBe(2);
    });

    it('reloads everything after a table was emptied', async () => {
      const { id, sku } = await givenProduct(one, { basePriceMinor: 500 });
      const prices =
        'INSERT INTO plan_prices (plan_id, product_id, price_minor) VALUES ($1, $2, 400)';
      await late.query(prices, [client.planId, id]);
      expect((await list(one)).get(sku)?.pricing.wholesale_price).toBe(4);
      await late.query('TRUNCATE plan_prices');
      expect((await list(one)).get(sku)?.pricing.wholesale_price).toBe(5);
    });

    async function pid(session: pg.Client): Promise<number> {
      const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return rows[0]?.pid ?? 0;
    }
  });
});
