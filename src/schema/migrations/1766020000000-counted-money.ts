import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Entries of a day, which are counted against limits, and approvals that belong to no client. Entries that the previous release
 * records during an upgrade are not counted.
 */
export class CountedMoney1766020000000 implements MigrationInterface {
  readonly name = 'CountedMoney1766020000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  /** Reverts the migration. Approvals that belong to no client are lost, but the audit log has their changes. */
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `CREATE TABLE counted_entries (
    id bigint GENERATED ALWAYS AS IDENTITY,
    user_id integer NOT NULL,
    kind varchar(20) NOT NULL,
    client_id integer,
    amount_minor bigint NOT NULL,
    journal_id bigint,
    day date NOT NULL,
    CONSTRAINT counted_entries_pk PRIMARY KEY (id),
    CONSTRAINT counted_entries_amount_ck CHECK (amount_minor >= 0)
  )`,
  'CREATE INDEX counted_entries_day_ix ON counted_entries (user_id, kind, day)',
  'CREATE INDEX counted_entries_journal_ix ON counted_entries (journal_id)',
  `ALTER TABLE approval_limits ADD COLUMN day_limit_minor bigint,
    ADD CONSTRAINT approval_limits_day_limit_ck CHECK (day_limit_minor >= 0)`,
  'ALTER TABLE approvals ALTER COLUMN client_id DROP NOT NULL',
];

const DOWN = [
  'DELETE FROM approvals WHERE client_id IS NULL',
  'ALTER TABLE approvals ALTER COLUMN client_id SET NOT NULL',
  'ALTER TABLE approval_limits DROP COLUMN day_limit_minor',
  'DROP TABLE counted_entries',
];
