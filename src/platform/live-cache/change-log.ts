import type { DataSource, EntityManager } from 'typeorm';
import type { Numbered } from './change-positions.js';
import { SERVER_RUN } from './live-cache.js';
import { allowLongStatements, inTransaction } from '../database/transaction.js';

/*
 * Triggers write into change_log which rows a statement changed, with the id of its transaction (xid), for the copies
 * in memory; and into change_queue, for the feeds (see change-positions.ts). Rows of one kind have the kind's own ids:
 * client, plan, product, and stock by the product's id.
 */

/** Number of entries that one statement takes. */
const BATCH_SIZE = 10_000;
/** Days for which the ticks are kept. */
const TICK_DAYS = 90;

/**
 * Statement that records a tick, at most one per minute. It reads the clock after the position, so that everything committed
 * after the tick has a later position.
 * - while the clock is behind an earlier tick, no tick is recorded
 */
const TICK = `
  INSERT INTO feed_ticks (at, position)
    SELECT clock_timestamp(), position FROM feed_state
    WHERE NOT EXISTS (SELECT FROM feed_ticks WHERE at > clock_timestamp() - interval '1 minute')
  ON CONFLICT DO NOTHING`;

const DELETE_OLD_TICKS = 'DELETE FROM feed_ticks WHERE at < now() - make_interval(days => $1)';

/**
 * Writes the SQL expression of a position before all changes since a time; null if no tick is that old. Goes back one more
 * minute, in case a clock is set back a little.
 *
 * @param time an SQL expression of type timestamptz
 */
export function positionAt(time: string): string {
  return `(
    SELECT tick.position::float8 FROM feed_ticks tick
    WHERE tick.at <= ${time} - interval '1 minute' ORDER BY tick.at DESC LIMIT 1
  )`;
}

/** Writes the SQL expression of the time of the n-th latest tick; null if there are fewer. */
export function timeOfTick(n: string): string {
  return `(SELECT at FROM feed_ticks ORDER BY at DESC OFFSET ${n} LIMIT 1)`;
}

/** Finds a position before all changes since a time; null if no tick is that old. */
export async function findPosition(manager: EntityManager, time: Date): Promise<number | null> {
  const sql = `SELECT ${positionAt('$1::timestamptz')} AS position`;
  const [found] = await manager.query<{ position: number | null }[]>(sql, [time]);
  return found?.position ?? null;
}

/**
 * Finds a time before all changes after a position; null if no tick is that old. Goes back one more minute, because a change
 * just before a tick may get a later position.
 */
export async function findTimeBefore(
  manager: EntityManager,
  position: number,
): Promise<Date | null> {
  const [found] = await manager.query<{ time: Date }[]>(
    `SELECT at - interval '1 minute' AS time FROM feed_ticks
      WHERE position <= $1 ORDER BY at DESC LIMIT 1`,
    [position],
  );
  return found?.time ?? null;
}

/**
 * Statement that deletes a batch of the changes visible in snapshot $2 of run $1. SKIP LOCKED: it does nothing while
 * another instance prunes.
 */
const PRUNE_LOG = `
  WITH state AS (
    SELECT FROM change_log_state WHERE ${SERVER_RUN} = $1 FOR UPDATE SKIP LOCKED
  ), old AS MATERIALIZED (
    SELECT l.ctid AS place FROM state CROSS JOIN change_log l
    WHERE l.xid < pg_snapshot_xmax($2::pg_snapshot) AND pg_visible_in_snapshot(l.xid, $2::pg_snapshot)
    ORDER BY l.xid LIMIT $3
  ), pruned AS (
    DELETE FROM change_log l USING old WHERE l.ctid = old.place RETURNING l.xid
  ), moved AS (
    UPDATE change_log_state s SET log_start_xid = p.start, pruned_snapshot = $2::pg_snapshot
    FROM (
      SELECT greatest(max(pruned.xid::text::bigint) + 1, max(log_start_xid::text::bigint))::text::xid8 AS start
      FROM pruned CROSS JOIN change_log_state HAVING count(*) > 0
    ) p
  )
  SELECT count(*)::integer AS count FROM pruned`;

/** Moves a batch of the changes up to the position $1 into latest_positions. */
const PRUNE_POSITIONS = `
  WITH bounded AS (
    SELECT coalesce(
      (SELECT c.position FROM numbered_changes c WHERE c.position <= $1 ORDER BY c.position OFFSET $2 - 1 LIMIT 1), $1
    ) AS position
    FROM change_log_state FOR UPDATE SKIP LOCKED
  ), pruned AS (
    DELETE FROM numbered_changes c USING bounded b WHERE c.position <= b.position RETURNING c.*
  ), stored AS (
    INSERT INTO latest_positions AS l (kind, id, label, position)
      SELECT kind, id, label, max(position) FROM pruned CROSS JOIN unnest(ids) AS id GROUP BY kind, id, label
    ON CONFLICT (kind, id, label) DO UPDATE SET position = excluded.position WHERE l.position < excluded.position
  ), moved AS (
    UPDATE change_log_state s SET numbered_start = p.position
    FROM (SELECT max(position) AS position FROM pruned) p WHERE s.numbered_start < p.position
  )
  SELECT count(*)::integer AS count FROM pruned`;

/** Records once a minute that everything until now has a position. `updated_since` is translated with these ticks. */
export async function recordTick(dataSource: DataSource): Promise<void> {
  await dataSource.query(TICK);
  await dataSource.query(DELETE_OLD_TICKS, [TICK_DAYS]);
}

/**
 * Prunes the change log, and reduces the numbered changes to the latest of each row. Safe to run at any time and in several
 * instances: each step is one transaction.
 *
 * @param numbered prunes up to here; some minutes old, so that no instance has to load everything again
 */
export async function pruneChanges(
  dataSource: DataSource,
  { moment: { run, snapshot }, position }: Pick<Numbered, 'moment' | 'position'>,
): Promise<void> {
  await inBatches(dataSource, PRUNE_LOG, [run, snapshot, BATCH_SIZE]);
  await inBatches(dataSource, PRUNE_POSITIONS, [position, BATCH_SIZE]);
}

async function inBatches(dataSource: DataSource, sql: string, values: unknown[]): Promise<void> {
  for (let count = BATCH_SIZE; count >= BATCH_SIZE;) {
    count = await inTransaction(dataSource, async (manager) => {
      // The entries of an import name hundreds of thousands of rows.
      await allowLongStatements(manager);
      const [batch] = await manager.query<{ count: number }[]>(sql, values);
      return batch?.count ?? 0;
    });
  }
}
