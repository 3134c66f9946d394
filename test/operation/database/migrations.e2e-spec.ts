import { setTimeout as sleep } from 'node:timers/promises';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import { withSetupLock } from '../../../src/platform/database/setup-lock.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenSuite } from '../../support/shop/shop.js';
import { execute, givenDatabase, openTransaction } from '../../support/database/database.js';
import { migration, SchemaRelease } from '../../support/database/schema-release.js';
import { eventually } from '../../support/eventually.js';

const BETWEEN_READS_MS = 20;
const LATER = 'Later4000000000001';

const ONE = `RETURNS text LANGUAGE sql AS 'SELECT 1';`;
const MUCH_LATER = 'MuchLater4000000000002';
/** Makes a migration that adds a column to some tables. */
const addNote = (name: string, ...tables: string[]) =>
  migration(
    name,
    tables.map((table) => `ALTER TABLE ${table} ADD COLUMN note text`).join('; '),
    tables.map((table) => `ALTER TABLE ${table} DROP COLUMN note`).join('; '),
  );

/** Changes the schema while an order has read one of two tables. It reads the other one once the change waits for the first. */
async function whileAnOrderPasses<T>(
  connection: DatabaseConnection,
  change: () => Promise<T>,
): Promise<T> {
  const placing = await openTransaction(connection);
  await placing.query('SELECT FROM orders');
  const changing = change();
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'orders'::regclass
    AND NOT EXISTS (SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'clients'::regclass)`;
  await eventually(async () => (await placing.query(waits)).rowCount === 1);
  await placing.query('SELECT FROM clients');
  await placing.commit();
  return changing;
}

describe('migrations while others use their tables', () => {
  let connection: DatabaseConnection;
  let release: SchemaRelease;
  beforeEach(async () => {
    ({ connection } = await givenDatabase());
  });

  it('others continue while a transaction blocks a change', async () => {
    const migrations = [addNote(LATER, 'api_tokens')];
    release = await SchemaRelease.open(connection, { migrations });
    const reader = await openTransaction(connection);
    await reader.query('SELECT FROM api_tokens');
    let isMigrated = false;
    const migrating = release.migrate().then(() => (isMigrated = true));
    // A reader that queues behind the ALTER TABLE waits until that one gives up, which is sooner than its own limit.
    for (const until = Date.now() + 3_000; Date.now() < until;) {
      await execute(connection, `SET lock_timeout = '1s'`, 'SELECT FROM api_tokens');
      await sleep(BETWEEN_READS_MS);
    }
    expect(isMigrated).toBe(false);
    await reader.rollback();
    await migrating;
    expect(isMigrated).toBe(true);
  });

  it('an order in progress passes a migration that waits for its tables', async () => {
    const migrations = [addNote(LATER, 'clients', 'orders')];
    release = await SchemaRelease.open(connection, { migrations });
    await whileAnOrderPasses(connection, () => release.migrateUnderLoad());
  });

  it('an order in progress passes a revert that waits for its tables', async () => {
    release = await SchemaRelease.open(connection, {
      migrations: [addNote(LATER, 'clients', 'orders')],
    });
    await release.migrate();
    const reverted = await whileAnOrderPasses(connection, () => release.revertUnderLoad());
    expect(reverted).toBe(LATER);
  });

  it('a migration that waits holds no lock of the one before it', async () => {
    const migrations = [addNote(LATER, 'clients'), addNote(MUCH_LATER, 'api_tokens')];
    release = await SchemaRelease.open(connection, { migrations });
    const older = await openTransaction(connection);
    await older.query('SELECT FROM api_tokens FOR UPDATE');
    const migrating = release.migrate();
    const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'api_tokens'::regclass`;
    await eventually(async () => (await older.query(waits)).rowCount === 1);
    await older.query('SELECT note FROM clients');
    await older.commit();
    await migrating;
  });

  it('orders wait for as few statements however many functions a release changes', async () => {
    const statementsOf = async (name: string, count: number): Promise<string[]> => {
      const changed = Array.from({ length: count }, (_, index) => `note_${index}_of_${count}`);
      release = await SchemaRelease.open(connection, {
        migrations: [addNote(name, 'orders')],
        functions: Object.fromEntries(
          changed.map((each) => [each, `CREATE OR REPLACE FUNCTION ${each}() ${ONE}`]),
        ),
      });
      const statements: string[] = [];
      const logQuery = (sql: string): number => statements.push(sql);
      Object.assign(release.dataSource.logger, { logQuery });
      await release.migrate();
      return statements.slice(statements.findIndex((sql) => sql.startsWith('ALTER TABLE orders')));
    };
    const forOne = await statementsOf(LATER, 1);
    await release.revert();
    expect(await statementsOf(LATER, 20)).toHaveLength(forOne.length);
  });

  it('a migration before the newest one runs while orders are placed, in every attempt', async () => {
    const HELD = 7_001;
    const takesItsTime = migration(LATER, `SELECT pg_advisory_xact_lock(${HELD})`, 'SELECT');
    const migrations = [takesItsTime, addNote(MUCH_LATER, 'orders')];
    release = await SchemaRelease.open(connection, { migrations });
    const other = await openTransaction(connection);
    await other.query(`SELECT pg_advisory_xact_lock(${HELD})`);
    const migrating = release.migrateUnderLoad();
    const waiting = `SELECT virtualtransaction AS attempt, EXISTS (SELECT FROM pg_locks o
        WHERE o.pid = l.pid AND o.relation = 'orders'::regclass AND o.mode = 'AccessExclusiveLock') AS "locksOrders"
      FROM pg_locks l WHERE NOT granted AND locktype = 'advisory' AND objid = ${HELD}`;
    const attempts = new Map<string, boolean>();
    // Every second attempt locks orders before the newest migration.
    await eventually(async () => {
      const { rows } = await other.query<{ attempt: string; locksOrders: boolean }>(waiting);
      for (const { attempt, locksOrders } of rows) attempts.set(attempt, locksOrders);
      return attempts.size === 2;
    });
    expect([...attempts.values()]).toEqual([false, false]);
    await other.commit();
    await migrating;
  });
});

