import { sqlMigration } from '../sql-migration.js';

/** Functions of this migration place every batch in one way. */
export const OneWay1795800000000 = sqlMigration('OneWay1795800000000', [], []);
