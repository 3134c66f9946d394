import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shelves of products in the warehouse. */
export class Shelves1764860000000 implements MigrationInterface {
  readonly name = 'Shelves1764860000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE products ADD shelf varchar(40)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE products DROP shelf');
  }
}
