import { checkKeys } from '../../../src/start/production/database-checks.js';
import { assertSchema, migrateSchema } from '../../../src/schema/migrate-schema.js';
import { findUnvalidatedKeys } from '../../../src/schema/validate-keys.js';
import { TestApp } from '../../support/app.js';
import { execute, givenDataSource, openTransaction } from '../../support/database/database.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';

const app = await TestApp.start();
const { sku } = await givenProduct(app, { stock: 100 });
const { orders } = await givenShop(app);
await orders.place({ sku, quantity: 1 });
const setup = await givenDataSource(app.connection);

const FAULTS = `SELECT broken, subject FROM order_faults()`;
const unvalidated = async (): Promise<string[]> =>
  (await findUnvalidatedKeys(app.dataSource.manager)).map(({ name }) => name);
/** Changes rows as a restore without triggers may leave them. */
const unchecked = async (statement: string): Promise<void> =>
  execute(app.connection, `SET session_replication_role = replica; ${statement}`);
const NOT_VALID = `ALTER TABLE orders DROP CONSTRAINT orders_client_fk,
  ADD CONSTRAINT orders_client_fk FOREIGN KEY (client_id) REFERENCES clients (id) NOT VALID`;

describe('the foreign keys of orders', () => {
  it('stop no upgrade where a row breaks one, which is validated by the first start without that row', async () => {
    await execute(
      app.connection,
      `ALTER TABLE order_items DROP CONSTRAINT order_items_product_fk, ADD CONSTRAINT order_items_product_fk
        FOREIGN KEY (product_id) REFERENCES products (id) NOT VALID`,
    );
    await unchecked('UPDATE order_items SET product_id = 77');

    await migrateSchema(setup);
    expect(await unvalidated()).toEqual(['order_items_product_fk']);
    await expect(
      execute(
        app.connection,
        `INSERT INTO order_items SELECT (jsonb_populate_record(i, '{"line": 2}')).* FROM order_items i`,
      ),
    ).rejects.toMatchObject({ constraint: 'order_items_product_fk' });
    expect(await app.dataSource.query(FAULTS)).toMatchObject([
      { broken: 'item of an order or a product that does not exist' },
      { subject: 'order_items_product_fk' },
      { broken: 'open item without a level that it is reserved from' },
    ]);
    expect(await checkKeys(app.dataSource.manager)).toMatchObject({
      kind: 'warning',
      problem: 'rows that were stored earlier may break foreign keys (order_items_product_fk)',
    });

    await unchecked('UPDATE order_items SET product_id = 1');
    await migrateSchema(setup);
    expect(await unvalidated()).toEqual([]);
    expect(await checkKeys(app.dataSource.manager)).toBeNull();
    expect(await app.dataSource.query(FAULTS)).toEqual([]);
  });

  it('are validated by a later start where another process holds the table for too long', async () => {
    await execute(app.connection, NOT_VALID);
    const holder = await openTransaction(app.connection);
    await holder.query('LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE');
    await migrateSchema(setup);
    expect(await unvalidated()).toEqual(['orders_client_fk']);
    await holder.rollback();
    await migrateSchema(setup);
    expect(await unvalidated()).toEqual([]);
  });

  it('refuse a start without one of them, which names the statement that adds it', async () => {
    await execute(app.connection, 'ALTER TABLE orders DROP CONSTRAINT orders_plan_fk');
    const statement =
      'ALTER TABLE orders ADD CONSTRAINT orders_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id) NOT VALID';
    const problem = `the database lacks the foreign key orders_plan_fk; add it: ${statement}`;
    for (const start of [migrateSchema, assertSchema]) {
      await expect(start(setup)).rejects.toThrow(problem);
    }
    await execute(app.connection, statement);
    await assertSchema(setup);
    await migrateSchema(setup);
    expect(await unvalidated()).toEqual([]);
  });

  it('are validated while orders are placed, neither waiting for the other', async () => {
    await execute(app.connection, NOT_VALID);
    const validating = await openTransaction(app.connection);
    await validating.query('ALTER TABLE orders VALIDATE CONSTRAINT orders_client_fk');
    await orders.place({ sku, quantity: 1 });
    await validating.rollback();
    const placing = await openTransaction(app.connection);
    await placing.query('UPDATE orders SET notes = notes');
    await migrateSchema(setup);
    await placing.rollback();
    expect(await unvalidated()).toEqual([]);
  });
});
