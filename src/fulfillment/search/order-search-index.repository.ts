import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** SQL condition: the words of orders are to be written. */
export const HAS_CHANGED_ORDERS = 'EXISTS (SELECT FROM order_search_queue)';

/** Key of the advisory lock of the instance that writes the words of orders; any constant. */
const WRITER_LOCK = 7_361_001;

// A statement that changed very many orders must not make one transaction of the job too large.
const SPLIT_LARGE = `
  WITH large AS (
    DELETE FROM order_search_queue WHERE cardinality(ids) > $1 RETURNING ids
  )
  INSERT INTO order_search_queue (ids)
    SELECT array_agg(id) FROM large CROSS JOIN unnest(ids) WITH ORDINALITY AS part (id, n) GROUP BY ids, (n - 1) / $1`;

// Deletes marks and reads orders from one snapshot. A change that it does not include has a mark that it does not
// include either.
const INDEX_CHANGED = `
  WITH first AS (
    SELECT id, sum(cardinality(ids)) OVER (ORDER BY id) - cardinality(ids) AS earlier
    FROM (SELECT id, ids FROM order_search_queue ORDER BY id LIMIT $1) oldest
  ), taken AS (
    DELETE FROM order_search_queue WHERE id IN (SELECT id FROM first WHERE earlier < $1) RETURNING ids
  ), changed AS (
    SELECT coalesce(array_agg(DISTINCT id), '{}') AS ids FROM taken CROSS JOIN unnest(ids) AS id
  ), written AS (
    INSERT INTO order_search_words AS known (order_id, words)
      SELECT order_id, words FROM order_words((SELECT ids FROM changed))
    ON CONFLICT (order_id) DO UPDATE SET words = excluded.words WHERE known.words <> excluded.words
  ), removed AS (
    DELETE FROM order_search_words WHERE order_id = ANY ((SELECT ids FROM changed)::bigint[])
      AND NOT EXISTS (SELECT FROM orders WHERE orders.id = order_id)
  )
  SELECT cardinality(ids) AS count FROM changed`;

const INDEX_MISSING = `
  WITH block AS MATERIALIZED (
    SELECT id FROM orders WHERE id < coalesce($1, 9223372036854775807) ORDER BY id DESC LIMIT $2
  ), missing AS (
    SELECT array_agg(id) AS ids FROM block
    WHERE NOT EXISTS (SELECT FROM order_search_words w WHERE w.order_id = block.id)
  ), written AS (
    INSERT INTO order_search_words (order_id, words) SELECT order_id, words FROM order_words((SELECT ids FROM missing))
  )
  SELECT min(id) AS "firstId" FROM block`;

/** The words that orders are found by. */
@Injectable()
export class OrderSearchIndexRepository {
  /** Locks the words until the transaction ends. Returns false if another instance writes them. */
  async lock(manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<[{ locked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [WRITER_LOCK],
    );
    return row.locked;
  }

  /**
   * Writes the words of the orders that changed first. Requires the {@link lock}.
   *
   * @param limit of orders; up to twice as many are written
   * @returns how many orders
   */
  async indexChanged(manager: EntityManager, limit: number): Promise<number> {
    await manager.query(SPLIT_LARGE, [limit]);
    const [row] = await manager.query<[{ count: number }]>(INDEX_CHANGED, [limit]);
    return row.count;
  }

  /**
   * Writes the words that are missing among a number of orders with ids below one, the highest first. Requires the
   * {@link lock}.
   *
   * @param belowId null: any id
   * @returns the lowest of their ids, or null if there are no such orders
   */
  async indexMissing(
    manager: EntityManager,
    belowId: number | null,
    limit: number,
  ): Promise<number | null> {
    const [row] = await manager.query<[{ firstId: number | null }]>(INDEX_MISSING, [
      belowId,
      limit,
    ]);
    return row.firstId;
  }
}
