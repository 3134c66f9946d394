import type { TestApp } from '../app.js';
import type { Call } from '../call.js';
import { openTransaction } from './database.js';
import { eventually } from '../eventually.js';

/** Writes the statement that locks the row of a table with an id, or with a value in another column. */
export function rowLock(table: string, id: string | number, column = 'id'): string {
  return `SELECT FROM ${table} WHERE ${column} = '${id}' FOR UPDATE`;
}

/** Writes the statement that locks an order. */
export function orderLock(order: string): string {
  return rowLock('orders', order, 'order_number');
}

interface Lock {
  /** The statement that takes the lock. */
  lock: string;
  /** Number of sessions that must wait before the lock is released. */
  waiting: number;
  /** A statement of the transaction that holds the lock. It runs just before the commit. */
  before?: string;
}

/**
 * Starts `work` while another transaction holds a lock. Commits that transaction as soon as enough sessions of the app's
 * database wait for a lock.
 */
export async function whileLocked<T>(
  { connection }: TestApp,
  { lock, waiting, before = 'SELECT' }: Lock,
  work: () => Promise<T>,
): Promise<T> {
  const holder = await openTransaction(connection);
  let hasFailed = false;
  try {
    await holder.query(lock);
    const done = work();
    // A failure is reported below, after the lock is released.
    done.catch(() => (hasFailed = true));
    await eventually(async () => hasFailed || (await waitingSessions(holder)) >= waiting);
    await holder.query(before);
    await holder.commit();
    return await done;
  } finally {
    await holder.rollback();
  }
}

/** Makes calls while another transaction holds a lock that all of them must wait for. Returns the statuses of their responses. */
export async function statusesWhileLocked(
  app: TestApp,
  lock: string,
  calls: readonly Call<unknown>[],
): Promise<number[]> {
  return whileLocked(app, { lock, waiting: calls.length }, () =>
    Promise.all(calls.map((call) => call.status())),
  );
}

/**
 * Counts the sessions that wait for a transaction. A session that waits for a row lock waits for a transaction, which belongs
 * to no database.
 */
export async function waitingSessions(holder: {
  query: (sql: string) => Promise<{ rows: unknown }>;
}): Promise<number> {
  const { rows } = await holder.query(
    `SELECT count(DISTINCT pid)::integer AS waiting FROM pg_locks
      WHERE NOT granted AND pid IN (SELECT l.pid FROM pg_locks l JOIN pg_database d
        ON d.oid = l.database WHERE d.datname = current_database())`,
  );
  return (rows as [{ waiting: number }])[0].waiting;
}

type Results<T extends readonly (() => Promise<unknown>)[]> = {
  [K in keyof T]: Awaited<ReturnType<T[K]>>;
};

/**
 * Starts each of `works` while another transaction holds a lock, once all earlier ones wait for a lock or are done. Then
 * commits that transaction.
 * - those that wait for the same lock get it in the order of their start
 */
export async function whileQueued<const T extends readonly (() => Promise<unknown>)[]>(
  { connection }: TestApp,
  lock: string,
  works: T,
): Promise<Results<T>> {
  const holder = await openTransaction(connection);
  let running = 0;
  const started: Promise<unknown>[] = [];
  try {
    await holder.query(lock);
    for (const work of works) {
      running += 1;
      const done = work().finally(() => (running -= 1));
      // A failure is reported below, after the lock is released.
      done.catch(() => undefined);
      started.push(done);
      await eventually(async () => (await waitingSessions(holder)) >= running);
    }
    await holder.commit();
    return (await Promise.all(started)) as Results<T>;
  } finally {
    await holder.rollback();
  }
}
