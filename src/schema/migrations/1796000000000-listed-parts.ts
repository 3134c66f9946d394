import { sqlMigration } from '../sql-migration.js';

/** Functions that list an order again when its customer is erased or its refund is taken back. */
export const ListedParts1796000000000 = sqlMigration('ListedParts1796000000000', [], []);
