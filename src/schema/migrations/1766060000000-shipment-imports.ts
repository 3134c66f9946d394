import { sqlMigration } from '../sql-migration.js';

/** Files of shipments that are recorded in the background. */
export const ShipmentImports1766060000000 = sqlMigration(
  'ShipmentImports1766060000000',
  [
    `CREATE TABLE shipment_imports (
      id integer GENERATED ALWAYS AS IDENTITY NOT NULL CONSTRAINT shipment_imports_pk PRIMARY KEY,
      file bytea,
      is_dry_run boolean NOT NULL,
      state varchar(10) NOT NULL DEFAULT 'recording',
      rows integer NOT NULL,
      rows_done integer NOT NULL DEFAULT 0,
      attempts smallint NOT NULL DEFAULT 0,
      leased_until timestamptz,
      report jsonb,
      uploaded_by varchar(300) NOT NULL,
      uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      finished_at timestamptz,
      CONSTRAINT shipment_imports_state_ck CHECK (state IN ('recording', 'recorded', 'failed'))
    )`,
    `CREATE INDEX shipment_imports_due_ix ON shipment_imports (id) WHERE state = 'recording'`,
  ],
  ['DROP TABLE shipment_imports'],
);
