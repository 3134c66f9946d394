import { sqlMigration } from '../sql-migration.js';

/** The wholesaler's name, address, color and logo. */
export const Brand1765650000000 = sqlMigration(
  'Brand1765650000000',
  [
    `CREATE TABLE brand (
      id smallint NOT NULL,
      name varchar(60),
      address varchar(300),
      accent varchar(7),
      logo bytea,
      logo_type varchar(20),
      logo_width integer,
      logo_height integer,
      changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT brand_pk PRIMARY KEY (id),
      CONSTRAINT brand_one_row_ck CHECK (id = 1),
      CONSTRAINT brand_accent_ck CHECK (accent ~ '^#[0-9a-f]{6}$'),
      CONSTRAINT brand_logo_ck CHECK (
        num_nulls(logo, logo_type, logo_width, logo_height) IN (0, 4) AND octet_length(logo) <= 153600
      )
    )`,
  ],
  ['DROP TABLE brand'],
);
