import { setTimeout as sleep } from 'node:timers/promises';
import {
  MigrationExecutor,
  type DataSource,
  type EntityManager,
  type Migration,
  type MigrationInterface,
} from 'typeorm';
import { databaseError } from './database-errors.js';
import { SchemaError, UnknownMigrationsError } from './schema-error.js';
import {
  applySchemaFunctions,
  dropLaterFunctions,
  findChangedFunctions,
  restoreSchemaFunctions,
  type SchemaFunction,
} from './schema-functions.js';

interface NamedMigration {
  name: string;
  /** Milliseconds since 1970, the end of the name. */
  timestamp: number;
}

interface OwnMigration extends MigrationInterface {
  /** Names of the migrations that a baseline replaces. */
  replaces?: readonly string[];
}

const NOT_MIGRATED =
  'and is not to be changed (MIGRATE=false, or a command that only reads): run "npm run cli -- schema:migrate" first, as a role that may change the schema';

const TIMESTAMP_DIGITS = 13;
const ATTEMPTS = 200;
const BETWEEN_ATTEMPTS_MS = 1_000;
/** lock_not_available, deadlock_detected */
const BLOCKED = new Set(['55P03', '40P01']);

/** Runs `work`, and repeats it for some minutes while other transactions hold locks that it needs. Attempts count from 1. */
export async function retryWhileBlocked<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!BLOCKED.has(databaseError(error)?.code ?? '') || attempt === ATTEMPTS) throw error;
      await sleep(BETWEEN_ATTEMPTS_MS);
    }
  }
}

/**
 * Brings the schema up to date: runs the pending migrations, and repeats each while requests block it. Each has its own
 * transaction, so that none holds the locks of another one.
 * - the last one shares its transaction with the functions that changed; functions are only applied together with a migration
 * - an empty database gets all migrations in one transaction, so that a failure leaves it empty
 * - elsewhere the next start continues after a failure; the previous release still works, as migrations only add
 * - a release that is older than the newest migration of the database leaves newer functions alone
 *
 * @param firstTable locked before the newest migration by every second attempt; null: each table is locked when a
 *   migration needs it
 * @throws SchemaError where the database has another history, or its functions are not this version's
 */
export async function migrate(
  dataSource: DataSource,
  functions: readonly SchemaFunction[],
  firstTable: string | null = null,
): Promise<void> {
  const next = (attempt: number): Promise<boolean> =>
    migrateOnce(dataSource, functions, { firstTable, locksFirst: attempt % 2 === 0 });
  while (await retryWhileBlocked(next));
}

/** Runs the next pending migration. @returns true where more are pending */
async function migrateOnce(
  dataSource: DataSource,
  functions: readonly SchemaFunction[],
  { firstTable, locksFirst }: { firstTable: string | null; locksFirst: boolean },
): Promise<boolean> {
  return inOneTransaction(dataSource, async (manager, executor) => {
    const pending = await findPending(dataSource, executor);
    if (pending === null) return false;
    if (pending.length === 0) {
      await assertUnchanged(manager, functions);
      return false;
    }
    const isEmpty = pending.length === dataSource.migrations.length;
    if (isEmpty) await assertNoTables(dataSource, manager);
    const now = isEmpty ? pending : pending.slice(0, 1);
    const isLast = now.length === pending.length;
    if (locksFirst && isLast && firstTable !== null) await lockTable(manager, firstTable);
    for (const migration of now) await executor.executeMigration(migration);
    if (!isLast) return true;
    await applySchemaFunctions(manager, functions, newest(ownMigrations(dataSource)));
    return false;
  });
}

/**
 * Verifies that this version can run on the schema, without changing anything. The schema is this version's, with rights on all
 * of its tables, or that of a newer, compatible version.
 *
 * @throws SchemaError otherwise
 */
