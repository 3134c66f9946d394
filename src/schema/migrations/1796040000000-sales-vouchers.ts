import { sqlMigration } from '../sql-migration.js';

/** The first month whose file for Tally has vouchers of sales: one row. */
export const SalesVouchers1796040000000 = sqlMigration(
  'SalesVouchers1796040000000',
  [
    `CREATE TABLE sales_vouchers (
      id smallint NOT NULL,
      from_month varchar(7),
      CONSTRAINT sales_vouchers_pk PRIMARY KEY (id),
      CONSTRAINT sales_vouchers_one_row_ck CHECK (id = 1)
    )`,
  ],
  ['DROP TABLE sales_vouchers'],
);
