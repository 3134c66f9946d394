import { SealsService } from '../../src/money/ledger/seals/seals.service.js';
import { ChangePositions } from '../../src/platform/live-cache/change-positions.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { commandHere, runCommand, type Ended } from '../support/processes/command-line.js';
import { testRules, together, type BrokenRules } from '../support/database/broken-rules.js';
import { afterUnchecked, connectionUrl, execute } from '../support/database/database.js';
import { givenProduct } from '../support/shop/given.js';
import { scratchFolder } from '../support/processes/run.js';
import { givenShop } from '../support/shop/shop.js';

const PENDING = "status = 'pending'";
const UNPAID = "status = 'awaiting_payment'";
const SHIPPED = "status = 'shipped'";
const asked = (orders: string): string =>
  `INSERT INTO order_returns (order_id, reason) SELECT id, 'Chipped' FROM orders WHERE ${orders}`;
/** Statements that store a return of a unit of some orders. */
const returnOf = (orders: string, ...more: string[]): string =>
  together(
    asked(orders),
    'INSERT INTO order_return_items (return_id, order_id, line, quantity) SELECT id, order_id, 1, 1 FROM order_returns',
    ...more,
  );
const INSPECTED = 'UPDATE order_returns SET inspected_at = now()';
const itemsOf = (orders: string): string => `order_id IN (SELECT id FROM orders WHERE ${orders})`;

/** The rules of each part of the stored data. */
const BROKEN: Record<string, BrokenRules> = {
  'stock/stock_faults': {
    'level below its reservations': together(
      'ALTER TABLE stock_levels DROP CONSTRAINT stock_levels_quantities_ck',
      'UPDATE stock_levels SET on_hand = reserved - 1 WHERE reserved > 0',
    ),
    'reserved differs from the open orders':
      'UPDATE stock_levels SET reserved = reserved - 1 WHERE reserved > 0',
    'on hand differs from the movements': 'UPDATE stock_levels SET on_hand = on_hand + 1',
  },
  'orders/order_faults': {
    'shipped less restocked differs from the movements': `DELETE FROM stock_movements WHERE ${itemsOf(SHIPPED)}`,
    'order of a client or a plan that does not exist': 'UPDATE orders SET plan_id = 0',
    'item of an order or a product that does not exist': 'UPDATE order_items SET product_id = 0',
    'timeline of an order that does not exist':
      'UPDATE order_status_changes SET order_id = 0 WHERE id = 1',
    'foreign key that rows stored before it may break': together(
      'ALTER TABLE orders DROP CONSTRAINT orders_plan_fk',
      'ALTER TABLE orders ADD CONSTRAINT orders_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id) NOT VALID',
    ),
    'archived order that is stored as well': `INSERT INTO archived_orders SELECT id, order_number, client_id, store_order_id, request_hash, is_test, 'delivered',
        'paid', total_minor, 0, created_at, created_at, 1 FROM orders`,
    'archive with another number of orders than its file':
      "INSERT INTO order_archives VALUES (1, 'orders-000001.jsonl.gz', 1, 1, '', now(), true)",
    'archive that is not published':
      "INSERT INTO order_archives VALUES (1, 'orders-000001.jsonl.gz', 1, 1, '', now(), false, now() - interval '11 minutes')",
    'shipped differs from the shipments': 'UPDATE shipment_items SET quantity = quantity + 1',
    'shipped item of a shipment that is gone, or of another order': `UPDATE shipments SET order_id = (SELECT id FROM orders WHERE ${UNPAID})`,
    'amounts do not add up': 'UPDATE orders SET items_count = items_count + 1',
    'status differs from the timeline': `UPDATE orders SET status = 'delivered' WHERE ${SHIPPED}`,
    'timeline out of order':
      "UPDATE order_status_changes SET changed_at = changed_at - interval '1 day' WHERE status = 'pending'",
    'shipped without all units shipped or canceled, or all of them without shipped': `UPDATE orders SET status = 'shipped' WHERE ${PENDING}`,
    'canceled units of an order that was not shipped, or that differ from its refund': `UPDATE order_items SET canceled_quantity = 1 WHERE ${itemsOf(PENDING)}`,
    'restocked units of an order that was not returned': `UPDATE order_items SET restocked_quantity = 1 WHERE ${itemsOf(SHIPPED)}`,
    'return of more units than were shipped': returnOf(
      SHIPPED,
      'UPDATE order_return_items SET quantity = 99',
    ),
    'return without units, or with units of another one': asked(SHIPPED),
    'good and scrapped units of more than were returned': returnOf(
      SHIPPED,
      'UPDATE order_return_items SET scrapped_quantity = 1',
      `UPDATE order_items SET restocked_quantity = 1 WHERE ${itemsOf(SHIPPED)}`,
    ),
    'inspected return with units that are neither good nor scrap': returnOf(SHIPPED, INSPECTED),
    'inspected or scrapped units of an order that was not returned': returnOf(SHIPPED, INSPECTED),
    'open return of an order that cannot be returned': returnOf(PENDING),
    'final refund that is open again': `INSERT INTO audit_entries (actor, action, subject, after)
        SELECT 'x', 'order.refunded', 'order ' || order_number, '{"final": true}' FROM orders`,
    'paid without pending in the timeline, or pending without paid': `DELETE FROM order_status_changes WHERE ${PENDING}`,
    'open item without a level that it is reserved from': 'DELETE FROM stock_levels',
    'timeline that does not begin with awaiting_payment':
      "DELETE FROM order_status_changes WHERE status = 'awaiting_payment'",
    'total that differs from the one it was placed with': together(
      `UPDATE order_items SET unit_price_minor = 1, line_total_minor = quantity WHERE ${itemsOf(UNPAID)}`,
      `UPDATE orders SET total_minor = total_minor - subtotal_minor + 1, subtotal_minor = 1 WHERE ${UNPAID}`,
    ),
    'key that leads to the order of another client':
      'UPDATE idempotency_keys SET client_id = (SELECT max(id) FROM clients)',
    'key that leads to an order of another request': `UPDATE idempotency_keys SET order_number = (SELECT order_number FROM orders WHERE ${PENDING})`,
    'order in another currency than the others': `UPDATE orders SET currency = 'USD' WHERE ${UNPAID}`,
  },
  'clients/test_mode_faults': {
    'test order of a client, or live order of a test client':
      'UPDATE orders SET is_test = NOT is_test',
    'order of a test product': "UPDATE products SET test_scenario = 'ships'",
    'test order in the audit log': 'UPDATE orders SET is_test = true',
    'test client in the audit log': 'UPDATE clients SET test_of = id',
    'test client with a subscription or a test client of its own':
      'UPDATE clients SET test_of = id',
  },
};

