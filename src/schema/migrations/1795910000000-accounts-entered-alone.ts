import { sqlMigration } from '../sql-migration.js';

/** Bank accounts remember who entered them without the approval of an owner. Those that exist were entered before the rule. */
export const AccountsEnteredAlone1795910000000 = sqlMigration(
  'AccountsEnteredAlone1795910000000',
  ['ALTER TABLE bank_accounts ADD COLUMN entered_alone_by varchar(300)'],
  ['ALTER TABLE bank_accounts DROP COLUMN entered_alone_by'],
);
