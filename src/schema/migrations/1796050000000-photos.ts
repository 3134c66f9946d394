import { sqlMigration } from '../sql-migration.js';

/** Stores photos of products. */
export const Photos1796050000000 = sqlMigration(
  'Photos1796050000000',
  [
    `CREATE TABLE photos (
      hash varchar(64) NOT NULL,
      text varchar(300),
      content160 bytea NOT NULL,
      content640 bytea NOT NULL,
      content1600 bytea NOT NULL,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      unused_since timestamptz DEFAULT clock_timestamp(),
      shown_at varchar(300),
      CONSTRAINT photos_pk PRIMARY KEY (hash),
      CONSTRAINT photos_hash_ck CHECK (hash ~ '^[0-9a-f]{64}$')
    )`,
    // JPEGs do not get smaller.
    `ALTER TABLE photos
      ALTER COLUMN content160 SET STORAGE EXTERNAL,
      ALTER COLUMN content640 SET STORAGE EXTERNAL,
      ALTER COLUMN content1600 SET STORAGE EXTERNAL`,
    'CREATE INDEX photos_unused_ix ON photos (unused_since) WHERE unused_since IS NOT NULL',
  ],
  ['DROP TABLE photos'],
);
