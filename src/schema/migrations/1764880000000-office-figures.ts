import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for counting the day's work in any number of finished orders. */
export class OfficeFigures1764880000000 implements MigrationInterface {
  readonly name = 'OfficeFigures1764880000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  // Partial indexes on rare states, so that placing an order costs no more.
  `CREATE INDEX orders_to_ship_ix ON orders (created_at)
    WHERE status IN ('pending', 'partially_shipped') AND NOT is_test`,
  'CREATE INDEX order_items_product_order_ix ON order_items (product_id, order_id)',
  'DROP INDEX order_items_product_ix',
  'CREATE INDEX subscriptions_ends_ix ON subscriptions (ends_at)',
  `CREATE INDEX wallet_adjustments_proposed_ix ON wallet_adjustments (id) WHERE status = 'proposed'`,
  `CREATE INDEX gateway_payments_missed_ix ON gateway_payments (seen_at)
    WHERE found_by IN ('schedule', 'day') AND receipt_id IS NOT NULL`,
  `CREATE INDEX gateway_payments_currency_ix ON gateway_payments (seen_at) WHERE outcome = 'other_currency'`,
  `CREATE INDEX gateway_refunds_failed_ix ON gateway_refunds (created_at) WHERE status = 'failed'`,
];

const DOWN = [
  'DROP INDEX gateway_refunds_failed_ix',
  'DROP INDEX gateway_payments_currency_ix',
  'DROP INDEX gateway_payments_missed_ix',
  'DROP INDEX wallet_adjustments_proposed_ix',
  'DROP INDEX subscriptions_ends_ix',
  'CREATE INDEX order_items_product_ix ON order_items (product_id)',
  'DROP INDEX order_items_product_order_ix',
  'DROP INDEX orders_to_ship_ix',
];
