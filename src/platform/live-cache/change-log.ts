import type { DataSource, EntityManager } from 'typeorm';
import { xidNumber } from './live-cache.js';
import { allowLongStatements } from '../database/transaction.js';

/**
 * How long changes stay in the log at least: longer than any request takes, and long enough for an instance
 * that is asked now and then to catch up instead of reading everything anew.
 */
const KEPT_SECONDS = 300;
/** How many entries of the log one statement takes. */
const BATCH_SIZE = 10_000;
/** The entries of an import name hundreds of thousands of rows. */
const FOLD_LIMIT_MS = 60_000;
/** So far back the clock tells which transactions had ended at an instant. */
const CLOCK_DAYS = 90;

/** At this instant, every transaction before oldest_xid had ended: the one is read after the other. */
const TICK = `
  INSERT INTO xid_clock (at, oldest_xid)
    SELECT clock_timestamp(), pg_snapshot_xmin(pg_current_snapshot())
  ON CONFLICT DO NOTHING`;

/**
 * In SQL: before this transaction all had ended at an instant; null where nothing is known of it. It goes a
 * minute further back, so that a clock that is set back a little does no harm.
 */
export function oldestXidAt(instant: string): string {
  return `(
    SELECT tick.oldest_xid FROM xid_clock tick
    WHERE tick.at <= ${instant} - interval '1 minute' ORDER BY tick.at DESC LIMIT 1
  )`;
}

const FIND_OLDEST_XID = `SELECT ${xidNumber(oldestXidAt('$1::timestamptz'))} AS xid`;

/** The transaction before which all had ended at an instant, or a little earlier one; null: it is not known. */
export async function findOldestXid(manager: EntityManager, instant: Date): Promise<number | null> {
  const [found] = await manager.query<{ xid: number | null }[]>(FIND_OLDEST_XID, [instant]);
  return found?.xid ?? null;
}

const FORGET_TICKS = 'DELETE FROM xid_clock WHERE at < now() - make_interval(days => $1)';

// Another instance that is at it is left to it.
const FOLD = `
  WITH horizon AS (
    SELECT (
      SELECT oldest_xid FROM xid_clock WHERE at <= now() - make_interval(secs => $1) ORDER BY at DESC LIMIT 1
    ) AS xid
    FROM change_log_horizon FOR UPDATE SKIP LOCKED
  ), bounded AS (
    SELECT coalesce((
      SELECT (l.xid::text::bigint + 1)::text::xid8 FROM change_log l
      WHERE l.xid < h.xid ORDER BY l.xid OFFSET $2 - 1 LIMIT 1
    ), h.xid) AS xid
    FROM horizon h WHERE h.xid IS NOT NULL
  ), pruned AS (
    DELETE FROM change_log l USING bounded b WHERE l.xid < b.xid RETURNING l.kind, l.ids, l.xid
  ), folded AS (
    INSERT INTO last_changes AS c (kind, id, xid)
      SELECT DISTINCT ON (kind, id) kind, id, xid
      FROM (SELECT kind, unnest(ids) AS id, xid FROM pruned) p ORDER BY kind, id, xid DESC
    ON CONFLICT (kind, id) DO UPDATE SET xid = excluded.xid WHERE c.xid < excluded.xid
  ), moved AS (
    -- No further than needed: a copy that is older than this is read anew.
    UPDATE change_log_horizon h SET xid = p.next_xid
    FROM (SELECT (max(xid::text::bigint) + 1)::text::xid8 AS next_xid FROM pruned) p
    WHERE h.xid < p.next_xid
  )
  SELECT count(*)::integer AS count FROM pruned`;

/**
 * Folds what is old in the change log into the latest change of each row. Safe to run in several instances
 * at once, and at any time: each step is one transaction.
 *
 * @param keptSeconds how long changes stay in the log at least
 */
export async function pruneChangeLog(
  dataSource: DataSource,
  keptSeconds = KEPT_SECONDS,
): Promise<void> {
  await dataSource.query(TICK);
  await dataSource.query(FORGET_TICKS, [CLOCK_DAYS]);
  for (let count = BATCH_SIZE; count >= BATCH_SIZE;) {
    count = await dataSource.transaction(async (manager) => {
      await allowLongStatements(manager, FOLD_LIMIT_MS);
      const values = [keptSeconds, BATCH_SIZE];
      const [batch] = await manager.query<{ count: number }[]>(FOLD, values);
      return batch?.count ?? 0;
    });
  }
}

/** Whether transaction ids were stored that this cluster has not given out yet. */
const IS_FROM_ELSEWHERE = `
  SELECT EXISTS (SELECT FROM change_log_horizon WHERE xid > pg_current_xact_id())
    OR EXISTS (SELECT FROM xid_clock WHERE oldest_xid > pg_current_xact_id()) AS answer`;

const ADOPT = [
  'DELETE FROM change_log',
  'DELETE FROM last_changes',
  'DELETE FROM xid_clock',
  'DELETE FROM former_skus',
  'UPDATE change_log_horizon SET xid = pg_current_xact_id(), known_since = pg_current_xact_id()',
  // A trigger puts this transaction in its place.
  'UPDATE orders SET changed_xid = DEFAULT',
];

/** Begins the change log anew where the database was restored in a cluster whose transactions are behind it. */
export async function adoptChangeLog(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const [found] = await manager.query<{ answer: boolean }[]>(IS_FROM_ELSEWHERE);
    if (!found?.answer) return;
    for (const statement of ADOPT) await manager.query(statement);
  });
}
