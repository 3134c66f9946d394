import { sqlMigration } from '../sql-migration.js';

/** Orders the release whose numbering also names the clients whose orders have changed. */
export const WaitingCalls1796020000000 = sqlMigration('WaitingCalls1796020000000', [], []);
