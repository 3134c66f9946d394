import { QueryFailedError } from 'typeorm';
import { TestApp } from '../../support/app.js';
import { openTransaction } from '../../support/database/database.js';
import { whileLocked } from '../../support/database/locks.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';

/** Makes a statement that stores a copy of the orders, with other values in the orders, their items and their timelines. */
const copyWith = ({ order = '{}', item = '{}', entry = '{}' } = {}): string => `
  WITH copied AS (
    INSERT INTO orders OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(o, '{"id": 900, "order_number": "WO-0000000900", "store_order_id": "copy"}'::jsonb || '${order}'::jsonb)).*
      FROM orders o
  ), items AS (
    INSERT INTO order_items SELECT (jsonb_populate_record(i, '{"order_id": 900}'::jsonb || '${item}'::jsonb)).* FROM order_items i
  )
  INSERT INTO order_status_changes OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(c, '{"id": 900, "order_id": 900}'::jsonb || '${entry}'::jsonb)).* FROM order_status_changes c`;

const ARCHIVED = `INSERT INTO order_archives VALUES (1, 'orders-000001.jsonl.gz', 1, 1, '', now(), true);
  INSERT INTO archived_orders (id, order_number, client_id, store_order_id, request_hash, is_test, status,
    payment_status, total_minor, shipped_units, created_at, closed_at, archive_number)
  SELECT id, order_number, client_id, store_order_id, request_hash, is_test, 'delivered', 'paid', total_minor, 0, created_at,
    created_at, 1 FROM orders`;

/** Statements that an archive run uses to remove orders. */
const REMOVED = [
  'DELETE FROM order_items',
  'DELETE FROM order_status_changes',
  'DELETE FROM order_positions',
  'DELETE FROM orders',
];
const ISOLATION = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ';
const ENTRY = `INSERT INTO order_status_changes (order_id, status) SELECT min(id), 'delivered' FROM orders`;
const ENTRY_OF_KNOWN = `INSERT INTO order_status_changes (order_id, status) VALUES (1, 'delivered')`;

const app = await TestApp.start();
const { sku } = await givenProduct(app);
await (await givenShop(app)).orders.place({ sku, quantity: 2 });

describe('what an order refers to', () => {
  /** Finds the constraint that refuses statements, in a transaction that is rolled back. */
  const refusalOf = async (...statements: string[]): Promise<string> => {
    const transaction = await openTransaction(app.connection);
    try {
      for (const statement of statements) await transaction.query(statement);
      return 'none';
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? String(error);
    } finally {
      await transaction.rollback();
    }
  };

  it('exists: its client, its plan, the products of its items, the order of its items and of its timeline', async () => {
    const refusals = {
      none: await refusalOf(copyWith()),
      client: await refusalOf(copyWith({ order: '{"client_id": 77}' })),
      plan: await refusalOf(copyWith({ order: '{"plan_id": 77}' })),
      product: await refusalOf(copyWith({ item: '{"product_id": 77}' })),
      order: await refusalOf(copyWith({ item: '{"order_id": 77}' })),
      timeline: await refusalOf(copyWith({ entry: '{"order_id": 77}' })),
      moved: await refusalOf('UPDATE order_status_changes SET order_id = 77'),
      items: await refusalOf(copyWith({ order: '{"items_count": 2}' })),
      isolation: await refusalOf(ISOLATION, copyWith()),
    };
    expect(refusals).toEqual({
      none: 'none',
      client: 'orders_client_fk',
      plan: 'orders_plan_fk',
      product: 'order_items_product_fk',
      order: 'order_items_order_fk',
      timeline: 'order_status_changes_order_fk',
      moved: 'order_status_changes_order_fk',
      items: 'orders_match_items_ck',
      isolation: 'orders_isolation_ck',
    });
  });

  it('stays: clients, plans and products are not removed and keep their ids, also where no order names them', async () => {
    await givenShop(app);
    await givenProduct(app);
    for (const table of ['clients', 'plans', 'products']) {
      const refusals = [
        await refusalOf(`DELETE FROM ${table} WHERE id = (SELECT max(id) FROM ${table})`),
        await refusalOf(`UPDATE ${table} SET id = DEFAULT`),
        await refusalOf(`TRUNCATE ${table} CASCADE`),
      ];
      expect(refusals).toEqual([`${table}_kept_ck`, `${table}_kept_ck`, `${table}_truncate_ck`]);
    }
  });

  it('keeps orders that are not archived, and archived ones with items or a timeline', async () => {
    const refusals = {
      live: await refusalOf('DELETE FROM orders'),
      items: await refusalOf(ARCHIVED, 'DELETE FROM order_status_changes', 'DELETE FROM orders'),
      timeline: await refusalOf(ARCHIVED, 'DELETE FROM order_items', 'DELETE FROM orders'),
      emptied: await refusalOf('TRUNCATE orders CASCADE'),
      emptiedTimeline: await refusalOf('TRUNCATE order_status_changes'),
      archived: await refusalOf(ARCHIVED, ...REMOVED),
    };
    expect(refusals).toEqual({
      live: 'order_items_order_fk',
      items: 'order_items_order_fk',
      timeline: 'order_status_changes_order_fk',
      emptied: 'orders_kept_ck',
      emptiedTimeline: 'orders_kept_ck',
      archived: 'none',
    });
  });

  it('keeps an order whose timeline another transaction adds to at the same time', async () => {
    await expect(
      whileLocked(app, { lock: ENTRY, waiting: 1 }, () =>
        app.dataSource.transaction(async (manager) => {
          for (const statement of [ARCHIVED, ...REMOVED]) await manager.query(statement);
        }),
      ),
    ).rejects.toThrow(QueryFailedError);
    const entries = app.dataSource.query('SELECT status FROM order_status_changes ORDER BY id');
    expect(await entries).toEqual([{ status: 'awaiting_payment' }, { status: 'delivered' }]);
    await app.dataSource.query(`DELETE FROM order_status_changes WHERE status = 'delivered'`);
  });

  it('refuses an entry of the timeline, or items, of an order that another transaction archives at the same time', async () => {
    const [{ id }] = await app.dataSource.query<[{ id: number }]>('SELECT id FROM orders');
    expect(id).toBe(1);
    const items = `INSERT INTO order_items SELECT (jsonb_populate_record(i, '{}')).* FROM order_items i`;
    const lock = [ARCHIVED, ...REMOVED].join(';');
    const refused = whileLocked(app, { lock, waiting: 2 }, () =>
      Promise.allSettled([ENTRY_OF_KNOWN, items].map((sql) => app.dataSource.query(sql))),
    );
    expect(await refused).toMatchObject([
      { reason: { constraint: 'order_status_changes_order_fk' } },
      { reason: { constraint: 'order_items_order_fk' } },
    ]);
  });
});
