import { query } from '../../faults/support/books.js';
import { send, type Answer } from '../../faults/support/http.js';
import { HAS_PGBOUNCER, stagedPgBouncer } from '../../faults/support/servers/pgbouncer.js';
import { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import { ADMIN_TOKEN, Shop } from '../../faults/support/shop.js';
import { afterwards, Instance, stagedFolder } from '../../faults/support/stage.js';
import { execute } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { unique } from '../../support/shop/given.js';

/** Records with which setting each order and each journal is stored. */
const WITNESS = [
  'CREATE TABLE witnessed (what text, setting text)',
  `CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO witnessed VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER witnessed AFTER INSERT ON orders FOR EACH STATEMENT EXECUTE FUNCTION witness()',
  'CREATE TRIGGER witnessed AFTER INSERT ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION witness()',
];

const TWO_CONNECTIONS = { DATABASE_POOL_SIZE: '2' };

let server: PostgresServer;
const startServer = async (): Promise<void> => {
  server = await PostgresServer.embedded(await stagedFolder());
  await server.start();
  afterwards(() => server.end());
};

const configure = (name: string, value: string): Promise<void> =>
  execute(
    server.connection,
    `ALTER SYSTEM SET ${name} = ${value}`,
    'SELECT pg_reload_conf()',
    // The server reads the file a moment later.
    'SELECT pg_sleep(0.2)',
  );
const order = ({ baseUrl }: Instance, shop: Shop): Promise<Answer> =>
  shop.order(baseUrl, shop.items(1));
const receive = ({ baseUrl }: Instance, shop: Shop): Promise<Answer> =>
  send(`${baseUrl}/admin/receipts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    body: { client_id: shop.buyer.id, source: 'bank', reference: unique('UTR'), amount: 10 },
  });
/** Opens all connections that orders, money and jobs can use: each new one would be refused while `synchronous_commit` is off. */
const opened = async (service: Instance): Promise<Shop> => {
  const shop = await Shop.open(service.baseUrl);
  expect((await order(service, shop)).status).toBe(201);
  await eventually(async () => {
    const answers = await Promise.all([receive(service, shop), receive(service, shop)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    return metrics.includes('database_pool_connections{state="open"} 2\n');
  });
  return shop;
};
const witnessed = (): Promise<unknown[]> =>
  query(server.connection, 'SELECT DISTINCT what, setting FROM witnessed ORDER BY what');

it('orders and money are stored as at the start, or refused', async () => {
  await startServer();
  const service = await Instance.start(server.connection, TWO_CONNECTIONS);
  const shop = await opened(service);
  await execute(server.connection, ...WITNESS);
  await configure('synchronous_commit', 'off');
  expect((await order(service, shop)).status).toBe(201);
  expect((await receive(service, shop)).status).toBe(201);
  expect(await witnessed()).toEqual([
    { what: 'ledger_journals', setting: 'on' },
    { what: 'orders', setting: 'on' },
  ]);
  await configure('synchronous_commit', 'on');

  // No session can keep these.
  for (const name of ['fsync', 'full_page_writes']) {
    await configure(name, 'off');
    await eventually(async () => (await order(service, shop)).status === 503);
    expect((await receive(service, shop)).status).toBe(503);
    expect((await send(`${service.baseUrl}/health/ready`)).status).toBe(503);
    await eventually(() => service.process.output.includes(`${name} is off, and a crash`));
    await configure(name, 'on');
    await eventually(async () => (await order(service, shop)).status === 201);
    expect((await receive(service, shop)).status).toBe(201);
  }
});

(HAS_PGBOUNCER ? it : it.skip)('so is money behind a pooler in transaction mode', async () => {
  await startServer();
  const pooler = await stagedPgBouncer(server.connection, { mode: 'transaction', poolSize: 4 });
  const service = await Instance.start(server.connection, {
    ...TWO_CONNECTIONS,
    DATABASE_POOLED_URL: pooler.url,
  });
  const shop = await opened(service);
  await execute(server.connection, ...WITNESS);
  await configure('synchronous_commit', 'off');
  expect((await receive(service, shop)).status).toBe(201);
  expect(await witnessed()).toEqual([{ what: 'ledger_journals', setting: 'on' }]);
});
