import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { EntityManager, type DataSource, type QueryRunner } from 'typeorm';
import { beginWork } from '../http/connections/standstill.js';
import { databaseError, isUniqueViolation } from './database-errors.js';
import { assertDurable } from './durability.js';
import { onPrimary, readerElsePrimary } from './reader/reader-scope.js';
import { ResilientClient } from './resilient-client.js';
import { isDelayedByMigration, outlastMigration } from './migration-wait.js';

/** Margin by which the server's statement timeout is shorter than the client's. */
const GRACE_MS = 60_000;
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const ATTEMPTS = 3;

/** Rows that an open transaction writes last. */
interface LastRows {
  rows: unknown[];
  write: ((manager: EntityManager, rows: never[]) => Promise<void>) | null;
}

const LAST_ROWS = new WeakMap<QueryRunner, LastRows>();
/** Runners whose transaction TypeORM does not know about. Beginning another one within it would end it. */
const SNAPSHOTS = new WeakSet<QueryRunner>();

/** Error: another transaction changed rows after the work had read them and before it locked them. */
export class ChangedMeanwhile extends Error {
  constructor(what: string) {
    super(`${what} changed before it was locked`);
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction; within an entity manager's transaction, in a savepoint. Repeats it, up to
 * three times in all, after:
 * - a {@link ChangedMeanwhile}, or a violation of the unique constraint `retryOnUnique`
 * - a deadlock or a serialization failure; these repeat the whole transaction, because a savepoint keeps the locks from before
 *   it
 * - and for some seconds while a migration holds a lock that it needs
 *
 * @throws what `work` throws; the transaction, or the savepoint, is rolled back then. DurabilityError while the database could
 *   lose what it confirms
 */
export async function inTransaction<T>(
  within: DataSource | EntityManager,
  work: (manager: EntityManager) => Promise<T>,
  { retryOnUnique = [] }: { retryOnUnique?: string | readonly string[] } = {},
): Promise<T> {
  const isNested = within instanceof EntityManager;
  if (isNested && SNAPSHOTS.has(within.queryRunner!)) {
    throw new Error('a snapshot is for reading: begin the transaction before it or after it');
  }
  assertDurable(isNested ? within.dataSource : within);
  // In the order in which they were left, and not within the savepoint.
  if (isNested) await writeLastRows(within);
  else beginWork();
  const beganAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onPrimary(() => within.transaction((manager) => withLastRows(manager, work)));
    } catch (error) {
      if (!isNested && (await isDelayedByMigration(within, error, beganAt))) {
        attempt -= 1;
        continue;
      }
      const code = databaseError(error)?.code;
      const isWorthRetrying =
        (!isNested && (code === DEADLOCK || code === SERIALIZATION_FAILURE)) ||
        error instanceof ChangedMeanwhile ||
        [retryOnUnique].flat().some((name) => isUniqueViolation(error, name));
      if (!isWorthRetrying || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/**
 * Runs `work` in a transaction that reads everything from one snapshot. Repeats it, as {@link inTransaction}, during a
 * migration, and on the primary after a standby failed.
 */
export async function inSnapshot<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return readerElsePrimary(() =>
    outlastMigration(dataSource, async () => {
      const runner = dataSource.createQueryRunner();
      SNAPSHOTS.add(runner);
      try {
        // TypeORM would set the level by another statement.
        await runner.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        const result = await work(runner.manager);
        await runner.query('COMMIT');
        return result;
      } catch (error) {
        await runner.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        await runner.release();
      }
    }),
  );
}

/**
 * Writes a row later: when the transaction or its savepoint ends, or another savepoint begins. All rows that are left until
 * then are passed to `write` together; a transaction has only one `write`.
 */
export async function writeLast<Row>(
  manager: EntityManager,
  row: Row,
  write: (manager: EntityManager, rows: Row[]) => Promise<void>,
): Promise<void> {
  const last = manager.queryRunner && LAST_ROWS.get(manager.queryRunner);
  if (!last) return write(manager, [row]);
  last.rows.push(row);
  last.write = write;
}

/** Lets the statements of a transaction take longer than a request may; in milliseconds. */
export async function allowTime(manager: EntityManager, ms: number): Promise<void> {
  const client: unknown = await manager.queryRunner?.connect();
  if (client instanceof ResilientClient) client.allowMs(ms);
}

/**
 * Sets the time limit of each statement of a transaction, in milliseconds; statements may read whole tables. The client waits a
 * little longer than the server's limit.
 */
export async function allowLongStatements(manager: EntityManager, ms = 60_000): Promise<void> {
  await allowTime(manager, ms + GRACE_MS);
  await manager.query(`SET LOCAL statement_timeout = ${ms}; SET LOCAL enable_seqscan = on`);
}

/** Runs the work of a transaction or savepoint, and then writes the rows that it left to the end. */
async function withLastRows<T>(
  manager: EntityManager,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = manager.queryRunner!;
  const outer = LAST_ROWS.get(runner);
  LAST_ROWS.set(runner, { rows: [], write: null });
  try {
    const result = await work(manager);
    await assertStillOpen(manager);
    await writeLastRows(manager);
    return result;
  } finally {
    if (outer === undefined) LAST_ROWS.delete(runner);
    else LAST_ROWS.set(runner, outer);
  }
}

/** Writes what {@link writeLast} left to the end. */
export async function writeLastRows(manager: EntityManager): Promise<void> {
  const last = manager.queryRunner && LAST_ROWS.get(manager.queryRunner);
  if (last === undefined || last.rows.length === 0) return;
  await last.write?.(manager, last.rows.splice(0) as never[]);
}

/**
 * Throws if the work swallowed a statement error that aborted the transaction: PostgreSQL would roll it back silently at
 * COMMIT.
 */
async function assertStillOpen(manager: EntityManager): Promise<void> {
  const client = (await manager.queryRunner?.connect()) as PoolClient | undefined;
  const status = client?.getTransactionStatus();
  if (status == null) throw new Error('Connection terminated before the commit');
  if (status !== 'T') throw new Error(`transaction is no longer open (status ${status})`);
}
