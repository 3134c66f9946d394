import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers in which people signed in before, and the last mail about a locked sign-in. */
export class Devices1765000000000 implements MigrationInterface {
  readonly name = 'Devices1765000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `CREATE TABLE devices (
    id_hash bytea CONSTRAINT devices_pk PRIMARY KEY,
    user_id integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT devices_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT devices_id_hash_ck CHECK (octet_length(id_hash) = 32)
  )`,
  'CREATE INDEX devices_user_ix ON devices (user_id)',
  'ALTER TABLE users ADD COLUMN lock_mailed_at timestamptz',
];

const DOWN = ['ALTER TABLE users DROP COLUMN lock_mailed_at', 'DROP TABLE devices'];
