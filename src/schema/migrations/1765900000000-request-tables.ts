import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES_WITHOUT_KEY = ['change_log', 'change_log_state', 'change_queue', 'feed_state'];

/**
 * Columns of the tables that orders and polls use. They are added last, because every order waits until the transaction of
 * all migrations ends.
 *
 * - api_tokens.may_read_wallet: whether the client lets the token read its wallet
 * - clients.tax_deducted_bp: the share of income tax that a client deducts from its transfers
 * - order_status_changes.total_minor: the total that an order was placed with, a second record apart from the order
 * - token_uses.last_used_country: the country of the address that a token was last used from
 * - the tables without a key can be published, as logical replication and managed upgrades do it with all tables
 * - the foreign keys of returns and losses, because adding one locks the table that it references
 */
export class RequestTables1765900000000 implements MigrationInterface {
  readonly name = 'RequestTables1765900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE order_status_changes ADD COLUMN total_minor bigint');
    await queryRunner.query(
      'ALTER TABLE api_tokens ADD COLUMN may_read_wallet boolean NOT NULL DEFAULT false',
    );
    await queryRunner.query(`ALTER TABLE clients ADD COLUMN tax_deducted_bp integer,
      ADD CONSTRAINT clients_tax_ck CHECK (tax_deducted_bp BETWEEN 1 AND 1000)`);
    await queryRunner.query('ALTER TABLE token_uses ADD COLUMN last_used_country varchar(2)');
    for (const table of TABLES_WITHOUT_KEY) {
      await queryRunner.query(`ALTER TABLE ${table} REPLICA IDENTITY FULL`);
    }
    await queryRunner.query(`ALTER TABLE order_returns
      ADD CONSTRAINT order_returns_order_fk FOREIGN KEY (order_id) REFERENCES orders (id)`);
    await queryRunner.query(`ALTER TABLE order_return_items
      ADD CONSTRAINT order_return_items_order_item_fk FOREIGN KEY (order_id, line)
      REFERENCES order_items (order_id, line)`);
    await queryRunner.query(`ALTER TABLE order_losses
      ADD CONSTRAINT order_losses_client_fk FOREIGN KEY (client_id) REFERENCES clients (id)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE order_losses DROP CONSTRAINT order_losses_client_fk');
    await queryRunner.query(
      'ALTER TABLE order_return_items DROP CONSTRAINT order_return_items_order_item_fk',
    );
    await queryRunner.query('ALTER TABLE order_returns DROP CONSTRAINT order_returns_order_fk');
    for (const table of TABLES_WITHOUT_KEY) {
      await queryRunner.query(`ALTER TABLE ${table} REPLICA IDENTITY DEFAULT`);
    }
    await queryRunner.query('ALTER TABLE token_uses DROP COLUMN last_used_country');
    await queryRunner.query('ALTER TABLE clients DROP COLUMN tax_deducted_bp');
    await queryRunner.query('ALTER TABLE api_tokens DROP COLUMN may_read_wallet');
    await queryRunner.query('ALTER TABLE order_status_changes DROP COLUMN total_minor');
  }
}
