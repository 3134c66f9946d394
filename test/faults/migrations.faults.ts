import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../ormconfig.js';
import { expectInvariants, query } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { duration, type Answer } from './support/http.js';
import { copyOrders } from './support/many-orders.js';
import { size } from './support/run.js';
import { Shop } from './support/shop.js';
import { afterwards, Instance, stagedDatabase } from './support/stage.js';

const COPIED = 20;
const ORDERS = size(100_000, 5_000);
const figures = new Figures('migrations');

/** The columns of each table that the service keeps. */
async function tablesOf(connection: DatabaseConnection): Promise<Map<string, string[]>> {
  const columns = await query<{ table: string; names: string[] }>(
    connection,
    `SELECT table_name AS table, array_agg(quote_ident(column_name) ORDER BY column_name) AS names
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'schema_migrations'
      GROUP BY 1`,
  );
  return new Map(columns.map(({ table, names }) => [table, names]));
}

/** Of which rows: the products of test mode come and go with its migration, and the change log begins anew. */
const COMPARED = new Map([
  ['products', `WHERE sku NOT LIKE 'WSO-TEST-%'`],
  ['stock_levels', `WHERE product_id NOT IN (SELECT id FROM products WHERE sku LIKE 'WSO-TEST-%')`],
  ['stock_movements', `WHERE reason <> 'test mode'`],
  ['change_log', 'WHERE false'],
  ['change_log_horizon', 'WHERE false'],
  ['xid_clock', 'WHERE false'],
]);

/** How many rows there are of each table, and a sum over all that they hold. */
async function checksums(
  connection: DatabaseConnection,
  tables: ReadonlyMap<string, string[]>,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const [table, names] of tables) {
    const [row] = await query<{ sum: string }>(
      connection,
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(row (${names.join(', ')})::text, 0)), 0) AS sum
        FROM ${table} ${COMPARED.get(table) ?? ''}`,
    );
    sums[table] = row?.sum ?? '';
  }
  return sums;
}

it('migrations go down and up on many orders, under reads, and change no row', async () => {
  const connection = await stagedDatabase();
  const service = await Instance.start(connection);
  const shop = await Shop.open(service.baseUrl);
  for (let order = 0; order < COPIED; order += 1) {
    expect((await shop.order(service.baseUrl, shop.items(order))).status).toBe(201);
  }
  await copyOrders(connection, ORDERS / COPIED - 1);
  await expectInvariants(connection);
  const dataSource = await new DataSource({
    ...dataSourceOptions(connection),
    extra: {},
  }).initialize();
  afterwards(() => dataSource.destroy());
  // What every version of the service reads.
  const reading = new Crowd(2, async (turn): Promise<Answer> => {
    const sentAt = performance.now();
    await query(
      connection,
      `SELECT orders.status, item.sku, product.name, level.on_hand FROM orders
        JOIN order_items item ON item.order_id = orders.id
        JOIN products product ON product.id = item.product_id
        JOIN stock_levels level ON level.product_id = product.id
        WHERE orders.id = $1`,
      [1 + (turn % ORDERS)],
    );
    const endedAt = performance.now();
    return { status: 200, body: {}, headers: new Headers(), sentAt, endedAt, failure: null };
  });

  // The first migration's down drops everything.
  for (let depth = 1; depth < dataSource.migrations.length; depth += 1) {
    const before = await tablesOf(connection);
    const stored = await checksums(connection, before);
    const downAt = performance.now();
    for (let step = 0; step < depth; step += 1) await dataSource.undoLastMigration();
    const below = await tablesOf(connection);
    const surviving = new Map(
      [...below].map(([table, names]) => [
        table,
        names.filter((column) => before.get(table)?.includes(column)),
      ]),
    );
    const kept = await checksums(connection, surviving);
    const upAt = performance.now();
    const next = await Instance.start(connection);
    const doneAt = performance.now();
    expect(await checksums(connection, surviving)).toEqual(kept);
    for (const [table, names] of surviving) {
      if (names.length === before.get(table)?.length) {
        expect([table, kept[table]]).toEqual([table, stored[table]]);
      }
    }
    await sleep(100);
    const held = Math.max(...reading.sentWithin(downAt, doneAt).map(duration));
    figures.keep(`${depth} down, ${ORDERS} orders`, Math.round(upAt - downAt), { unit: 'ms' });
    figures.keep(`${depth} up and started`, Math.round(doneAt - upAt), { unit: 'ms' });
    figures.within(`reads meanwhile, slowest (${depth})`, held, 1_000);
    expect((await shop.order(next.baseUrl, shop.items(depth))).status).toBe(201);
    await next.process.end('SIGINT');
    await expectInvariants(connection);
  }
  await reading.leave();
  expect(service.process.isRunning).toBe(true);
  figures.expectInTime();
});
