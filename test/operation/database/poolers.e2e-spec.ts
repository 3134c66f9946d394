import pg from 'pg';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { sqlOn } from '../../faults/support/books.js';
import { send, statuses, type Answer } from '../../faults/support/http.js';
import { ask, Shop } from '../../faults/support/shop.js';
import { refusedStart, stagedService } from '../../faults/support/servers/staged-service.js';
import {
  afterwards,
  SERVICE_ENV,
  stagedDatabase,
  stagedFolder,
} from '../../faults/support/stage.js';
import { patiently } from '../../faults/support/store-feeds.js';
import { connectionUrl, openTransaction } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { itBeforeRelease } from '../../support/native/gate.js';
import { HAS_PGBOUNCER, stagedPgBouncer } from '../../faults/support/servers/pgbouncer.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

const test = HAS_PGBOUNCER ? it : it.skip;
const testBeforeRelease = HAS_PGBOUNCER ? itBeforeRelease : it.skip;

/** Polls and orders of many stores at the same time, and lists of an operator; each again while the service is busy. */
async function busyHour({ baseUrl }: { baseUrl: string }, shop: Shop): Promise<Answer[]> {
  const calls = [
    (turn: number) => shop.order(baseUrl, shop.items(turn)),
    (turn: number) => shop.read(baseUrl, turn),
    () => ask(baseUrl, 'GET', 'orders?limit=1'),
  ];
  const turns = Array.from({ length: 60 }, (_, turn) => turn);
  return Promise.all(turns.map((turn) => patiently(() => calls[turn % 3]!(turn))));
}

/** Expects that the service's time limits end an operator's wait for a lock. */
async function expectLimits(
  connection: DatabaseConnection,
  { baseUrl }: { baseUrl: string },
  shop: Shop,
) {
  const { query: run, rollback } = await openTransaction(connection);
  await run(`SELECT FROM products WHERE sku = $1 FOR UPDATE`, [shop.sku(0)]);
  const changed = ask(baseUrl, 'PATCH', `products/${shop.sku(0)}`, { name: 'Another name' });
  expect((await changed).status).toBe(503);
  await rollback();
}

describe('behind a pooler', () => {
  testBeforeRelease('in session mode the service works, with its limits', async () => {
    const connection = await stagedDatabase();
    const pooler = await stagedPgBouncer(connection, { mode: 'session', poolSize: 40 });
    const service = await stagedService(pooler);
    const shop = await Shop.open(service.baseUrl);
    expect(statuses(await busyHour(service, shop))).toEqual({ 200: 40, 201: 20 });
    await expectLimits(connection, service, shop);
  });

  test('in transaction mode the pool works, with its limits in each transaction', async () => {
    const connection = await stagedDatabase();
    const pooler = await stagedPgBouncer(connection, { mode: 'transaction', poolSize: 4 });
    const service = await stagedService(connection, { DATABASE_POOLED_URL: pooler.url });
    const shop = await Shop.open(service.baseUrl);
    expect(statuses(await busyHour(service, shop))).toEqual({ 200: 40, 201: 20 });
    expect((await send(`${service.baseUrl}/health/ready`)).status).toBe(200);
    await expectLimits(connection, service, shop);
    // Nothing is left in the sessions that other programs get from the pooler.
    const [left] = await sqlOn(pooler)`
      SELECT current_setting('statement_timeout') AS limit, current_setting('lock_timeout') AS lock`;
    expect(left).toEqual({ limit: '0', lock: '0' });

    // Stores do not need the pool, so a load balancer must not take the instance away from them.
    await pooler.stop();
    await eventually(
      async () => (await send(`${service.baseUrl}/health/operations`)).status === 503,
    );
    const answers = [
      await shop.read(service.baseUrl, 0),
      await shop.order(service.baseUrl, shop.items(0)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    expect((await send(`${service.baseUrl}/health/ready`)).status).toBe(200);
  });

  for (const poolSize of [1, 4]) {
    testBeforeRelease(
      `in transaction mode with ${poolSize} connections, DATABASE_URL is refused`,
      async () => {
        const mode = 'transaction';
        const pooler = await stagedPgBouncer(await stagedDatabase(), { mode, poolSize });
        expect(await refusedStart(pooler)).toBe(
          'Not started: the session of DATABASE_URL is not kept from one statement to the next; ' +
            'let DATABASE_URL lead to PostgreSQL directly or through a pooler in session mode; ' +
            'a pooler in transaction mode belongs into DATABASE_POOLED_URL',
        );
      },
    );
  }

  testBeforeRelease('of another database, the service is refused', async () => {
    const pooler = await stagedPgBouncer(await stagedDatabase(), { mode: 'transaction' });
    const env = { DATABASE_POOLED_URL: pooler.url };
    expect(await refusedStart(await stagedDatabase(), env)).toContain(
      'DATABASE_POOLED_URL leads to another database than DATABASE_URL',
    );
  });
});

describe('a start that waits for another process to migrate', () => {
  const SETUP_LOCK = 7_746_001;

  itBeforeRelease(
    'logs who holds the lock, continues when it is released, and gives up in time',
    async () => {
      const connection = await stagedDatabase();
      const holder = new pg.Client({
        connectionString: connectionUrl(connection),
        application_name: 'a long migration',
      });
      await holder.connect();
      afterwards(() => holder.end());
      await holder.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK]);
      const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const pid = rows[0]?.pid;
      const env = { ...SERVICE_ENV, DATABASE_URL: connectionUrl(connection) };

      const impatient = { ...env, MIGRATION_WAIT_SECONDS: '1' };
      const hasty = ServiceProcess.spawn(await stagedFolder(), impatient);
      const patient = ServiceProcess.spawn(await stagedFolder(), env);
      expect(await hasty.exit()).toBe(1);
      expect(hasty.output).toMatch(
        new RegExp(
          `Not started: for 1 s, server process ${pid} \\(a long migration, .*, connected since .* UTC, idle\\) has held the lock under which a start sets the database up; ` +
            `wait until it is done, end it with SELECT pg_terminate_backend\\(${pid}\\), or raise MIGRATION_WAIT_SECONDS\n$`,
        ),
      );
      await eventually(() =>
        patient.output.includes(
          `waiting for the setup of the database by server process ${pid} (a long migration`,
        ),
      );
      expect(patient.baseUrl).toBe('');

      await holder.query('SELECT pg_advisory_unlock($1)', [SETUP_LOCK]);
      await eventually(() => patient.baseUrl !== '');
    },
  );
});