const EMPTIED = together(
  'DELETE FROM change_queue',
  'DELETE FROM numbered_changes',
  'DELETE FROM latest_positions',
);
BROKEN['change-log/feed_faults'] = {
  'feed state without its one row': 'DELETE FROM feed_state',
  'position after the latest one': 'UPDATE feed_state SET position = position - 1',
  'incarnation that is not in the list': "UPDATE feed_state SET incarnation = 'another'",
  'order without a position': 'DELETE FROM order_positions',
  'order that changed its status without a new position': `UPDATE orders SET status = 'cancelled' WHERE ${UNPAID}`,
  'position of an order that is gone, or of another client': `UPDATE orders SET client_id = (SELECT max(id) FROM clients) WHERE ${UNPAID}`,
  'product without a position': EMPTIED,
  'stock level without a position': EMPTIED,
  'plan without a position': EMPTIED,
  'client without a position': EMPTIED,
};

BROKEN['catalog/photo_faults'] = {
  'photo of a product that is not stored': [
    `UPDATE products SET images = jsonb_build_array('/photos/' || repeat('0', 64) || '/1600.jpg')`,
    `UPDATE products SET variation_images = jsonb_build_object('Size:M', '/photos/' || repeat('0', 64) || '/1600.jpg')`,
  ],
};

BROKEN['audit/audit_faults'] = {
  'audit entry older than a minute without a seal':
    "INSERT INTO audit_entries (actor, action, subject, at) VALUES ('x', 'x', 'x', now() - interval '1 hour')",
  'gap in the numbers of audit seals': 'DELETE FROM audit_seals WHERE seq = 2',
  'audit entry that is gone or was changed': 'DELETE FROM audit_entries WHERE id = 2',
  'latest audit seal differs from the state of the seals': together(
    'DELETE FROM audit_entries WHERE id = (SELECT max(id) FROM audit_entries)',
    'DELETE FROM audit_seals WHERE seq = (SELECT max(seq) FROM audit_seals)',
  ),
};

