import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isGstin } from '../../platform/gst/gstin.js';
import { readAddress } from '../../platform/gst/read-address.js';

const TABLES_WITHOUT_KEY = ['change_log', 'change_log_state', 'change_queue', 'feed_state'];

/** Foreign keys that triggers replace, by table. The keys locked the rows of clients, plans and products for each order. */
const CHECKED_BY_TRIGGERS = [
  ['orders', 'orders_client_fk', 'FOREIGN KEY (client_id) REFERENCES clients (id)'],
  ['orders', 'orders_plan_fk', 'FOREIGN KEY (plan_id) REFERENCES plans (id)'],
  ['order_items', 'order_items_order_fk', 'FOREIGN KEY (order_id) REFERENCES orders (id)'],
  ['order_items', 'order_items_product_fk', 'FOREIGN KEY (product_id) REFERENCES products (id)'],
  [
    'order_status_changes',
    'order_status_changes_order_fk',
    'FOREIGN KEY (order_id) REFERENCES orders (id)',
  ],
] as const;

/**
 * Triggers without a purpose: clients, plans and products can no longer be deleted, and orders are checked when they are
 * stored.
 */
const DROPPED_TRIGGERS = [
  'orders_match_items_ck ON orders',
  'products_delete_restarts_history ON products',
  ...['clients', 'plans', 'products'].flatMap((table) => [
    `${table}_delete_logged ON ${table}`,
    `${table}_truncate_logged ON ${table}`,
  ]),
];

/**
 * Columns of the tables that orders and polls use. They are added last, because every order waits until the transaction of all
 * migrations ends.
 * - api_tokens.may_read_wallet: true if the client lets the token read its wallet
 * - archived_orders.invoiced_minor, credited_minor: the sums of an archived order's tax documents
 * - clients.tax_deducted_bp: the share of income tax that a client deducts from its transfers
 * - clients.sez and clients.billing_*: the recipient of tax documents. The address in one text stays, and fills the fields if
 *   nothing about it is in doubt
 * - order_status_changes.total_minor: the total that an order was placed with, a second record apart from the order
 * - products.variation_codes and variation_images: codes and pictures of combinations, by variation key
 * - request_failures.sent_domain: the domain that a request sent instead of its token's domain
 * - token_uses.last_used_country: the country of the address that a token was last used from
 * - the tables without a key can be published, as logical replication and managed upgrades do with all tables
 * - orders_search_ix: replaced by order_search_words. Its function stays for the previous release, which still calls it
 * - the foreign keys of orders, items and timelines, see refuse_parent_removal.sql
 * - the foreign keys of returns, losses and costs, because adding one locks the table that it references
 */
export class RequestTables1765900000000 implements MigrationInterface {
  readonly name = 'RequestTables1765900000000';
  readonly firstTable = 'orders';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(UP.join(';'));
    await carryAddresses(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, definition] of CHECKED_BY_TRIGGERS) {
      await queryRunner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    await queryRunner.query(`CREATE INDEX orders_search_ix ON orders
      USING gin (order_search_terms(order_number, store_order_id, customer_name, customer_phone))
      WITH (gin_pending_list_limit = 64)`);
    await queryRunner.query('ALTER TABLE product_costs DROP CONSTRAINT product_costs_product_fk');
    await queryRunner.query('ALTER TABLE order_losses DROP CONSTRAINT order_losses_client_fk');
    await queryRunner.query(
      'ALTER TABLE order_return_items DROP CONSTRAINT order_return_items_order_item_fk',
    );
    await queryRunner.query('ALTER TABLE order_returns DROP CONSTRAINT order_returns_order_fk');
    for (const table of TABLES_WITHOUT_KEY) {
      await queryRunner.query(`ALTER TABLE ${table} REPLICA IDENTITY DEFAULT`);
    }
    await queryRunner.query(
      'ALTER TABLE archived_orders DROP COLUMN invoiced_minor, DROP COLUMN credited_minor',
    );
    await queryRunner.query(
      'ALTER TABLE products DROP COLUMN variation_images, DROP COLUMN variation_codes',
    );
    await queryRunner.query('ALTER TABLE request_failures DROP COLUMN sent_domain');
    await queryRunner.query('ALTER TABLE token_uses DROP COLUMN last_used_country');
    await queryRunner.query(`ALTER TABLE clients DROP COLUMN sez, DROP COLUMN billing_line1,
      DROP COLUMN billing_line2, DROP COLUMN billing_place, DROP COLUMN billing_state,
      DROP COLUMN billing_pincode, DROP COLUMN tax_deducted_bp`);
    await queryRunner.query('ALTER TABLE api_tokens DROP COLUMN may_read_wallet');
    await queryRunner.query('ALTER TABLE order_status_changes DROP COLUMN total_minor');
  }
}

