import { sqlMigration } from '../sql-migration.js';

/** Bank accounts may have an address for payments by UPI. */
export const UpiAddresses1795970000000 = sqlMigration(
  'UpiAddresses1795970000000',
  ['ALTER TABLE bank_accounts ADD COLUMN upi_address varchar(255)'],
  ['ALTER TABLE bank_accounts DROP COLUMN upi_address'],
);
