import type { QueryFailedError } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { withSetupLock } from '../../../src/platform/database/setup-lock.js';
import { isSchemaCurrent } from '../../../src/platform/database/migrations.js';
import { migrateSchema } from '../../../src/schema/migrate-schema.js';
import { TestApp } from '../../support/app.js';
import {
  execute,
  givenDatabase,
  givenEmptyDatabase,
  givenDataSource,
} from '../../support/database/database.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';

/** Removes comments and literals from a function's body. */
const withoutTexts = (body: string): string => body.replaceAll(/--.*|'(?:[^']|'')*'/g, '');

const { connection } = await givenDatabase();
const dataSource = await givenDataSource(connection);

describe('the schema', () => {
  /** Lists the columns, functions, triggers and types except those of the migrations' own table. */
  const objects = async (database = dataSource): Promise<unknown> =>
    database.query(
      `SELECT 'column' AS kind, concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS object
          FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name NOT IN ('schema_migrations', 'schema_functions')
        UNION ALL SELECT 'function', pg_get_functiondef(oid)
          FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        UNION ALL SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'type', typname FROM pg_type
          WHERE typnamespace = 'public'::regnamespace AND typname !~ '^_?schema_'
        ORDER BY 1, 2`,
    );

  it('matches the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('has functions that no temporary table can mislead', async () => {
    const relations = await dataSource.query<{ name: string }[]>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'c')",
    );
    const functions = await dataSource.query<{ name: string; body: string; path: string | null }[]>(
      `SELECT p.proname AS name, p.prosrc AS body, setting AS path
        FROM pg_proc p LEFT JOIN unnest(p.proconfig) setting ON setting LIKE 'search\\_path=%'
        WHERE p.pronamespace = 'public'::regnamespace`,
    );
    // A name is the schema's, or qualifies a column, or is an alias.
    const names = relations.map(({ name }) => name).join('|');
    const unqualified = new RegExp(`(?<!\\w|public\\.|\\bAS )(?:${names})\\b(?!\\.)`, 'g');
    const misled = functions
      .filter(({ path }) => path === null)
      .map(({ name, body }) => [name, withoutTexts(body).match(unqualified)])
      .filter(([, found]) => found !== null);
    expect(misled).toEqual([]);
    const checks = functions.filter(({ name }) =>
      /^(check|chain|seal|refuse(?!_by))_|_faults$/.test(name),
    );
    expect(checks.map(({ path }) => path)).toEqual(checks.map(() => 'search_path=public, pg_temp'));
    expect(checks.length).toBeGreaterThan(20);
  });

  it('can be in another schema than public', async () => {
    const { connection: other } = await givenEmptyDatabase();
    await execute(
      other,
      'CREATE SCHEMA shop',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = shop', current_database()); END $$`,
    );
    await withSetupLock(dataSourceOptions(other), migrateSchema);
    const app = await TestApp.startOn(other);
    const { sku } = await givenProduct(app, { stock: 5 });
    await (await givenShop(app)).orders.place({ sku, quantity: 2 });
    await app.expectInvariants();
  });

  it('is migrated once when several instances start together on an empty database', async () => {
    const before = await objects();
    const empty = await givenEmptyDatabase();
    const options = dataSourceOptions(empty.connection);
    await Promise.all(Array.from({ length: 4 }, () => withSetupLock(options, migrateSchema)));
    const started = await givenDataSource(empty.connection);
    expect(await isSchemaCurrent(started)).toBe(true);
    const baseline = await started.query<object[]>(
      'SELECT timestamp, name FROM schema_migrations WHERE timestamp <= 1796130000000 ORDER BY id',
    );
    // As a database has them that ran the migrations which the baseline replaces.
    expect(baseline).toHaveLength(111);
    const last = { timestamp: 1796130000000, name: 'CancelReasons1796130000000' };
    expect(baseline.at(-1)).toEqual(last);
    expect(await objects(started)).toEqual(before);
  });

  it('has no time without a zone, and no unnamed constraint', async () => {
    const zoneless = await dataSource.query(
      `SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type IN ('timestamp without time zone', 'time without time zone')`,
    );
    expect(zoneless).toEqual([]);
    const oddlyNamed = await dataSource.query(
      `SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        AND conrelid <> 'schema_migrations'::regclass AND contype <> 'n'
        AND conname !~ '_(pk|fk|uq|ck)$'`,
    );
    expect(oddlyNamed).toEqual([]);
  });
});

const app = await TestApp.start();
const { sku } = await givenProduct(app, { stock: 5 });
await (await givenShop(app)).orders.place({ sku, quantity: 2 });

