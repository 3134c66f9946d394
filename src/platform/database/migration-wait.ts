import { isLockTimeout, OverloadError } from './database-errors.js';

/** Any constant: the same in every instance. */
export const SETUP_LOCK = 7_746_001;

/** Sessions `a` that hold the lock $1. PostgreSQL splits the key of an advisory lock into two halves. */
export const SETUP_LOCK_HOLDERS = `FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (l.classid::bigint << 32 | l.objid::bigint) = $1`;

/** Longest time for which a request waits for migrations: below the time after which stores give up. */
const REQUEST_WAIT_MS = 5_000;
/** Age up to which one answer about the lock serves all requests. */
const ANSWER_MS = 100;
const IS_HELD = `SELECT a.pid ${SETUP_LOCK_HOLDERS}`;

/** A data source or a connection. */
interface Asked {
  query(sql: string, values: unknown[]): Promise<unknown[] | { rows: unknown[] }>;
}

const held = new WeakMap<Asked, { askedAt: number; answer: Promise<boolean> }>();

/**
 * Returns true if a request failed because another process migrates the database. It waited too long, for a lock or behind
 * others that did; nothing was done, so it can be repeated.
 *
 * @param beganAt when the request began to wait, by `performance.now()`
 */
export async function isDelayedByMigration(
  database: Asked,
  error: unknown,
  beganAt: number,
): Promise<boolean> {
  const isDelayed = error instanceof OverloadError || isLockTimeout(error);
  const now = performance.now();
  if (!isDelayed || now - beganAt > REQUEST_WAIT_MS) return false;
  let known = held.get(database);
  if (known === undefined || now - known.askedAt > ANSWER_MS) {
    const answer = database.query(IS_HELD, [SETUP_LOCK]).then(
      (found) => (Array.isArray(found) ? found : found.rows).length > 0,
      () => false,
    );
    known = { askedAt: now, answer };
    held.set(database, known);
  }
  return known.answer;
}

/** Runs work, and repeats it as long as it {@link isDelayedByMigration}. */
export async function outlastMigration<T>(database: Asked, run: () => Promise<T>): Promise<T> {
  const beganAt = performance.now();
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(await isDelayedByMigration(database, error, beganAt))) throw error;
    }
  }
}
