import { sqlMigration } from '../sql-migration.js';

/** Has the words of all orders written again, the newest orders first: addresses, states, and names without apostrophes. */
export const MoreSearchWords1796080000000 = sqlMigration(
  'MoreSearchWords1796080000000',
  [
    `INSERT INTO order_search_queue (ids)
      SELECT array_agg(id) FROM (
        SELECT id, (row_number() OVER (ORDER BY id DESC) - 1) / 500 AS block FROM orders WHERE NOT is_test
      ) ordered GROUP BY block ORDER BY block`,
  ],
  [],
);
