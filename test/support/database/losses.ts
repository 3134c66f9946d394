import type { TestApp } from '../app.js';
import { execute } from './database.js';

/**
 * Makes a backup. Returns a function that restores it: later unpaid orders are lost, and the positions of their changes are
 * assigned again.
 */
export async function backUp({ dataSource, connection }: TestApp): Promise<() => Promise<void>> {
  const [kept] = await dataSource.query<[{ order: number; position: string }]>(
    `SELECT (SELECT coalesce(max(id), 0) FROM orders) AS "order", position FROM feed_state`,
  );
  const { order, position } = kept;
  return async () => {
    await execute(
      connection,
      `SET session_replication_role = replica;
        UPDATE stock_levels level SET reserved = reserved - lost.units FROM (
          SELECT product_id, coalesce(variation_key, '') AS key, sum(quantity) AS units
          FROM order_items JOIN orders ON orders.id = order_id
          WHERE order_id > ${order} AND NOT is_test GROUP BY 1, 2
        ) lost WHERE (level.product_id, level.variation_key) = (lost.product_id, lost.key);
        DELETE FROM idempotency_keys WHERE order_number IN (SELECT order_number FROM orders WHERE id > ${order});
        DELETE FROM order_items WHERE order_id > ${order};
        DELETE FROM order_status_changes WHERE order_id > ${order};
        DELETE FROM order_positions WHERE order_id > ${order};
        DELETE FROM orders WHERE id > ${order};
        DELETE FROM numbered_changes WHERE position > ${position};
        DELETE FROM feed_ticks WHERE position > ${position};
        UPDATE order_positions SET position = least(position, ${position});
        UPDATE feed_state SET position = ${position}, started_at = '-infinity';
        UPDATE server_runs SET id = gen_random_uuid();
        RESET session_replication_role`,
    );
  };
}
