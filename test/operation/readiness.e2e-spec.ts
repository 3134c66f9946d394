import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseConnection } from '../../ormconfig.js';
import { blackHole, clear } from '../faults/support/servers/database-proxy.js';
import { send } from '../faults/support/http.js';
import type { PostgresServer } from '../faults/support/servers/postgres-server.js';
import { stagedProxy, stagedServer, started } from '../faults/support/servers/staged-servers.js';
import { stagedService } from '../faults/support/servers/staged-service.js';
import { Shop } from '../faults/support/shop.js';
import { Instance, SERVICE_ENV, stagedDatabase, stagedFolder } from '../faults/support/stage.js';
import { cutConnections, execute, openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { itBeforeRelease } from '../support/native/gate.js';
import { ServiceProcess } from '../support/processes/service-process.js';

/** Probes within this time share one evaluation. */
const SHARED_MS = 1_000;

type Service = Pick<Instance, 'baseUrl'>;

/** Reads the current statuses for stores and a load balancer: of a read, an order, and readiness. */
async function told({ baseUrl }: Service, shop: Shop): Promise<number[]> {
  const answers = await Promise.all([
    shop.read(baseUrl, 0),
    shop.order(baseUrl, shop.items(1)),
    send(`${baseUrl}/health/ready`),
  ]);
  return answers.map(({ status }) => status);
}

async function failing({ baseUrl }: Service, health: 'ready' | 'operations'): Promise<string[]> {
  const { status, body } = await send(`${baseUrl}/health/${health}`);
  const { checks } = body.data as { checks: { name: string; ok: boolean }[] };
  const names = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  expect(status).toBe(names.length === 0 ? 200 : 503);
  return names;
}

async function reasons({ baseUrl }: Service): Promise<Record<string, string | null>> {
  const { body } = await send(`${baseUrl}/health/ready`);
  const { checks } = body.data as { checks: { name: string; message: string | null }[] };
  return Object.fromEntries(checks.map(({ name, message }) => [name, message]));
}

/** Waits until stores and a load balancer get these statuses. Probes within a second share one evaluation. */
async function expectTold(service: Service, shop: Shop, statuses: string): Promise<void> {
  await eventually(async () => (await told(service, shop)).join() === statuses);
}

/** Starts the service, and waits until it serves the stores of a shop. */
async function working(connection: DatabaseConnection, env?: Record<string, string>) {
  const service = await stagedService(connection, env);
  const shop = await Shop.open(service.baseUrl);
  await expectTold(service, shop, '200,201,200');
  return { service, shop };
}

/** Opens a connection to the server directly; null if the server accepts no more. */
async function connected({ connection }: PostgresServer): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: connection.url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => null,
  );
}

async function useUp(server: PostgresServer): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (let next = await connected(server); next !== null; next = await connected(server)) {
    taken.push(next);
  }
  return taken;
}

