import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { FUNCTIONS } from '../../../src/schema/migrate-schema.js';
import { pgOptions } from '../../support/database/database.js';
import {
  migration,
  SchemaRelease,
  type ReleaseContent,
} from '../../support/database/schema-release.js';
import { BUSY_TABLES, expectInvariants, query, sqlOn } from '../support/books.js';
import { Crowd } from '../support/crowd.js';
import { Figures } from '../support/figures.js';
import { slowest, type Answer } from '../support/http.js';
import { copyOrders } from '../support/many-orders.js';
import { stagedService } from '../support/servers/staged-service.js';
import { size } from '../support/run.js';
import { Shop } from '../support/shop.js';
import { afterwards, Instance, stagedDatabase } from '../support/stage.js';

const COPIED = 20;
const ORDERS = size(100_000, 500);
const figures = new Figures('migrations');

/** Lists the columns of each table that the service keeps. */
async function tablesOf(connection: DatabaseConnection): Promise<Map<string, string[]>> {
  const columns = await sqlOn(connection)<{ table: string; names: string[] }>`
    SELECT table_name AS table, array_agg(quote_ident(column_name) ORDER BY column_name) AS names
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('schema_migrations', 'schema_functions')
      GROUP BY 1`;
  return new Map(columns.map(({ table, names }) => [table, names]));
}

const NOT_COMPARED = [
  ...[...BUSY_TABLES, 'messages', 'token_uses', 'job_runs'],
  // The way up writes an entry for each setting that lacks one.
  'audit_entries',
];