describe('constraints of the database', () => {
  it.each([
    ['stock_levels_quantities_ck', 'UPDATE stock_levels SET on_hand = 1'],
    ['stock_levels_quantities_ck', 'UPDATE stock_levels SET on_hand = -1, reserved = -1'],
    ['orders_amounts_ck', 'INSERT INTO orders SELECT * FROM changed_order'],
    ['orders_frozen_ck', 'UPDATE orders SET total_minor = 1'],
    ['orders_frozen_ck', 'UPDATE order_items SET unit_price_minor = 1'],
    ['orders_frozen_ck', 'DELETE FROM order_items'],
    ['order_items_amounts_ck', 'INSERT INTO order_items SELECT * FROM changed_item'],
    ['orders_match_items_ck', 'INSERT INTO order_items SELECT * FROM added_item'],
    ['orders_status_ck', `UPDATE orders SET status = 'lost', payment_status = 'paid'`],
    ['orders_payment_status_ck', `UPDATE orders SET payment_status = 'owed'`],
    ['orders_state_ck', `UPDATE orders SET status = 'shipped'`],
    [
      'order_status_changes_order_status_uq',
      `INSERT INTO order_status_changes (order_id, status) SELECT id, 'awaiting_payment' FROM orders`,
    ],
    ['products_base_price_ck', 'UPDATE products SET base_price_minor = 0'],
    ['orders_store_order_id_ck', `UPDATE orders SET store_order_id = 'WO-0123456789'`],
  ])('the constraint %s refuses: %s', async (constraint, statement) => {
    const refused = app.dataSource.transaction(async (manager) => {
      // A copy of the stored row with the one thing wrong that the statement is about.
      if (statement.includes('changed_order')) {
        await manager.query('ALTER TABLE orders ALTER COLUMN id DROP IDENTITY');
        await manager.query(
          `CREATE TEMP TABLE changed_order ON COMMIT DROP AS SELECT * FROM orders;
              UPDATE changed_order SET id = id + 1, order_number = 'WO-0000000000', total_minor = total_minor + 1`,
        );
      }
      await manager.query(
        `CREATE TEMP TABLE changed_item ON COMMIT DROP AS SELECT * FROM order_items;
            UPDATE changed_item SET line = 2, line_total_minor = 1;
            CREATE TEMP TABLE added_item ON COMMIT DROP AS SELECT * FROM order_items;
            UPDATE added_item SET line = 2`,
      );
      await manager.query(statement);
    });
    await expect(refused).rejects.toMatchObject({ driverError: { constraint } });
  });

  const refusalOf = async (statement: string): Promise<string> =>
    app.dataSource.query(statement).then(
      () => 'was stored',
      (error: QueryFailedError<Error & { constraint?: string }>) =>
        error.driverError.constraint ?? error.message,
    );

  it.each([
    ['audit_entries', 'at', 'actor', 'before', 'after'],
    ['ledger_journals', 'kind', 'at', 'order_id', 'receipt_id', 'note'],
    ['ledger_postings', 'account_id', 'amount_minor', 'balance_after'],
    ['receipts', 'client_id', 'source', 'method', 'reference', 'amount_minor', 'received_at'],
    ['stock_movements', 'delta', 'reason', 'actor', 'created_at'],
  ])('entries of %s rewritten, taken away or emptied', async (table, ...columns) => {
    const statements = [
      ...columns.map((column) => `UPDATE ${table} SET ${column} = ${column}`),
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ];
    for (const statement of statements) {
      expect([statement, await refusalOf(statement)]).toEqual([
        statement,
        expect.stringMatching(/_append_only_ck$/),
      ]);
    }
  });

  it.each([
    [
      'orders',
      'items_count subtotal_minor delivery_minor total_minor currency client_id plan_id order_number',
    ],
    ['order_items', 'order_id line product_id quantity unit_price_minor line_total_minor'],
  ])('the frozen columns of %s', async (table, columns) => {
    for (const column of columns.split(' ')) {
      const refusal = await refusalOf(`UPDATE ${table} SET ${column} = ${column}`);
      expect([column, refusal]).toEqual([column, 'orders_frozen_ck']);
    }
  });

  it('an order that does not match its items', async () => {
    await expect(
      app.sql`INSERT INTO orders (order_number, client_id, plan_id, request_hash, currency, customer_name, customer_phone,
            shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
            items_count, subtotal_minor, delivery_minor, total_minor)
          SELECT 'WO-0000000001', client_id, plan_id, request_hash, currency, customer_name, customer_phone,
            shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
            items_count, subtotal_minor, delivery_minor, total_minor FROM orders`,
    ).rejects.toThrow('does not match its items');
  });
});
