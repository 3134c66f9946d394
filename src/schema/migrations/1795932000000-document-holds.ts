import { sqlMigration } from '../sql-migration.js';

/**
 * Documents are on hold after committed changes may have been lost. The timeline stays null until the first numbering, so that
 * what was lost before holds nothing.
 */
export const DocumentHolds1795932000000 = sqlMigration(
  'DocumentHolds1795932000000',
  [
    `CREATE TABLE document_holds (
      incarnation integer NOT NULL,
      since timestamptz NOT NULL DEFAULT now(),
      is_certain boolean NOT NULL,
      ended_at timestamptz,
      CONSTRAINT document_holds_pk PRIMARY KEY (incarnation)
    )`,
    'ALTER TABLE feed_state ADD COLUMN timeline varchar(8)',
  ],
  ['ALTER TABLE feed_state DROP COLUMN timeline', 'DROP TABLE document_holds'],
);
