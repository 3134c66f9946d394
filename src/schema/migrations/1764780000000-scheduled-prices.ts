import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scheduled prices of plans. */
export class ScheduledPrices1764780000000 implements MigrationInterface {
  readonly name = 'ScheduledPrices1764780000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE scheduled_prices');
  }
}

const UP = [
  `CREATE TABLE scheduled_prices (
    product_id integer NOT NULL,
    plan_id integer NOT NULL,
    effective_from timestamptz NOT NULL,
    price_minor bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT scheduled_prices_pk PRIMARY KEY (product_id, plan_id, effective_from),
    CONSTRAINT scheduled_prices_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
    CONSTRAINT scheduled_prices_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id),
    CONSTRAINT scheduled_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000)
  )`,
  'CREATE INDEX scheduled_prices_effective_ix ON scheduled_prices (effective_from)',
];
