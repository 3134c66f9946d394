import { sqlMigration } from '../sql-migration.js';

/** Notes which boxes are on a manifest, so that the next one has what was handed over since. */
export const Manifests1796033000000 = sqlMigration(
  'Manifests1796033000000',
  [
    'ALTER TABLE courier_bookings ADD COLUMN manifest_at timestamptz',
    `CREATE INDEX courier_bookings_manifest_ix ON courier_bookings (handed_over_at) WHERE state = 'handed_over'`,
  ],
  [
    'DROP INDEX courier_bookings_manifest_ix',
    'ALTER TABLE courier_bookings DROP COLUMN manifest_at',
  ],
);
