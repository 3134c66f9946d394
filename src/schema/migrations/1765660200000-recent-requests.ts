import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests of the last hours that were answered. */
export class RecentRequests1765660200000 implements MigrationInterface {
  readonly name = 'RecentRequests1765660200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Without foreign keys: rows are stored in bulk, and live for some hours.
    await queryRunner.query(`CREATE TABLE recent_requests (
      id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      at timestamptz NOT NULL,
      request_id varchar(64) NOT NULL,
      client_id integer NOT NULL,
      token_id integer NOT NULL,
      method varchar(10) NOT NULL,
      route varchar(120) NOT NULL,
      status smallint NOT NULL,
      ms integer NOT NULL,
      CONSTRAINT recent_requests_pk PRIMARY KEY (id)
    )`);
    await queryRunner.query(
      'CREATE INDEX recent_requests_client_ix ON recent_requests (client_id, at, id)',
    );
    await queryRunner.query('CREATE INDEX recent_requests_at_ix ON recent_requests (at)');
    await queryRunner.query(
      'CREATE INDEX recent_requests_request_ix ON recent_requests (request_id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE recent_requests');
  }
}
