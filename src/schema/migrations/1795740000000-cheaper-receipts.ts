import { sqlMigration } from '../sql-migration.js';

/**
 * Finds money of the same client and amount without reading all receipts of the client. Functions of this migration seal
 * journals and audit entries and issue documents with fewer statements.
 */
export const CheaperReceipts1795740000000 = sqlMigration(
  'CheaperReceipts1795740000000',
  ['CREATE INDEX receipts_client_amount_ix ON receipts (client_id, amount_minor, id)'],
  ['DROP INDEX receipts_client_amount_ix'],
);
