import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers which order a client's Idempotency-Key made. */
export class IdempotencyKeys1763800000000 implements MigrationInterface {
  readonly name = 'IdempotencyKeys1763800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE idempotency_keys (
        client_id integer NOT NULL,
        key varchar(255) NOT NULL,
        request_hash bytea NOT NULL,
        order_number varchar(13) NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pk PRIMARY KEY (client_id, key),
        CONSTRAINT idempotency_keys_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
        CONSTRAINT idempotency_keys_order_fk FOREIGN KEY (order_number) REFERENCES orders (order_number)
          DEFERRABLE INITIALLY DEFERRED
      )`,
    );
    await queryRunner.query(
      'CREATE INDEX idempotency_keys_created_ix ON idempotency_keys (created_at)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE idempotency_keys');
  }
}