/** One statement, because every order waits meanwhile. */
const UP = [
  'ALTER TABLE order_status_changes ADD COLUMN total_minor bigint',
  'ALTER TABLE api_tokens ADD COLUMN may_read_wallet boolean NOT NULL DEFAULT false',
  `ALTER TABLE archived_orders
    ADD COLUMN invoiced_minor bigint NOT NULL DEFAULT 0, ADD COLUMN credited_minor bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE clients ADD COLUMN tax_deducted_bp integer, ADD COLUMN sez varchar(20),
    ADD COLUMN billing_line1 varchar(100), ADD COLUMN billing_line2 varchar(100),
    ADD COLUMN billing_place varchar(50), ADD COLUMN billing_state varchar(2),
    ADD COLUMN billing_pincode varchar(6),
    ADD CONSTRAINT clients_tax_ck CHECK (tax_deducted_bp BETWEEN 1 AND 1000),
    ADD CONSTRAINT clients_sez_ck CHECK (sez IN ('with_payment', 'without_payment')),
    ADD CONSTRAINT clients_billing_ck CHECK (
      num_nulls(billing_line1, billing_place, billing_state, billing_pincode) IN (0, 4)
      AND (billing_line2 IS NULL OR billing_line1 IS NOT NULL))`,
  `ALTER TABLE products ADD COLUMN variation_codes jsonb, ADD COLUMN variation_images jsonb,
    ADD CONSTRAINT products_variation_codes_ck CHECK (jsonb_typeof(variation_codes) = 'object'),
    ADD CONSTRAINT products_variation_images_ck CHECK (jsonb_typeof(variation_images) = 'object')`,
  'ALTER TABLE token_uses ADD COLUMN last_used_country varchar(2)',
  'ALTER TABLE request_failures ADD COLUMN sent_domain varchar(253)',
  ...TABLES_WITHOUT_KEY.map((table) => `ALTER TABLE ${table} REPLICA IDENTITY FULL`),
  `ALTER TABLE order_returns
    ADD CONSTRAINT order_returns_order_fk FOREIGN KEY (order_id) REFERENCES orders (id)`,
  `ALTER TABLE order_return_items
    ADD CONSTRAINT order_return_items_order_item_fk FOREIGN KEY (order_id, line) REFERENCES order_items (order_id, line)`,
  `ALTER TABLE order_losses
    ADD CONSTRAINT order_losses_client_fk FOREIGN KEY (client_id) REFERENCES clients (id)`,
  `ALTER TABLE product_costs
    ADD CONSTRAINT product_costs_product_fk FOREIGN KEY (product_id) REFERENCES products (id)`,
  'DROP INDEX orders_search_ix',
  ...CHECKED_BY_TRIGGERS.map(([table, name]) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
  ...DROPPED_TRIGGERS.map((trigger) => `DROP TRIGGER IF EXISTS ${trigger}`),
];

/** Fills the fields of addresses that were written as one text. */
export async function carryAddresses(queryRunner: QueryRunner): Promise<void> {
  const clients = (await queryRunner.query(
    'SELECT id, billing_address, gstin FROM clients WHERE billing_address IS NOT NULL ORDER BY id',
  )) as { id: number; billing_address: string; gstin: string | null }[];
  const found = clients.flatMap(({ id, billing_address: text, gstin }) => {
    const address = gstin === null || isGstin(gstin) ? readAddress(text, gstin) : null;
    return address === null ? [] : [{ id, ...address }];
  });
  await queryRunner.query(
    `UPDATE clients SET billing_line1 = line1, billing_place = place, billing_state = state, billing_pincode = pincode
      FROM json_to_recordset($1) AS found (id integer, line1 text, place text, state text, pincode text)
      WHERE found.id = clients.id`,
    [JSON.stringify(found)],
  );
}
