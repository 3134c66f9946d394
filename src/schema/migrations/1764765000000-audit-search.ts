import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes by which audit entries and tokens are found. */
export class AuditSearch1764765000000 implements MigrationInterface {
  readonly name = 'AuditSearch1764765000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  'CREATE INDEX audit_entries_at_ix ON audit_entries (at, id)',
  'CREATE INDEX audit_entries_subject_ix ON audit_entries (subject, at, id)',
  // A user is "user 7 <e-mail address>" and is found by the part that never changes.
  `CREATE INDEX audit_entries_actor_ix ON audit_entries (split_part(actor, ' <', 1), at, id)`,
  'CREATE INDEX api_tokens_last4_ix ON api_tokens (last4, id)',
];

const DOWN = [
  'DROP INDEX api_tokens_last4_ix',
  'DROP INDEX audit_entries_actor_ix',
  'DROP INDEX audit_entries_subject_ix',
  'DROP INDEX audit_entries_at_ix',
];
