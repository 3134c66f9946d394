import { sqlMigration } from '../sql-migration.js';

/** Tables that orders, their items and timelines refer to. */
const PARENTS = [
  ['orders', 'orders_client_fk', 'client_id', 'clients'],
  ['orders', 'orders_plan_fk', 'plan_id', 'plans'],
  ['order_items', 'order_items_order_fk', 'order_id', 'orders'],
  ['order_items', 'order_items_product_fk', 'product_id', 'products'],
  ['order_status_changes', 'order_status_changes_order_fk', 'order_id', 'orders'],
] as const;

/**
 * Foreign keys replace triggers, and every batch is placed in the same way. The keys hold for new rows; validate-keys.ts checks
 * the stored ones while orders are placed.
 */
export const OrderParents1795900000000 = sqlMigration(
  'OrderParents1795900000000',
  [
    ...PARENTS.map(
      ([table, name, column, parent]) =>
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (${column}) REFERENCES ${parent} (id) NOT VALID`,
    ),
    'DROP TRIGGER IF EXISTS order_status_changes_added_ck ON order_status_changes',
    'DROP TRIGGER IF EXISTS order_status_changes_moved_ck ON order_status_changes',
  ],
  PARENTS.map(([table, name]) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
);
