import { operate, Shop } from '../../faults/support/shop.js';
import { stagedServer, started } from '../../faults/support/servers/staged-servers.js';
import { refusedStart, stagedService } from '../../faults/support/servers/staged-service.js';
import { afterwards, stagedDatabase, stagedFolder } from '../../faults/support/stage.js';
import { execute, inDatabase } from '../../support/database/database.js';
import type { DatabaseConnection } from '../../../ormconfig.js';

/** The function that identifies Amazon Aurora. */
const AURORA = `CREATE FUNCTION aurora_version() RETURNS text RETURN '16.4.0'`;
/** The catalog in which Citus lists the tables that it distributes, and a table of another program. */
const CITUS = [
  'CREATE SCHEMA others',
  'CREATE TABLE others.events (id integer)',
  'SET allow_system_table_mods = on',
  'CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass PRIMARY KEY)',
];

/** Changes the configuration of the database of a connection. */
async function configure(connection: DatabaseConnection, change: string): Promise<void> {
  const alter = `format('ALTER DATABASE %I ${change}', current_database())`;
  await execute(connection, `DO $$ BEGIN EXECUTE ${alter}; END $$`);
}

const name = (connection: DatabaseConnection): string =>
  'url' in connection ? new URL(connection.url).pathname.slice(1) : connection.database;

describe('a database that cannot keep the promises of the service', () => {
  it('is refused if it confirms commits that are not stored', async () => {
    const connection = await stagedDatabase();
    await configure(connection, 'SET synchronous_commit = off');
    expect(await refusedStart(connection)).toBe(
      'Not started: synchronous_commit is off, and a crash would lose orders that were confirmed; run ' +
        `ALTER DATABASE "${name(connection)}" SET synchronous_commit = on, and look for the setting in postgresql.conf and at the role`,
    );
  });

  it('is refused if it is read-only', async () => {
    const connection = await stagedDatabase();
    await configure(connection, 'SET default_transaction_read_only = on');
    expect(await refusedStart(connection)).toBe(
      'Not started: the database is read-only by default; run ' +
        `ALTER DATABASE "${name(connection)}" RESET default_transaction_read_only, and look for the setting in postgresql.conf and at the role`,
    );
  });

  it('is refused if it cannot store every text', async () => {
    const server = await stagedDatabase();
    const latin = inDatabase(server, `${name(server)}_latin`);
    const settings = `ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`;
    await execute(server, `CREATE DATABASE ${name(latin)} ${settings}`);
    afterwards(() => execute(server, `DROP DATABASE ${name(latin)} WITH (FORCE)`));
    expect(await refusedStart(latin)).toBe(
      'Not started: the database has the encoding LATIN1, which cannot hold every text; ' +
        "move to a database that was created with ENCODING 'UTF8'",
    );
  });

  it('is refused if its storage replaces the one of PostgreSQL, unless an operator vouches for it', async () => {
    const server = await stagedServer({ fsync: 'off', full_page_writes: 'off' });
    await execute(server.connection, AURORA);
    expect(await refusedStart(server.connection)).toBe(
      'Not started: the database is Amazon Aurora, which replaces the storage of PostgreSQL and was never tested; vouch for it by ' +
        'DATABASE_STORAGE=aurora, or use PostgreSQL itself: docs/scaling.md lists providers',
    );
    const vouched = { DATABASE_STORAGE: 'aurora' };
    const { baseUrl } = await stagedService(server.connection, vouched);
    const shop = await Shop.open(baseUrl);
    expect((await shop.order(baseUrl, shop.items(1))).status).toBe(201);

    // Who vouches for another storage than is there vouches for nothing.
    await execute(server.connection, 'DROP FUNCTION aurora_version');
    expect(await refusedStart(server.connection, vouched)).toContain('fsync is off, and a crash');
  });

  it('is refused if Citus has distributed one of its tables, and only then', async () => {
    const connection = await stagedDatabase();
    await execute(connection, ...CITUS, `INSERT INTO pg_dist_partition VALUES ('others.events')`);
    const { baseUrl } = await stagedService(connection);
    const shop = await Shop.open(baseUrl);
    expect((await shop.order(baseUrl, shop.items(1))).status).toBe(201);
    await execute(connection, `INSERT INTO pg_dist_partition VALUES ('orders')`);
    expect(await refusedStart(connection)).toBe(
      'Not started: Citus has distributed the table orders, so its triggers, foreign keys and unique keys do not hold over all ' +
        "nodes; run SELECT undistribute_table('orders') for it and all others: docs/scaling.md lists what works",
    );
  });

  it('is refused if a publication makes it refuse changes', async () => {
    const connection = await stagedDatabase();
    const bare = 'ALTER TABLE orders REPLICA IDENTITY NOTHING';
    await execute(connection, 'CREATE PUBLICATION "all" FOR ALL TABLES', bare);
    expect(await refusedStart(connection)).toBe(
      'Not started: the publication "all" has the table orders without what identifies its rows, so PostgreSQL refuses to change ' +
        'them; give the table its replica identity back (ALTER TABLE orders REPLICA IDENTITY DEFAULT), ' +
        'publish all its columns, or drop the publication',
    );
  });

  it('is refused if a crash could destroy it, and if it is a standby', async () => {
    const server = await stagedServer({ fsync: 'off' });
    expect(await refusedStart(server.connection)).toBe(
      'Not started: fsync is off, and a crash of the machine would destroy the database; ' +
        'set fsync = on in postgresql.conf and reload',
    );

    await server.end();
    const standby = await server.copy(await stagedFolder());
    await standby.follow(server);
    await started(standby);
    expect(await refusedStart(standby.connection)).toBe(
      'Not started: the server is a standby (in recovery) and stores nothing; let DATABASE_URL lead to the primary, ' +
        'or name all servers in it, as postgres://user@a,b,c/orders',
    );
  });
});

it('a database with other formats and limits works like any other', async () => {
  const connection = await stagedDatabase();
  for (const setting of [
    "DateStyle = ''German''",
    "IntervalStyle = ''sql_standard''",
    "TimeZone = ''America/St_Johns''",
    "default_transaction_isolation = ''serializable''",
    "lock_timeout = ''1ms''",
    // Last: it applies to every later connection of the test, too.
    "statement_timeout = ''10ms''",
  ]) {
    await configure(connection, `SET ${setting}`);
  }
  const { baseUrl } = await stagedService(connection);
  const shop = await Shop.open(baseUrl);
  const placed = await shop.order(baseUrl, shop.items(1));
  expect(placed.status).toBe(201);
  const listed: unknown = await operate(baseUrl, 'GET', 'orders');
  const [order] = listed as { order_number: string; created_at: string }[];
  expect(order?.order_number).toBe(placed.body.order_number);
  expect(Math.abs(Date.now() - Date.parse(order?.created_at ?? ''))).toBeLessThan(60_000);
});
