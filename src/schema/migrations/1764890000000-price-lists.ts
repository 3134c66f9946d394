import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Price lists: many prices of a plan that begin together. */
export class PriceLists1764890000000 implements MigrationInterface {
  readonly name = 'PriceLists1764890000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `CREATE TABLE price_lists (
    id integer GENERATED ALWAYS AS IDENTITY,
    plan_id integer NOT NULL,
    name varchar(120) NOT NULL,
    state varchar(10) NOT NULL DEFAULT 'draft',
    effective_from timestamptz,
    made_by varchar(300) NOT NULL,
    prices integer NOT NULL,
    rises integer NOT NULL,
    falls integer NOT NULL,
    problems jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT price_lists_pk PRIMARY KEY (id),
    CONSTRAINT price_lists_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id),
    CONSTRAINT price_lists_state_ck CHECK (state IN ('draft', 'scheduled', 'applied', 'withdrawn')),
    CONSTRAINT price_lists_start_ck CHECK (effective_from IS NOT NULL OR state IN ('draft', 'withdrawn'))
  )`,
  'CREATE INDEX price_lists_effective_ix ON price_lists (effective_from)',
  `CREATE TABLE price_list_prices (
    price_list_id integer NOT NULL,
    product_id integer NOT NULL,
    before_minor bigint,
    price_minor bigint NOT NULL,
    CONSTRAINT price_list_prices_pk PRIMARY KEY (price_list_id, product_id),
    CONSTRAINT price_list_prices_list_fk FOREIGN KEY (price_list_id) REFERENCES price_lists (id) ON DELETE CASCADE,
    CONSTRAINT price_list_prices_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
    CONSTRAINT price_list_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000)
  )`,
  'CREATE INDEX price_list_prices_product_ix ON price_list_prices (product_id)',
  'ALTER TABLE scheduled_prices ADD COLUMN price_list_id integer',
  `ALTER TABLE scheduled_prices ADD CONSTRAINT scheduled_prices_list_fk
    FOREIGN KEY (price_list_id) REFERENCES price_lists (id)`,
  'CREATE INDEX scheduled_prices_list_ix ON scheduled_prices (price_list_id)',
];

const DOWN = [
  'DELETE FROM scheduled_prices WHERE price_list_id IS NOT NULL',
  'ALTER TABLE scheduled_prices DROP COLUMN price_list_id',
  'DROP TABLE price_list_prices',
  'DROP TABLE price_lists',
];