const { app, admin, shop } = await givenSuite();
const { sku } = await givenProduct(app);

describe('while a migration holds a table longer than a statement waits', () => {
  it.each<[request: string, table: string, mode?: string]>([
    ['an order', 'orders'],
    ['a payment', 'receipts'],
    ['a shipment', 'shipments'],
    ['a list', 'couriers', 'ACCESS EXCLUSIVE'],
    ['a snapshot', 'request_failures', 'ACCESS EXCLUSIVE'],
  ])('%s waits, and succeeds once', async (request, table, mode = 'SHARE ROW EXCLUSIVE') => {
    const place = async (): Promise<string> => shop.orders.place({ sku, quantity: 2 });
    const paid = request === 'a shipment' ? await place() : '';
    if (paid !== '') await admin.orders.pay(paid);
    const unpaid = await place();
    const work = {
      'an order': place,
      'a payment': () => admin.orders.pay(unpaid),
      'a shipment': () => admin.orders.ship(paid),
      'a list': () => admin.couriers.list(),
      'a snapshot': () => admin.clients.failures(shop.client.id),
    }[request]!;
    const attempts = new Set<string>();
    const done = await withSetupLock(dataSourceOptions(app.connection), (setup) =>
      setup.transaction(async (manager) => {
        // Only the request waits for it.
        await manager.query(`LOCK TABLE ${table} IN ${mode} MODE`);
        const answered = work().then(
          () => null,
          (error: unknown) => error,
        );
        await eventually(async () => {
          const waiting = await manager.query<{ id: string }[]>(
            'SELECT virtualtransaction AS id FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
            [table],
          );
          for (const { id } of waiting) attempts.add(id);
          return attempts.size > 1;
        });
        return { answered };
      }),
    );
    expect(await done.answered).toBeNull();
  });
});
