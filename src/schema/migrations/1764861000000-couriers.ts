import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Couriers with the addresses of their tracking pages. */
export class Couriers1764861000000 implements MigrationInterface {
  readonly name = 'Couriers1764861000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE couriers (
        id integer GENERATED ALWAYS AS IDENTITY,
        name varchar(80) NOT NULL,
        url_template varchar(1000),
        CONSTRAINT couriers_pk PRIMARY KEY (id),
        CONSTRAINT couriers_name_uq UNIQUE (name)
      )`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE couriers');
  }
}
