import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The mark of a run of the server: a row of an unlogged table, which a crash empties. */
export class ServerRuns1764810000000 implements MigrationInterface {
  readonly name = 'ServerRuns1764810000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNLOGGED TABLE server_runs (
        id uuid NOT NULL,
        is_only boolean NOT NULL DEFAULT true,
        CONSTRAINT server_runs_pk PRIMARY KEY (is_only),
        CONSTRAINT server_runs_is_only_ck CHECK (is_only)
      )`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE server_runs');
  }
}
