import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refused requests of stores, and the last use of their tokens. */
export class RequestFailures1764760000000 implements MigrationInterface {
  readonly name = 'RequestFailures1764760000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `CREATE TABLE request_failures (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT request_failures_pk PRIMARY KEY,
    at timestamptz NOT NULL,
    request_id varchar(64),
    client_id integer,
    token_id integer,
    method varchar(10) NOT NULL,
    route varchar(120) NOT NULL,
    status smallint NOT NULL,
    code varchar(60) NOT NULL,
    fields jsonb NOT NULL,
    store_order_id varchar(64),
    count integer NOT NULL,
    CONSTRAINT request_failures_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT request_failures_token_fk FOREIGN KEY (token_id) REFERENCES api_tokens (id)
  )`,
  'CREATE INDEX request_failures_client_ix ON request_failures (client_id, at, id)',
  'CREATE INDEX request_failures_at_ix ON request_failures (at)',
  `CREATE TABLE token_uses (
    token_id integer CONSTRAINT token_uses_pk PRIMARY KEY,
    last_used_at timestamptz NOT NULL,
    last_used_from varchar(64) NOT NULL,
    CONSTRAINT token_uses_token_fk FOREIGN KEY (token_id) REFERENCES api_tokens (id)
  )`,
];

const DOWN = ['DROP TABLE token_uses', 'DROP TABLE request_failures'];
