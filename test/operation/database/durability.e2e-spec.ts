import { query } from '../../faults/support/books.js';
import { send, type Answer } from '../../faults/support/http.js';
import { HAS_PGBOUNCER, stagedPgBouncer } from '../../faults/support/servers/pgbouncer.js';
import type { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import { stagedServer } from '../../faults/support/servers/staged-servers.js';
import { stagedService } from '../../faults/support/servers/staged-service.js';
import { SwappingPooler } from '../../faults/support/servers/swapping-pooler.js';
import { ask, Shop } from '../../faults/support/shop.js';
import { afterwards, Instance } from '../../faults/support/stage.js';
import { patiently } from '../../faults/support/store-feeds.js';
import { execute } from '../../support/database/database.js';
import { eventually, eventuallyServed } from '../../support/eventually.js';
import { itBeforeRelease } from '../../support/native/gate.js';
import { unique } from '../../support/shop/given.js';

/** Records the setting with which each order and each journal is stored. */
const WITNESS = [
  'CREATE TABLE witnessed (what text, setting text)',
  `CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO witnessed VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER witnessed AFTER INSERT ON orders FOR EACH STATEMENT EXECUTE FUNCTION witness()',
  'CREATE TRIGGER witnessed AFTER INSERT ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION witness()',
];

let server: PostgresServer;
beforeEach(async () => {
  server = await stagedServer();
});

const configure = async (name: string, value: string): Promise<void> => {
  const change = `ALTER SYSTEM SET ${name} = ${value}`;
  await execute(server.connection, change, 'SELECT pg_reload_conf()');
  // The server reads the file a moment later.
  const isRead = `SELECT WHERE current_setting('${name}') = '${value}'`;
  await eventually(async () => (await query(server.connection, isRead)).length > 0);
};
const order = ({ baseUrl }: { baseUrl: string }, shop: Shop) => shop.order(baseUrl, shop.items(1));
const receiptOf = ({ buyer }: Shop): object => {
  return { client_id: buyer.id, source: 'bank', reference: unique('UTR'), amount: 10 };
};
const receive = ({ baseUrl }: { baseUrl: string }, shop: Shop): Promise<Answer> =>
  ask(baseUrl, 'POST', 'receipts', receiptOf(shop));
/**
 * Calls the service while `synchronous_commit` is off. Until a connection is opened, which any job may do, it stores the calls;
 * afterwards it refuses them.
 *
 * @returns whether all was stored
 */
const areStoredWhileOff = async (calls: (() => Promise<Answer>)[]): Promise<boolean> => {
  const areStored = async (): Promise<boolean> => {
    const statuses: number[] = [];
    for (const call of calls) statuses.push((await call()).status);
    expect([201, 503]).toEqual(expect.arrayContaining(statuses));
    return statuses.every((status) => status === 201);
  };
  await eventually(areStored);
  await configure('synchronous_commit', 'off');
  const stored = await areStored();
  await configure('synchronous_commit', 'on');
  return stored;
};
const witnessed = (): Promise<unknown[]> =>
  query(server.connection, 'SELECT DISTINCT what, setting FROM witnessed ORDER BY what');

it('orders and money are stored as at the start, or refused', async () => {
  const service = await Instance.start(server.connection);
  const shop = await Shop.open(service.baseUrl);
  const [place, pay] = [() => order(service, shop), () => receive(service, shop)];
  await execute(server.connection, ...WITNESS);
  await eventually(() => areStoredWhileOff([place, pay]));
  expect(await witnessed()).toEqual([
    { what: 'ledger_journals', setting: 'on' },
    { what: 'orders', setting: 'on' },
  ]);

  // No session can keep these.
  for (const name of ['fsync', 'full_page_writes']) {
    await configure(name, 'off');
    for (const call of [place, pay]) await eventually(async () => (await call()).status === 503);
    expect((await send(`${service.baseUrl}/health/ready`)).status).toBe(503);
    await eventually(() => service.process.output.includes(`${name} is off, and a crash`));
    await configure(name, 'on');
    for (const call of [place, pay]) await eventuallyServed(call);
  }
});

(HAS_PGBOUNCER ? itBeforeRelease : it.skip)(
  'so is money behind a pooler in transaction mode',
  async () => {
    const pooler = await stagedPgBouncer(server.connection, { mode: 'transaction', poolSize: 4 });
    const service = await stagedService(server.connection, { DATABASE_POOLED_URL: pooler.url });
    const shop = await Shop.open(service.baseUrl);
    await execute(server.connection, ...WITNESS);
    await eventually(() => areStoredWhileOff([() => receive(service, shop)]));
    expect(await witnessed()).toEqual([{ what: 'ledger_journals', setting: 'on' }]);
  },
);

itBeforeRelease(
  'a crash is noticed behind a pooler also where the storage keeps unlogged tables',
  async () => {
    const pooler = await SwappingPooler.before(server.connection);
    afterwards(() => Promise.resolve(pooler.close()));
    const { baseUrl } = await stagedService(pooler.connection);
    const { buyer, skus } = await Shop.open(baseUrl, { products: 1, stock: 5 });
    const stock = async (): Promise<unknown> => {
      const url = `${baseUrl}/api/products/${skus[0]}/stock`;
      const { body } = await patiently(() => send(url, { headers: buyer.headers }));
      return body.stock_qty;
    };
    await execute(server.connection, 'ALTER TABLE server_runs SET LOGGED');
    expect(await stock()).toBe(5);

    pooler.detach();
    await server.crash();
    // As history that the crash lost: nothing names the row, so only a reload shows it.
    const lost = 'UPDATE stock_levels SET on_hand = 4';
    await execute(server.connection, 'SET session_replication_role = replica', lost);
    await pooler.swapTo(server.connection);
    expect(await stock()).toBe(4);
  },
);