BROKEN['audit/setting_faults'] = {
  'setting that differs from its latest audit entry':
    "UPDATE clients SET gstin = '29AAPFU0939F1ZR' WHERE id = 1",
  'tax rate that no setting has allowed':
    "INSERT INTO hsn_rates (hsn, effective_from, rate_bp, threshold_minor, rate_above_bp) VALUES ('61', '2026-04-01', 500, 1, 1300)",
  'end of a subscription that differs from its latest audit entry':
    "UPDATE subscriptions SET ends_at = now() + interval '9 years'",
  'own price of a plan that differs from its latest audit entry':
    'INSERT INTO plan_prices (plan_id, product_id, price_minor) SELECT max(plans.id), max(products.id), 1 FROM plans, products',
  'closed month, or filed return, that is open again': `INSERT INTO audit_entries (actor, action, subject, after) VALUES ('x', 'month.closed', 'month 2020-01', '{"journals": 0}')`,
  'known payer without an audit entry of its client':
    "INSERT INTO known_payers (value, client_id, line_id) SELECT 'ASHA', max(id), 1 FROM clients",
  'due date that no payment days of the client give': together(
    `INSERT INTO audit_entries (actor, action, subject, after)
      SELECT 'x', 'credit.terms_changed', 'client ' || max(id), '{"payment_days": 5}' FROM clients`,
    `INSERT INTO credit_items (client_id, order_id, amount_minor, due_at) SELECT max(clients.id), max(orders.id), 5, now() FROM clients, orders`,
  ),
};

const app = await TestApp.start();
const admin = new Admin(app);
const shop = await givenShop(app);
const counted = await givenProduct(app);
const { sku } = counted;
const first = await shop.orders.place({ sku, quantity: 2 });
const second = await shop.orders.place({ sku, quantity: 1 });
await shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', 'K-1');
for (const order of [first, second]) await admin.orders.pay(order);
await admin.orders.ship(second);
await givenShop(app);
await app.service(ChangePositions).number();
await app.service(SealsService).sealAll();

describe('the check of the stored data', () => {
  describe.each(Object.entries(BROKEN))('%s', (file, broken) =>
    testRules(file, broken, () => app.connection),
  );

  it('misses no seal in a restored database, in which no job has run since', async () => {
    const restored = together(
      "UPDATE job_runs SET succeeded_at = now() - interval '1 hour'",
      "INSERT INTO job_runs VALUES ('Restored', 5000, now() - interval '1 hour', NULL, 1, now())",
      "INSERT INTO audit_entries (actor, action, subject, at) VALUES ('x', 'x', 'x', now() - interval '1 hour')",
      "INSERT INTO ledger_journals (kind, key, actor, at) VALUES ('opening', 'unsealed', 'test', now() - interval '1 hour')",
    );
    const check = 'SELECT * FROM seal_faults() UNION ALL SELECT * FROM audit_faults()';
    expect(await afterUnchecked(app.connection, [restored], check)).toEqual([]);
  });

  const verify = async (run = runCommand): Promise<Ended> =>
    run(await scratchFolder(), ['verify'], {
      DATABASE_URL: connectionUrl(app.connection),
      BANK_DETAILS: 'Filled in by the service alone',
    });

  it('is a command that reports each violation and then fails', async () => {
    const right = await verify();
    expect(right).toMatchObject({ status: 0, stdout: 'Every rule of the stored data holds\n' });
    expect(await app.sql`SELECT details FROM bank_accounts`).toEqual([{ details: null }]);

    await execute(
      app.connection,
      `UPDATE stock_levels SET on_hand = on_hand + 3 WHERE product_id = ${counted.id}`,
    );
    const { status, stdout, stderr } = await verify();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toEqual([
      'Faults in the stored data: 1',
      `on hand differs from the movements: ${counted.sku}`,
    ]);
  });

  it('names a hundred of many violations', async () => {
    await execute(
      app.connection,
      `INSERT INTO stock_levels SELECT max(product_id), 'Lot:' || lot, 1 FROM stock_levels, generate_series(1, 200000) lot GROUP BY lot`,
    );
    const [title, ...lines] = (await verify(commandHere)).stderr.trim().split('\n');
    expect([title, lines.length]).toEqual(['Faults in the stored data: 200001', 101]);
    expect(lines.at(-1)).toBe('on hand differs from the movements: … and 199901 more');
  });
});
