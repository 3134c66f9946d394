import { sqlMigration } from '../sql-migration.js';

/** Stores whom packing slips name as the sender, and their paper. */
export const SlipPapers1795950000000 = sqlMigration(
  'SlipPapers1795950000000',
  [
    `ALTER TABLE brand
      ADD COLUMN sender varchar(10) NOT NULL DEFAULT 'client'
        CONSTRAINT brand_sender_ck CHECK (sender IN ('client', 'wholesaler')),
      ADD COLUMN slip_paper varchar(10) NOT NULL DEFAULT 'a4'
        CONSTRAINT brand_slip_paper_ck CHECK (slip_paper IN ('a4', 'a4x2', 'a4x4', '100x150'))`,
  ],
  ['ALTER TABLE brand DROP COLUMN slip_paper, DROP COLUMN sender'],
);
