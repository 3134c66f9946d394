import { sqlMigration } from '../sql-migration.js';

/** Units of products on tax documents. */
export const GstUnits1795730000000 = sqlMigration(
  'GstUnits1795730000000',
  ['ALTER TABLE products ADD COLUMN gst_unit varchar(3)'],
  ['ALTER TABLE products DROP COLUMN gst_unit'],
);
