import { sqlMigration } from '../sql-migration.js';

/** Orders the release whose functions also queue changes of money and of work on orders, for the lists of the dashboard. */
export const LiveLists1796100000000 = sqlMigration('LiveLists1796100000000', [], []);
