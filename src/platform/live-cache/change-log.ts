import type { DataSource, EntityManager } from 'typeorm';
import { xidNumber } from './live-cache.js';
import { allowLongStatements } from '../database/transaction.js';

/*
 * Triggers write into change_log which rows a statement changed, with the id of its transaction (xid). Rows of one kind
 * have the kind's own ids: client, plan, product, and stock by the product's id. The log is pruned: of older changes only
 * the latest of each row is kept, in last_changes. change_log_state holds from which transaction on either is complete.
 *
 * Transaction ids are handed out when a transaction first writes, and transactions end in another order. So "everything
 * before xid 5 is known" only holds while no transaction before 5 is running: pg_snapshot_xmin() is the oldest one that
 * is. xid_samples holds that id each minute, which translates a time into a transaction id.
 */

/**
 * How long changes stay in the log at least: longer than any request takes, and long enough for an instance
 * with few requests to catch up instead of loading everything again.
 */
const KEPT_SECONDS = 300;
/** How many entries of the log one statement takes. */
const BATCH_SIZE = 10_000;
/** The entries of an import name hundreds of thousands of rows. */
const PRUNE_LIMIT_MS = 60_000;
/** How long the samples are kept. */
const SAMPLE_DAYS = 90;

/** At sampled_at every transaction before oldest_xid had ended: the statement's snapshot is older than the time. */
const TAKE_SAMPLE = `
  INSERT INTO xid_samples (sampled_at, oldest_xid)
    SELECT clock_timestamp(), pg_snapshot_xmin(pg_current_snapshot())
  ON CONFLICT DO NOTHING`;

/**
 * The SQL expression of a transaction before which all had ended at a time; null where no sample is that old. It goes a
 * minute further back, so that a clock that is set back a little does no harm.
 *
 * @param time an SQL expression of type timestamptz
 */
export function oldestXidAt(time: string): string {
  return `(
    SELECT sample.oldest_xid FROM xid_samples sample
    WHERE sample.sampled_at <= ${time} - interval '1 minute' ORDER BY sample.sampled_at DESC LIMIT 1
  )`;
}

const FIND_OLDEST_XID = `SELECT ${xidNumber(oldestXidAt('$1::timestamptz'))} AS xid`;

/** A transaction before which all had ended at a time; null where no sample is that old. */
export async function findOldestXid(manager: EntityManager, time: Date): Promise<number | null> {
  const [found] = await manager.query<{ xid: number | null }[]>(FIND_OLDEST_XID, [time]);
  return found?.xid ?? null;
}

const DELETE_OLD_SAMPLES =
  'DELETE FROM xid_samples WHERE sampled_at < now() - make_interval(days => $1)';

/**
 * Moves a batch of old entries from the log into last_changes. SKIP LOCKED: nothing is done while another instance prunes.
 * limits.xid: all transactions before it had ended so many seconds ago; bounded.xid: no more of them than a batch.
 */
const PRUNE = `
  WITH limits AS (
    SELECT (
      SELECT oldest_xid FROM xid_samples
      WHERE sampled_at <= now() - make_interval(secs => $1) ORDER BY sampled_at DESC LIMIT 1
    ) AS xid
    FROM change_log_state FOR UPDATE SKIP LOCKED
  ), bounded AS (
    SELECT coalesce((
      SELECT (l.xid::text::bigint + 1)::text::xid8 FROM change_log l
      WHERE l.xid < limits.xid ORDER BY l.xid OFFSET $2 - 1 LIMIT 1
    ), limits.xid) AS xid
    FROM limits WHERE limits.xid IS NOT NULL
  ), pruned AS (
    DELETE FROM change_log l USING bounded b WHERE l.xid < b.xid RETURNING l.kind, l.ids, l.xid
  ), stored AS (
    INSERT INTO last_changes AS c (kind, id, xid)
      SELECT DISTINCT ON (kind, id) kind, id, xid
      FROM (SELECT kind, unnest(ids) AS id, xid FROM pruned) p ORDER BY kind, id, xid DESC
    ON CONFLICT (kind, id) DO UPDATE SET xid = excluded.xid WHERE c.xid < excluded.xid
  ), moved AS (
    -- Only as far as entries were deleted: a copy with an older snapshot has to load everything again.
    UPDATE change_log_state state SET log_start_xid = p.next_xid
    FROM (SELECT (max(xid::text::bigint) + 1)::text::xid8 AS next_xid FROM pruned) p
    WHERE state.log_start_xid < p.next_xid
  )
  SELECT count(*)::integer AS count FROM pruned`;

/**
 * Samples the oldest running transaction, and prunes the change log down to the latest change of each row. Safe to run in
 * several instances at once, and at any time: each step is one transaction.
 *
 * @param keptSeconds how long changes stay in the log at least
 */
export async function pruneChangeLog(
  dataSource: DataSource,
  keptSeconds = KEPT_SECONDS,
): Promise<void> {
  await dataSource.query(TAKE_SAMPLE);
  await dataSource.query(DELETE_OLD_SAMPLES, [SAMPLE_DAYS]);
  for (let count = BATCH_SIZE; count >= BATCH_SIZE;) {
    count = await dataSource.transaction(async (manager) => {
      await allowLongStatements(manager, PRUNE_LIMIT_MS);
      const values = [keptSeconds, BATCH_SIZE];
      const [batch] = await manager.query<{ count: number }[]>(PRUNE, values);
      return batch?.count ?? 0;
    });
  }
}

/** Restarts the change log where the database was restored on another server, whose transaction ids are lower. */
export async function restartAfterRestore(dataSource: DataSource): Promise<void> {
  await dataSource.query('SELECT restart_after_restore()');
}
