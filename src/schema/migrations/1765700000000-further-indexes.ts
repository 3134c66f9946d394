import { sqlMigration } from '../sql-migration.js';

/**
 * Indexes on tables that orders do not use. They are built before the migration of the request tables, because orders wait for
 * that one, and large indexes take seconds.
 * - shipments_tracking_number_ix: finds shipments by tracking number
 * - request_failures_request_ix: finds a refused request by its id
 * - stock_movements_shipped_ix: finds the units of a level that were shipped since a time. Ids do not show it: if the clock of
 *   the server was set back, later movements have earlier times
 */
export const FurtherIndexes1765700000000 = sqlMigration(
  'FurtherIndexes1765700000000',
  [
    'CREATE INDEX shipments_tracking_number_ix ON shipments (tracking_number)',
    'CREATE INDEX request_failures_request_ix ON request_failures (request_id)',
    `CREATE INDEX stock_movements_shipped_ix ON stock_movements (product_id, variation_key, created_at)
        WHERE order_id IS NOT NULL AND delta < 0`,
  ],
  [
    'DROP INDEX stock_movements_shipped_ix',
    'DROP INDEX request_failures_request_ix',
    'DROP INDEX shipments_tracking_number_ix',
  ],
);
