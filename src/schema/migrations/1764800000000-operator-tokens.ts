import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operator tokens, and saved views. */
export class OperatorTokens1764800000000 implements MigrationInterface {
  readonly name = 'OperatorTokens1764800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE saved_views');
    await queryRunner.query('DROP TABLE operator_tokens');
  }
}

const UP = [
  `CREATE TABLE operator_tokens (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT operator_tokens_pk PRIMARY KEY,
    user_id integer NOT NULL,
    name varchar(60) NOT NULL,
    token_hash bytea NOT NULL,
    last4 varchar(4) NOT NULL,
    permissions varchar(40)[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    last_used_from varchar(45),
    CONSTRAINT operator_tokens_token_hash_uq UNIQUE (token_hash),
    CONSTRAINT operator_tokens_token_hash_ck CHECK (octet_length(token_hash) = 32),
    CONSTRAINT operator_tokens_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  'CREATE INDEX operator_tokens_user_ix ON operator_tokens (user_id)',
  `CREATE TABLE saved_views (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT saved_views_pk PRIMARY KEY,
    user_id integer NOT NULL,
    list varchar(20) NOT NULL,
    name varchar(60) NOT NULL,
    query varchar(500) NOT NULL,
    CONSTRAINT saved_views_name_uq UNIQUE (user_id, list, name),
    CONSTRAINT saved_views_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
];