// At once, for they wait for the time limits of the service.
describe('readiness reflects what stores experience', () => {
  itBeforeRelease.concurrent(
    'when the database has become a standby, and a primary again',
    async () => {
      const primary = await stagedServer();
      const proxy = await stagedProxy(primary.connection);
      const { service, shop } = await working(proxy.connection);

      await primary.end();
      const standby = await primary.copy(await stagedFolder());
      await standby.follow(primary);
      await started(standby);
      proxy.redirect(standby.connection);
      await expectTold(service, shop, '503,503,503');
      await eventually(() => service.log.join().includes('the server is a standby (in recovery)'));

      await standby.promote();
      proxy.redirect(standby.connection);
      await expectTold(service, shop, '200,201,200');
    },
  );

  itBeforeRelease.concurrent('when all connections of the server are used up', async () => {
    const server = await stagedServer({ max_connections: '20' });
    const { service, shop } = await working(server.connection);

    // The pool keeps its connections. The dedicated ones, known by their names, are closed, and their places are taken.
    const operator = await connected(server);
    const others = await useUp(server);
    await operator?.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND application_name LIKE 'wholesale-store-orders _%'`,
    );
    others.push(...(await useUp(server)));
    await expectTold(service, shop, '503,503,503');

    await Promise.all(others.map((other) => other.end()));
    await expectTold(service, shop, '200,201,200');
    await operator?.end();
  });

  it.concurrent('when the database is silent', async () => {
    const connection = await stagedDatabase();
    const proxy = await stagedProxy(connection);
    const { service, shop } = await working(proxy.connection);
    const { weather, lift } = blackHole();
    proxy.turn(weather);
    await expectTold(service, shop, '503,503,503');
    proxy.turn(clear);
    lift();
    await expectTold(service, shop, '200,201,200');
  });

  itBeforeRelease.concurrent(
    'from the start on, once the catalog is in memory: before that, nothing listens',
    async () => {
      const connection = await stagedDatabase();
      const service = await Instance.start(connection);
      const shop = await Shop.open(service.baseUrl);
      await service.process.end('SIGINT');

      const first = await openTransaction(connection);
      await first.query('LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
      service.respawn();
      const { process } = service;
      await eventually(() => process.output.includes('Loading products'));
      await expect(fetch(`${service.baseUrl}/health/live`)).rejects.toThrow('fetch failed');
      await first.rollback();
      await eventually(() => process.baseUrl !== '');
      await expectTold(service, shop, '200,201,200');

      const second = await openTransaction(connection);
      await second.query('LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
      const which = "application_name LIKE 'wholesale-store-orders _%'";
      await cutConnections(connection, { which, waitMs: 10_000 });
      await eventually(async () => (await send(`${service.baseUrl}/health/ready`)).status === 503);
      expect((await send(`${service.baseUrl}/health/live`)).status).toBe(200);
      await second.rollback();
      await expectTold(service, shop, '200,201,200');
    },
  );

  itBeforeRelease.concurrent(
    'and ignores closed connections and a busy pool while the service works',
    async () => {
      const connection = await stagedDatabase();
      const { service, shop } = await working(connection, { DATABASE_POOL_SIZE: '2' });
      await cutConnections(connection);
      expect((await send(`${service.baseUrl}/health/ready`)).status).toBe(200);

      const { query, rollback } = await openTransaction(connection);
      // Another numbering that takes its time: this one gives up after a second. First, as a numbering locks it before the tables.
      await query('SELECT FROM feed_state FOR UPDATE');
      await query('LOCK TABLE request_failures IN ACCESS EXCLUSIVE MODE');
      await query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
      await execute(connection, "INSERT INTO change_queue (kind, ids) VALUES ('stock', '{}')");
      await sleep(SHARED_MS);
      const waiting = [1, 2, 3, 4].map(() =>
        send(`${service.baseUrl}/api/orders?limit=1`, { headers: shop.buyer.headers }),
      );
      const ready = await Promise.all([
        send(`${service.baseUrl}/health/ready`),
        send(`${service.baseUrl}/health/ready`),
      ]);
      expect(ready.map(({ status }) => status)).toEqual([200, 200]);
      await Promise.all(waiting);
      // Until it is no longer a matter of load.
      await eventually(async () => (await failing(service, 'ready')).join() === 'feeds');
      expect((await reasons(service)).feeds).toMatch(/^changes have no position for \d+ s$/);
      await rollback();
      await eventually(async () => (await failing(service, 'ready')).length === 0);
    },
  );
});

describe('readiness is restored, or says what fails,', () => {
  itBeforeRelease.concurrent('when the synchronous replica is gone', async () => {
    const server = await stagedServer();
    const { service, shop } = await working(server.connection);

    const waitFor = (standby: string): Promise<void> =>
      execute(
        server.connection,
        `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`,
        'SELECT pg_reload_conf()',
      );
    await waitFor('gone');
    await expectTold(service, shop, '200,503,503');
    const cause = 'commits wait for a synchronous replica that does not confirm them';
    await eventually(async () => (await reasons(service)).placing === cause);
    // For monitoring, too: by the age of changes alone it would be known a minute and a half later.
    await eventually(async () => (await failing(service, 'operations')).includes('placing'));
    // Also once the connection that waited was given up, and another one opened.
    await eventually(() => service.log.join().includes('the database does not answer'));
    await expectTold(service, shop, '200,503,503');
    await eventually(async () => (await reasons(service)).placing === cause);

    await waitFor('');
    await expectTold(service, shop, '200,201,200');
  });

  itBeforeRelease.concurrent(
    'when the embedded database is killed: it is started again',
    async () => {
      const folder = await stagedFolder();
      const service = await ServiceProcess.start(folder, SERVICE_ENV);
      const { baseUrl } = service;
      const shop = await Shop.open(baseUrl);
      const placed = await shop.order(baseUrl, shop.items(1));
      expect(placed.status).toBe(201);
      const pidFile = join(folder, 'data/postgres/postmaster.pid');
      process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL');
      await eventually(() => service.output.includes('it is started again'));
      await eventually(async () => (await told({ baseUrl }, shop)).join() === '200,201,200');
      const path = `${baseUrl}/api/orders/${String(placed.body.order_number)}`;
      expect((await send(path, { headers: shop.buyer.headers })).status).toBe(200);
      expect(await service.end('SIGINT')).toBe(0);
    },
  );

  it.concurrent('when the disk is full: it is reported to operators, and stores go on reading', async () => {
    const connection = await stagedDatabase();
    const service = await stagedService(connection);
    const shop = await Shop.open(service.baseUrl);
    await execute(
      connection,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
      'CREATE TRIGGER full_disk BEFORE INSERT ON orders EXECUTE FUNCTION full_disk()',
    );
    expect(await failing(service, 'operations')).toEqual([]);
    await expectTold(service, shop, '200,503,200');
    await eventually(async () => (await failing(service, 'operations')).join() === 'resources');
    await execute(connection, 'DROP TRIGGER full_disk ON orders');
    await expectTold(service, shop, '200,201,200');
    await eventually(async () => (await failing(service, 'operations')).length === 0);
  });

  it.concurrent('when the feeds fail, and the log says why after ten seconds', async () => {
    const connection = await stagedDatabase();
    const service = await stagedService(connection);
    const shop = await Shop.open(service.baseUrl);
    const bare = 'ALTER TABLE change_queue REPLICA IDENTITY NOTHING';
    await execute(connection, bare, 'CREATE PUBLICATION everything FOR ALL TABLES');
    expect((await shop.order(service.baseUrl, shop.items(1))).status).toBe(201);
    const reason =
      'cannot delete from table \\"change_queue\\" because it does not have a replica identity';
    await eventually(async () => (await failing(service, 'ready')).join() === 'feeds');
    await eventually(() => service.log.join().includes(reason));
    await execute(connection, 'DROP PUBLICATION everything');
    await eventually(async () => (await failing(service, 'ready')).length === 0);
  });
});
