import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'supertest';
import { allowTime } from '../../../src/platform/database/transaction.js';
import { blackHole, clear, DatabaseProxy } from '../../faults/support/servers/database-proxy.js';
import { TestApp, UNLIMITED } from '../../support/app.js';
import { cutConnections, givenDatabase } from '../../support/database/database.js';
import { eventually, eventuallyServed } from '../../support/eventually.js';
import { givenClient, givenProduct, orderBody, unique } from '../../support/shop/given.js';

it('when connections to the database are closed under load callers receive 503 with Retry-After, and every confirmed order is stored', async () => {
  const { connection } = await givenDatabase();
  const app = await TestApp.startOn(connection, UNLIMITED);
  const client = await givenClient(app);
  const { sku } = await givenProduct(app, { stock: 100_000 });
  const answers: { id: string; response: Response }[] = [];
  let isOver = false;
  const buyer = async (): Promise<void> => {
    while (!isOver) {
      const id = unique('CUT');
      const body = orderBody([{ sku, quantity: 1 }], { store_order_id: id });
      answers.push({ id, response: await app.post('/api/orders', client.headers, body) });
    }
  };
  const buyers = Array.from({ length: 12 }, buyer);
  const has = (status: number, since = 0) =>
    answers.slice(since).some(({ response }) => response.status === status);
  for (let cut = 0; cut < 15 || !has(503); cut += 1) {
    const { length } = answers;
    await sleep(100);
    await eventually(() => has(201, length));
    await cutConnections(connection);
  }
  isOver = true;
  await Promise.all(buyers);

  const statuses = new Set(answers.map(({ response }) => response.status));
  expect([...statuses].sort()).toEqual([201, 503]);
  for (const { response } of answers) {
    if (response.status === 503) expect(response.headers['retry-after']).toBe('1');
  }
  const all = 'SELECT store_order_id AS id FROM orders';
  const stored = await app.dataSource.query<{ id: string }[]>(all);
  const ids = new Set(stored.map(({ id }) => id));
  const acknowledged = answers.filter(({ response }) => response.status === 201);
  expect(acknowledged.filter(({ id }) => !ids.has(id))).toEqual([]);
  await app.expectInvariants();
  await app.stop();
});

it.each([
  ['on connections that are open', false],
  ['on new ones', true],
])(
  'when the database becomes silent %s, callers are answered 503 with Retry-After, and 200 once it responds',
  async (_, isNew) => {
    const { connection } = await givenDatabase();
    const proxy = await DatabaseProxy.before(connection);
    const app = await TestApp.startOn(proxy.connection);
    const client = await givenClient(app);
    const { sku } = await givenProduct(app, { stock: 10 });
    const order = () => app.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));
    await order().expect(201);

    const silence = blackHole();
    proxy.turn(silence.weather);
    if (isNew) proxy.reset();
    const answers = await Promise.all([
      order(),
      app.get('/api/products', client.headers),
      app.admin('get', 'orders'),
    ]);
    for (const { status, headers } of answers) {
      expect([status, headers['retry-after']]).toEqual([503, '1']);
    }

    proxy.turn(clear);
    silence.lift();
    await eventuallyServed(order);
    await app.expectInvariants();
    await app.stop();
    await proxy.close();
  },
);

it('a transaction with a longer or shorter time limit than a request is waited for until its commit, including deferred checks', async () => {
  const app = await TestApp.start();
  const { dataSource } = app;
  for (const statement of [
    'CREATE TABLE slow_commits (id integer)',
    `CREATE FUNCTION check_slowly() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`,
    `CREATE CONSTRAINT TRIGGER slow_commits_checked AFTER INSERT ON slow_commits
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_slowly()`,
  ]) {
    await dataSource.query(statement);
  }
  const insert = (id: number, allowedMs: number): Promise<unknown> =>
    dataSource.transaction(async (manager) => {
      await allowTime(manager, allowedMs);
      await manager.query('INSERT INTO slow_commits VALUES ($1)', [id]);
    });
  await insert(1, 10_000);
  await expect(insert(2, 300)).rejects.toThrow('Connection terminated');
  const stored = () => dataSource.query<object[]>('SELECT id FROM slow_commits WHERE id = 1');
  expect(await stored()).toEqual([{ id: 1 }]);
  await app.stop();
});