/** Counts the rows of each table, and computes a sum over their content. */
async function checksums(connection: DatabaseConnection, tables: ReadonlyMap<string, string[]>) {
  const sums: Record<string, string> = {};
  for (const [table, names] of tables) {
    if (NOT_COMPARED.includes(table)) continue;
    const [row] = await query<{ sum: string }>(
      connection,
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(row (${names.join(', ')})::text, 0)), 0) AS sum
        FROM ${table}`,
    );
    sums[table] = row?.sum ?? '';
  }
  return sums;
}

let connection: DatabaseConnection;
let service: Instance;
let shop: Shop;

beforeAll(async () => {
  connection = await stagedDatabase();
  service = await Instance.start(connection);
  shop = await Shop.open(service.baseUrl);
  for (let order = 0; order < COPIED; order += 1) {
    expect((await shop.order(service.baseUrl, shop.items(order))).status).toBe(201);
  }
  await copyOrders(connection, ORDERS / COPIED - 1);
  await expectInvariants(connection);
});

it('migrations go down and up on many orders, under reads, and change no row', async () => {
  const release = await SchemaRelease.open(connection);
  // What every version of the service reads, on connections that last.
  const lines = new pg.Pool(pgOptions(connection));
  afterwards(() => lines.end());
  const reading = new Crowd(2, async (turn): Promise<Answer> => {
    const sentAt = performance.now();
    await lines.query(
      `SELECT orders.status, item.sku, product.name, level.on_hand FROM orders
        JOIN order_items item ON item.order_id = orders.id
        JOIN products product ON product.id = item.product_id
        JOIN stock_levels level ON level.product_id = product.id
        WHERE orders.id = $1`,
      [1 + (turn % ORDERS)],
    );
    const endedAt = performance.now();
    return { status: 200, body: {}, headers: {}, sentAt, endedAt, failure: null };
  });

  // The first migration, the baseline, stays.
  const deepest = release.dataSource.migrations.length - 1;
  for (let depth = 1; depth <= deepest; depth += size(1, deepest - 1)) {
    const before = await tablesOf(connection);
    const stored = await checksums(connection, before);
    const downAt = performance.now();
    for (let step = 0; step < depth; step += 1) await release.revertUnderLoad();
    const below = await tablesOf(connection);
    const surviving = new Map(
      // A table of the older schema only, such as one that a migration replaced, goes again on the way up;
      // the ledger gains the accounts that the migrations bring.
      [...below]
        .filter(([table]) => before.has(table) && table !== 'ledger_accounts')
        .map(([table, names]) => [
          table,
          names.filter((column) => before.get(table)?.includes(column)),
        ]),
    );
    const kept = await checksums(connection, surviving);
    const upAt = performance.now();
    const next = await stagedService(connection);
    const doneAt = performance.now();
    expect(await checksums(connection, surviving)).toEqual(kept);
    for (const [table, names] of surviving) {
      if (names.length === before.get(table)?.length) {
        expect([table, kept[table]]).toEqual([table, stored[table]]);
      }
    }
    await sleep(100);
    const held = slowest(reading.sentWithin(downAt, doneAt));
    figures.keep(`${depth} down, ${ORDERS} orders`, Math.round(upAt - downAt), { unit: 'ms' });
    figures.keep(`${depth} up and started`, Math.round(doneAt - upAt), { unit: 'ms' });
    figures.within(`reads meanwhile, slowest (${depth})`, held, 1_000);
    expect((await shop.order(next.baseUrl, shop.items(depth))).status).toBe(201);
    await next.stop();
    await expectInvariants(connection);
  }
  await reading.leave();
  expect(service.process.isRunning).toBe(true);
});

/** Makes the next release: its functions fill a column of orders, each at another place in the code. */
async function newerRelease(): Promise<ReleaseContent> {
  const source = await readFile(new URL('orders/placing/store_orders.sql', FUNCTIONS), 'utf8');
  const changed = source
    .replace('test_scenario, by_operator\n', 'test_scenario, by_operator, channel\n')
    .replace('coalesce(r.by_operator, false)\n', "coalesce(r.by_operator, false), 'store'\n");
  const addChannel = migration(
    'Channel4000000000001',
    `ALTER TABLE orders ADD COLUMN channel varchar(10), ADD COLUMN channel_upper varchar(10);
      CREATE INDEX orders_channel_ix ON orders (channel, id)`,
    'ALTER TABLE orders DROP COLUMN channel, DROP COLUMN channel_upper',
  );
  return {
    migrations: [addChannel],
    functions: {
      store_orders: changed,
      set_channel_upper: `
CREATE OR REPLACE FUNCTION set_channel_upper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.channel_upper := upper(NEW.channel);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_set_channel_upper BEFORE INSERT OR UPDATE OF channel ON orders
  FOR EACH ROW EXECUTE FUNCTION set_channel_upper();
`,
    },
  };
}

it('a newer release migrates up and down while this one takes orders, and no request fails', async () => {
  // It ran on the oldest schema.
  await service.process.end('SIGINT');
  await service.restart();
  const newer = await SchemaRelease.open(connection, await newerRelease());
  const sql = sqlOn(connection);
  const functions = () => sql`SELECT pg_get_functiondef(oid) AS source FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY proname`;
  /** Lists the channels of the orders that were accepted from now on. */
  const channels = async (): Promise<unknown> => {
    const [newest] = await sql<{ last: number }>`SELECT max(id)::integer AS last FROM orders`;
    // An answer that arrives now may be that of the last one.
    expect((await shop.order(service.baseUrl, shop.items(0))).status).toBe(201);
    return sql`SELECT DISTINCT channel, channel_upper FROM orders WHERE id > ${newest!.last}`;
  };

  const before = await functions();
  const buyers = new Crowd(8, (turn) => shop.order(service.baseUrl, shop.items(turn)));
  const operators = new Crowd(2, (turn) => shop.sell(service.baseUrl, shop.items(turn)));
  const readers = new Crowd(2, (turn) => shop.read(service.baseUrl, turn));
  for (let round = 1; round <= size(5, 1); round += 1) {
    await buyers.first(201, performance.now());
    const upAt = performance.now();
    await newer.migrate();
    figures.keep(`release ${round}: applied`, Math.round(performance.now() - upAt), { unit: 'ms' });
    expect(await channels()).toEqual([{ channel: 'store', channel_upper: 'STORE' }]);

    // One of this release that starts now leaves the newer functions alone, and runs on them.
    const applied = await functions();
    const late = await stagedService(connection);
    expect(await functions()).toEqual(applied);
    expect((await shop.order(late.baseUrl, shop.items(round))).status).toBe(201);
    await late.stop();

    const downAt = performance.now();
    await newer.revertUnderLoad();
    figures.keep(`release ${round}: reverted`, performance.now() - downAt, { unit: 'ms' });
    expect(await functions()).toEqual(before);
  }
  await buyers.first(201, performance.now());
  await Promise.all([buyers.leave(), operators.leave(), readers.leave()]);

  const answers = [...buyers.answers, ...operators.answers, ...readers.answers];
  const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
  figures.within('requests meanwhile, slowest', slowest(answers), 3_000);
  await figures.keepOrders(connection, buyers.answers);
  expect(failed.slice(0, 3)).toEqual([]);
  figures.none('requests failed', failed.length);
});
