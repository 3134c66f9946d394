import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { execute, inDatabase, openTransaction } from '../support/database/database.js';
import { expectBooksBalance, query } from './support/books.js';
import { Figures } from './support/figures.js';
import type { Answer } from './support/http.js';
import { PostgresServer } from './support/servers/postgres-server.js';
import {
  itWithPrograms,
  PROGRAMS,
  stagedProxy,
  stagedServer,
  started,
} from './support/servers/staged-servers.js';
import { stagedService } from './support/servers/staged-service.js';
import { drawn, size } from './support/run.js';
import { ask, operate, Shop } from './support/shop.js';
import { afterwards, stagedDatabase, stagedFolder } from './support/stage.js';
import { patiently, StoreFeeds } from './support/store-feeds.js';
import { run } from '../support/processes/run.js';

const figures = new Figures('cursors');
/** If a crash follows a rollback within this time, the id of the transaction is assigned again. */
const CRASH_WITHIN_MS = 50;
const REFUSED_CALLS = 10;

/** Sends an operator's request and repeats it as long as the service answers 503. */
async function change(baseUrl: string, path: string, body: object): Promise<void> {
  expect((await patiently(() => ask(baseUrl, 'PATCH', path, body))).status).toBe(200);
}

/** Calls that the service refuses with 409, after their transactions have locked a row. */
async function refusedCalls(baseUrl: string, orderNumber: unknown): Promise<void> {
  for (let call = 0; call < REFUSED_CALLS; call += 1) {
    const path = `orders/${String(orderNumber)}/cancel`;
    expect((await ask(baseUrl, 'POST', path, {})).status).toBe(409);
  }
}

