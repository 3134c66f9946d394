import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every table and type of the first release; its statements are in the SQL file next to this one. */
export class InitialSchema1764550000000 implements MigrationInterface {
  readonly name = 'InitialSchema1764550000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const file = new URL('./1764550000000-initial-schema.sql', import.meta.url);
    await queryRunner.query(await readFile(file, 'utf8'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE ${TABLES.join(', ')}`);
    await queryRunner.query('DROP FUNCTION current_xid()');
    await queryRunner.query(`DROP TYPE ${TYPES.join(', ')}`);
  }
}

const TABLES = [
  'plans',
  'clients',
  'subscriptions',
  'api_tokens',
  'products',
  'plan_prices',
  'stock_levels',
  'orders',
  'order_items',
  'order_status_changes',
  'shipments',
  'shipment_items',
  'idempotency_keys',
  'stock_movements',
  'audit_entries',
  'wallets',
  'wallet_entries',
  'payments',
  'change_log',
  'last_changes',
  'change_log_state',
  'xid_samples',
  'removed_skus',
];

const TYPES = ['order_request', 'order_request_line', 'stock_need', 'locked_level'];
