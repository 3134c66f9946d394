import { sqlMigration } from '../sql-migration.js';

/**
 * orders.refunded_delivery_minor: the delivery charge's part of refunds after a return. Also replaces tax_document_faults,
 * which then recomputes credit notes by their rule.
 */
export const RefundedDelivery1766040000000 = sqlMigration(
  'RefundedDelivery1766040000000',
  ['ALTER TABLE orders ADD COLUMN refunded_delivery_minor bigint NOT NULL DEFAULT 0'],
  ['ALTER TABLE orders DROP COLUMN refunded_delivery_minor'],
);
