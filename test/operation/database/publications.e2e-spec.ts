import { UNPUBLISHABLE } from '../../../src/platform/database/connection/publications.js';
import { pruneNow } from '../../support/database/change-log.js';
import { openTransaction } from '../../support/database/database.js';
import { StoreCopy } from '../../support/documents/store-copy.js';
import { givenProduct } from '../../support/shop/given.js';
import { givenSuite } from '../../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();

describe('while tables are published, as for Debezium or an upgrade of a managed database', () => {
  it('the feeds continue, and the change log is pruned', async () => {
    const copy = new StoreCopy(shop.client);
    const { sku } = await givenProduct(app, { stock: 1 });
    await copy.sync(app);
    await app.sql`CREATE PUBLICATION published FOR ALL TABLES`;
    await admin.products.change(sku, { name: 'New' });
    const order_number = await shop.orders.place({ sku, quantity: 1 });
    const pages = await copy.sync(app);
    expect(pages.flatMap(({ data }) => data.map((changed) => changed.sku))).toEqual([sku]);
    expect(await shop.orders.list()).toMatchObject({ data: [{ order_number }] });
    expect(await pruneNow(app)).toBe(0);
    expect(await app.dataSource.query(UNPUBLISHABLE)).toEqual([]);
    await app.sql`DROP PUBLICATION published`;
  });

  it.each([
    ['change_queue', 'without a key', 'change_queue REPLICA IDENTITY DEFAULT', 'ALL TABLES'],
    ['orders', 'without its key', 'orders REPLICA IDENTITY NOTHING', 'ALL TABLES'],
    [
      'order_items',
      'but for the key',
      'orders REPLICA IDENTITY DEFAULT',
      'TABLE order_items (sku)',
    ],
  ])(
    '%s, published %s, is found: PostgreSQL refuses to change it',
    async (table, _, change, all) => {
      const open = await openTransaction(app.connection);
      await open.query(`ALTER TABLE ${change}`);
      await open.query(`CREATE PUBLICATION published FOR ${all}`);
      const { rows } = await open.query(UNPUBLISHABLE);
      expect(rows).toEqual([{ publication: 'published', table, hasKey: table !== 'change_queue' }]);
      await expect(open.query(`DELETE FROM ${table}`)).rejects.toThrow(
        `cannot delete from table "${table}"`,
      );
      await open.rollback();
    },
  );
});
