import { sqlMigration } from '../sql-migration.js';

/** A table of stores that learned of lost orders. The foreign key to clients is added last, see `RequestTables`. */
export const OrderLosses1765500000000 = sqlMigration(
  'OrderLosses1765500000000',
  [
    `CREATE TABLE order_losses (
      client_id integer NOT NULL,
      incarnation varchar(12) NOT NULL,
      told_at timestamptz NOT NULL DEFAULT now(),
      lost_after timestamptz,
      reconciled_at timestamptz,
      missing_ids text[] NOT NULL DEFAULT '{}',
      CONSTRAINT order_losses_pk PRIMARY KEY (client_id, incarnation)
    )`,
  ],
  ['DROP TABLE order_losses'],
);