/** Uses up transaction ids of a server, at least `more` of them, until it is past `upTo`. Returns the id before. */
async function useIds(server: PostgresServer, { upTo = 0, more = 0 } = {}): Promise<number> {
  const current = 'SELECT pg_current_xact_id()::text AS xid';
  const [row] = await query<{ xid: string }>(server.connection, current);
  const count = Math.max(more, upTo - Number(row?.xid));
  await execute(
    server.connection,
    `CREATE PROCEDURE use_ids() LANGUAGE plpgsql AS $$
      BEGIN FOR n IN 1..${count} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
    'CALL use_ids()',
    'DROP PROCEDURE use_ids',
  );
  return Number(row?.xid);
}

it('a cursor misses nothing after a crash of PostgreSQL that followed a rollback', async () => {
  const postgres = await stagedServer();
  const { baseUrl } = await stagedService(postgres.connection);
  const shop = await Shop.open(baseUrl);
  const store = new StoreFeeds(baseUrl, shop.buyer.headers);
  await store.pollChanges();
  await store.pollOrders();
  const { body: canceled } = await shop.order(baseUrl, shop.items(0));
  await operate(baseUrl, 'POST', `orders/${String(canceled.order_number)}/cancel`);
  const rounds = drawn(size(100, 2), fc.integer({ min: 0, max: CRASH_WITHIN_MS }));
  const missed = { changes: 0, orders: 0 };
  const placed: Answer[] = [];
  for (const [round, afterMs] of rounds.entries()) {
    const sku = shop.sku(round);
    await refusedCalls(baseUrl, canceled.order_number);
    await store.pollChanges();
    await store.pollOrders();
    await sleep(afterMs);
    await postgres.stopImmediately();
    await postgres.start();
    await change(baseUrl, `products/${sku}`, { name: `Round ${round}` });
    await store.pollChanges();
    if (store.products.get(sku) !== `Round ${round}`) missed.changes += 1;
    const order = await patiently(() => shop.order(baseUrl, shop.items(round)));
    expect(order.status).toBe(201);
    placed.push(order);
    await store.pollOrders();
    if (!store.orders.has(String(order.body.order_number))) missed.orders += 1;
  }
  figures.keep('crashes', rounds.length);
  figures.none('changes missed', missed.changes);
  figures.none('orders missed', missed.orders);
  await expectBooksBalance(postgres.connection, placed);
});

itWithPrograms('a planned switchover voids no cursor, and shipments go on', async () => {
  const folder = await stagedFolder();
  let primary = await stagedServer({}, 'system');
  let standby = await started(await primary.standby(folder));
  const proxy = await stagedProxy(primary.connection);
  const { baseUrl } = await stagedService(proxy.connection);
  const shop = await Shop.open(baseUrl);
  await shop.prepareInvoices(baseUrl);
  const store = new StoreFeeds(baseUrl, shop.buyer.headers);
  await store.pollChanges();
  await store.pollOrders();
  let voided = 0;
  const rounds = size(5, 2);
  for (let round = 0; round < rounds; round += 1) {
    const before = shop.sku(round);
    const after = shop.sku(round + 1);
    await change(baseUrl, `products/${before}`, { name: `Before ${round}` });
    // A server that ends by a fast shutdown sends its standby everything first.
    await primary.isFollowed();
    await primary.end();
    await standby.promote();
    proxy.redirect(standby.connection);
    expect((await patiently(() => shop.sell(baseUrl, shop.items(round)))).status).toBe(201);
    await change(baseUrl, `products/${after}`, { name: `After ${round}` });
    const told = await store.pollChanges();
    // The sale, and the order of the round before, changed the stock of their products.
    const sold = [round, Math.max(round - 1, 0)].flatMap((one) =>
      shop.items(one).map(({ sku }) => sku),
    );
    const changed = new Set([before, after, ...sold]);
    if (told.isReset || told.names.some((name) => !changed.has(name))) voided += 1;
    expect(store.products.get(before)).toBe(`Before ${round}`);
    expect(store.products.get(after)).toBe(`After ${round}`);
    const order = await patiently(() => shop.order(baseUrl, shop.items(round)));
    if ((await store.pollOrders()).names.length > 2) voided += 1;
    expect([...store.orders.keys()]).toContain(order.body.order_number);
    await primary.follow(standby);
    await primary.start();
    [primary, standby] = [standby, primary];
  }
  figures.keep('switchovers', rounds);
  figures.none('cursors voided by them', voided);
});

itWithPrograms(
  'a failover that lost changes restarts later cursors, and puts documents on hold',
  async () => {
    const folder = await stagedFolder();
    const primary = await stagedServer({}, 'system');
    const proxy = await stagedProxy(primary.connection);
    const { baseUrl } = await stagedService(proxy.connection);
    const shop = await Shop.open(baseUrl);
    await shop.prepareInvoices(baseUrl);
    const kept = new StoreFeeds(baseUrl, shop.buyer.headers);
    const lost = new StoreFeeds(baseUrl, shop.buyer.headers);
    await change(baseUrl, `products/${shop.sku(0)}`, { name: 'Kept' });
    await shop.order(baseUrl, shop.items(0));
    for (const store of [kept, lost]) {
      await store.pollChanges();
      await store.pollOrders();
    }
    await primary.end();
    const copy = await primary.copy(folder);
    await primary.start();
    await change(baseUrl, `products/${shop.sku(1)}`, { name: 'Lost' });
    expect((await patiently(() => shop.order(baseUrl, shop.items(1)))).status).toBe(201);
    await lost.pollChanges();
    await lost.pollOrders();
    expect(lost.products.get(shop.sku(1))).toBe('Lost');

    await primary.stopImmediately();
    await started(copy);
    proxy.redirect(copy.connection);
    await change(baseUrl, `products/${shop.sku(2)}`, { name: 'Found' });
    await change(baseUrl, `products/${shop.sku(3)}`, { name: 'Found' });
    expect(await kept.pollChanges()).toEqual({ isReset: false, names: [shop.sku(2), shop.sku(3)] });
    expect((await kept.pollOrders()).names).toEqual([]);
    expect((await lost.pollChanges()).isReset).toBe(true);
    expect([...lost.products]).toEqual([...kept.products]);
    expect((await lost.pollOrders()).names).toEqual([...kept.orders.keys()]);
    const held = await shop.sell(baseUrl, shop.items(0));
    expect([held.status, held.body.code]).toEqual([409, 'documents_on_hold']);
  },
);

itWithPrograms(
  'a dump restored into a cluster whose transaction ids are lower goes on',
  async () => {
    const folder = await stagedFolder();
    const ahead = await stagedServer({}, 'system');
    const { baseUrl } = await stagedService(ahead.connection);
    // The dump's ids are partly below and partly above those of the other server.
    const between = (await useIds(ahead, { more: 4_000 })) + 1_000;
    const shop = await Shop.open(baseUrl);
    const store = new StoreFeeds(baseUrl, shop.buyer.headers);
    await store.pollChanges();
    await store.pollOrders();
    const dump = join(folder, 'shop.dump');
    await run(join(PROGRAMS, 'pg_dump'), ['-Fc', '-f', dump, '-d', ahead.connection.url]);

    const behind = await started(await PostgresServer.installed(folder, PROGRAMS));
    await useIds(behind, { upTo: between });
    await execute(behind.connection, 'CREATE DATABASE restored');
    const restored = inDatabase(behind.connection, 'restored') as { url: string };
    await run(join(PROGRAMS, 'pg_restore'), ['--exit-on-error', '-d', restored.url, dump]);
    const next = await stagedService(restored);
    store.baseUrl = next.baseUrl;
    const placed: Answer[] = [];
    for (let turn = 0; turn < 20; turn += 1)
      placed.push(await shop.order(next.baseUrl, shop.items(turn)));
    const unavailable = placed.filter(({ status }) => status !== 201).length;
    await change(next.baseUrl, `products/${shop.sku(0)}`, { name: 'Restored' });
    await store.pollChanges();
    await store.pollOrders();
    expect(store.products.get(shop.sku(0))).toBe('Restored');
    const repeated: string[] = [];
    for (let poll = 0; poll < 5; poll += 1) repeated.push(...(await store.pollChanges()).names);
    figures.none('orders refused after a restore', unavailable);
    figures.none('changes repeated after a restore', repeated.length);
    expect([...store.orders.keys()]).toEqual(placed.map(({ body }) => body.order_number));
  },
);

it('a transaction left open in another database of the cluster repeats nothing', async () => {
  const connection = await stagedDatabase();
  const neighbor = await openTransaction(await stagedDatabase());
  afterwards(() => neighbor.rollback());
  await neighbor.query('CREATE TABLE neighbor (id integer)');
  const { baseUrl } = await stagedService(connection);
  const shop = await Shop.open(baseUrl);
  const store = new StoreFeeds(baseUrl, shop.buyer.headers);
  const order = await shop.order(baseUrl, shop.items(0));
  await store.pollChanges();
  await store.pollOrders();
  let repeated = 0;
  for (let poll = 0; poll < 5; poll += 1) {
    repeated += (await store.pollChanges()).names.length + (await store.pollOrders()).names.length;
  }
  expect([...store.orders.keys()]).toEqual([order.body.order_number]);
  figures.none('repeated while a transaction of another database is open', repeated);
  await operate(baseUrl, 'PATCH', `products/${shop.sku(1)}`, { name: 'New' });
  expect((await store.pollChanges()).names).toEqual([shop.sku(1)]);
});
