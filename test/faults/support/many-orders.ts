import type { DatabaseConnection } from '../../../ormconfig.js';
import { execute } from '../../support/database/database.js';
import { sqlOn } from './books.js';

/**
 * Copies every order, with its lines and its timeline, so many times, and reserves the stock of the copies. It copies
 * all columns that these tables have.
 */
export async function copyOrders(connection: DatabaseConnection, times: number): Promise<void> {
  const columns = async (table: string, ...own: string[]): Promise<string> => {
    const found = await sqlOn(connection)<{ name: string }>`
      SELECT quote_ident(column_name) AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table} AND column_name <> ALL (${own})`;
    return found.map(({ name }) => name).join(', ');
  };
  const ofOrder = await columns('orders', 'id', 'order_number', 'store_order_id');
  const ofItem = await columns('order_items', 'order_id');
  const ofChange = await columns('order_status_changes', 'id', 'order_id');
  await execute(
    connection,
    `CREATE TEMP TABLE copies AS
      SELECT nextval(pg_get_serial_sequence('orders', 'id')) AS id, original.id AS original,
        'WO-' || lpad((row_number() OVER ())::text, 10, '0') AS number
      FROM orders original, generate_series(1, ${times})`,
    'BEGIN',
    `WITH copied AS (
        INSERT INTO orders (id, order_number, ${ofOrder}) OVERRIDING SYSTEM VALUE
        SELECT copies.id, number, ${ofOrder} FROM orders JOIN copies ON copies.original = orders.id
      )
      INSERT INTO order_items (order_id, ${ofItem})
      SELECT copies.id, ${ofItem} FROM order_items JOIN copies ON copies.original = order_id`,
    `INSERT INTO order_status_changes (order_id, ${ofChange})
      SELECT copies.id, ${ofChange} FROM order_status_changes JOIN copies ON copies.original = order_id`,
    `UPDATE stock_levels SET reserved = held.quantity FROM (
        SELECT product_id, coalesce(variation_key, '') AS variation_key, sum(quantity) AS quantity
        FROM order_items GROUP BY 1, 2
      ) held
      WHERE held.product_id = stock_levels.product_id
        AND held.variation_key = stock_levels.variation_key`,
    'COMMIT',
    'ANALYZE',
  );
}
