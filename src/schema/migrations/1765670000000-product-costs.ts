import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Costs of products, and the rules by which imports make prices from them. */
export class ProductCosts1765670000000 implements MigrationInterface {
  readonly name = 'ProductCosts1765670000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE suppliers DROP COLUMN markup');
    await queryRunner.query(
      'ALTER TABLE catalog_imports DROP COLUMN markup, DROP COLUMN holds_costs',
    );
    await queryRunner.query('DROP TABLE product_costs');
  }
}

const UP = [
  `CREATE TABLE product_costs (
    product_id integer NOT NULL,
    cost_minor bigint NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT product_costs_pk PRIMARY KEY (product_id),
    CONSTRAINT product_costs_cost_ck CHECK (cost_minor BETWEEN 1 AND 1000000000)
  )`,
  `ALTER TABLE catalog_imports ADD COLUMN markup jsonb,
    ADD COLUMN holds_costs boolean NOT NULL DEFAULT false`,
  'ALTER TABLE suppliers ADD COLUMN markup jsonb',
];