export async function assertMigrated(
  dataSource: DataSource,
  functions: readonly SchemaFunction[],
): Promise<void> {
  const [table] = await dataSource.query<{ found: boolean }[]>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS found`,
  );
  if (!table?.found) throw new SchemaError(`the database has no schema yet, ${NOT_MIGRATED}`);
  await inOneTransaction(dataSource, async (manager, executor) => {
    const pending = await findPending(dataSource, executor);
    if (pending === null) return;
    if (pending.length === 0) {
      await assertUnchanged(manager, functions);
      return assertRights(manager);
    }
    throw new SchemaError(`the database lacks the migration ${namesOf(pending)}, ${NOT_MIGRATED}`);
  });
}

/**
 * Reverts the migration that ran last, and restores the functions of the schema before it, in one transaction.
 *
 * @param firstTable locked before all others; null: each table is locked when it is needed
 * @returns the name of the migration
 * @throws SchemaError where a newer release has run it, or only the baseline is left
 */
export async function revertLastMigration(
  dataSource: DataSource,
  firstTable: string | null = null,
): Promise<string> {
  return inOneTransaction(dataSource, async (manager, executor) => {
    const [last, ...earlier] = await executor.getExecutedMigrations();
    if (last === undefined) throw new SchemaError('no migration has run in this database');
    if (!ownMigrations(dataSource).some(({ name }) => name === last.name)) {
      throw new SchemaError(
        `the newest migration, ${last.name}, is of a newer version; revert it with that version`,
      );
    }
    const release = newest(earlier);
    if (firstTable !== null) await lockTable(manager, firstTable);
    await dropLaterFunctions(manager, release);
    await executor.undoLastMigration();
    await restoreSchemaFunctions(manager, release);
    return last.name;
  });
}

/** Returns true if this version's newest migration has run (newer ones may have run too). */
export async function isSchemaCurrent(dataSource: DataSource): Promise<boolean> {
  const newestName = dataSource.migrations.at(-1)?.name;
  const [row] = await dataSource.query<{ present: boolean }[]>(
    'SELECT EXISTS (SELECT FROM schema_migrations WHERE name = $1) AS present',
    [newestName],
  );
  return row?.present ?? false;
}

/**
 * Refuses a role that lacks rights of the service, for example on a table that a migration of the owner added. UPDATE and
 * DELETE are not needed on append-only tables, nor on the list of migrations.
 */
async function assertRights(manager: EntityManager): Promise<void> {
  const [lacking] = await manager.query<{ role: string; tables: string | null }[]>(
    `SELECT current_user AS role, string_agg(DISTINCT t.relname, ', ' ORDER BY t.relname) AS tables
     FROM pg_class t JOIN pg_class own ON own.oid = 'schema_migrations'::regclass
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed
     WHERE t.relkind = 'r' AND t.relnamespace = own.relnamespace AND t.relowner = own.relowner
       AND NOT has_table_privilege(t.oid, needed)
       AND NOT (needed <> 'SELECT' AND t.relname IN ('schema_migrations', 'schema_functions'))
       AND NOT EXISTS (
         SELECT FROM pg_trigger g WHERE g.tgrelid = t.oid AND g.tgname = t.relname || '_append_only_ck'
           AND (needed = 'DELETE' OR needed = 'UPDATE' AND g.tgattr = '')
       )`,
  );
  if (lacking?.tables == null) return;
  throw new SchemaError(
    `the role ${lacking.role} lacks rights on the tables ${lacking.tables}: run the statements of docs/operations/upgrades.md for it again, as their owner`,
  );
}

/** Waits until no other transaction uses a table, and locks it against all others. Does nothing if the table does not exist. */
async function lockTable(manager: EntityManager, table: string): Promise<void> {
  const [{ found } = { found: false }] = await manager.query<{ found: boolean }[]>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [table],
  );
  if (found) await manager.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
}

async function inOneTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager, executor: MigrationExecutor) => Promise<T>,
): Promise<T> {
  return dataSource.transaction(async (manager) =>
    // It begins no transaction of its own where its query runner is in one.
    work(manager, new MigrationExecutor(dataSource, manager.queryRunner)),
  );
}

/**
 * Finds the migrations that the database lacks; null if it belongs to a newer version that has a compatible schema.
 *
 * @throws SchemaError where it has another history
 */
async function findPending(
  dataSource: DataSource,
  executor: MigrationExecutor,
): Promise<Migration[] | null> {
  const executed = await executor.getExecutedMigrations();
  const pending = await executor.getPendingMigrations();
  assertOwnHistory(dataSource, executed);
  assertNotBeforeBaseline(dataSource, executed);
  if (newest(executed) <= newest(ownMigrations(dataSource))) return pending;
  assertNonePending(pending);
  return null;
}

/** Refuses unknown migrations, unless they are newer: then a newer release runs on the same database. */
function assertOwnHistory(dataSource: DataSource, executed: readonly NamedMigration[]): void {
  const own = ownMigrations(dataSource);
  const names = new Set(own.map(({ name }) => name));
  const unknown = executed.filter(
    ({ name, timestamp }) => !names.has(name) && timestamp < newest(own),
  );
  if (unknown.length > 0) {
    throw new UnknownMigrationsError(unknown.map(({ name }) => name).reverse());
  }
}

/** Refuses a schema that lacks migrations of the baseline. Only an empty database may start from the baseline. */
function assertNotBeforeBaseline(
  { migrations }: DataSource,
  executed: readonly NamedMigration[],
): void {
  const names = new Set(executed.map(({ name }) => name));
  const hasRun = ({ name = '', replaces }: OwnMigration): boolean =>
    replaces === undefined || [...replaces, name].every((each) => names.has(each));
  if (names.size === 0 || migrations.every(hasRun)) return;
  throw new SchemaError(
    'the database is older than release 1.5.0: upgrade it with release 1.5.0 first, then with this one',
  );
}

/** Refuses to add to the schema of a newer release, whose functions do not know the additions. */
function assertNonePending(pending: readonly NamedMigration[]): void {
  if (pending.length === 0) return;
  throw new SchemaError(
    `the database belongs to a newer version, which lacks the migration ${namesOf(pending)} of this one; start the newer version`,
  );
}

function namesOf(migrations: readonly NamedMigration[]): string {
  return migrations.map(({ name }) => name).join(', ');
}

/** Refuses a database of another program: it has tables with names of this version, but no migrations. */
async function assertNoTables(dataSource: DataSource, manager: EntityManager): Promise<void> {
  const names = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  const found = await manager.query<{ name: string }[]>(
    'SELECT name FROM unnest($1::text[]) name WHERE to_regclass(name) IS NOT NULL ORDER BY name LIMIT 5',
    [names],
  );
  if (found.length === 0) return;
  throw new SchemaError(
    `the database has tables of these names already (${found.map(({ name }) => name).join(', ')}, …), but no migration of this service has run: it belongs to another program, to release 1.0.0, or is an incomplete copy. Use an empty database, or restore the copy with all its tables`,
  );
}

/** Refuses changed functions without a migration. Otherwise two instances would replace each other's functions at every start. */
async function assertUnchanged(
  manager: EntityManager,
  functions: readonly SchemaFunction[],
): Promise<void> {
  const { changed, removed } = await findChangedFunctions(manager, functions);
  const names = [...changed.map(({ name }) => name), ...removed];
  if (names.length === 0) return;
  throw new SchemaError(
    `this version changes functions of the database (${names.join(', ')}) without a migration; add a migration, which may be empty, or start with an empty database`,
  );
}

/** Lists this version's migrations, and those that its baseline replaces. */
function ownMigrations({ migrations }: DataSource): NamedMigration[] {
  return migrations
    .flatMap((migration: OwnMigration) => [
      ...(migration.replaces ?? []),
      migration.name ?? migration.constructor.name,
    ])
    .map((name) => ({ name, timestamp: Number(name.slice(-TIMESTAMP_DIGITS)) }));
}

function newest(migrations: readonly NamedMigration[]): number {
  return Math.max(0, ...migrations.map(({ timestamp }) => timestamp));
}
