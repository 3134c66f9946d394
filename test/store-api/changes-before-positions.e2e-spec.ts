import { dataSourceOptions } from '../../ormconfig.js';
import { retryWhileBlocked } from '../../src/platform/database/migrations.js';
import { withSetupLock } from '../../src/platform/database/setup-lock.js';
import { migrateSchema } from '../../src/schema/migrate-schema.js';
import { TestApp } from '../support/app.js';
import { minutesLater, pruneNow } from '../support/database/change-log.js';
import { SchemaRelease } from '../support/database/schema-release.js';
import { StoreCopy } from '../support/documents/store-copy.js';
import { givenClient, givenProduct, orderBody } from '../support/shop/given.js';

it('changes written by a release without positions are not missed, before or after the migration', async () => {
  const app = await TestApp.start();
  const sql = (statement: string): Promise<unknown> => app.dataSource.query(statement);
  const client = await givenClient(app);
  const [kept] = [await givenProduct(app), await givenProduct(app)];
  const order = orderBody({ sku: kept.sku, quantity: 1 });
  const placed = await app.post('/api/orders', client.headers, order).expect(201);
  const release = await SchemaRelease.open(app.connection);
  const revert = () => retryWhileBlocked(() => release.revert());
  // Down to the release before the positions, and up again with the data of both.
  while ((await revert()) !== 'ChangePositions1764811000000');
  // As the release before does it: a sample of the transaction ids, then a change.
  await sql(`INSERT INTO xid_samples SELECT now() - interval '2 minutes', pg_current_xact_id()`);
  await sql(`UPDATE products SET name = 'Old release' WHERE id = ${kept.id};
    INSERT INTO change_log (kind, ids) VALUES ('product', '{${kept.id}}')`);
  await withSetupLock(dataSourceOptions(app.connection), migrateSchema);
  const next = await TestApp.startOn(app.connection);
  const reader = new StoreCopy(client);
  try {
    await reader.sync(next);
    await reader.expectEqual(next);
    expect(reader.products.get(kept.sku)?.name).toBe('Old release');
    const { body } = await next.get('/api/orders', client.headers).expect(200);
    const { order_number: first } = placed.body as { order_number: string };
    expect((body as { data: { order_number: string }[] }).data.map((o) => o.order_number)).toEqual([
      first,
    ]);
    const changed = await next.get(
      `/api/products?updated_since=${new Date().toISOString()}`,
      client.headers,
    );
    expect(changed.body).toMatchObject({ total: 1, data: [{ sku: kept.sku }] });
    const since = await minutesLater(next);
    // As an instance of the release before writes: by the triggers of this one.
    await sql(`UPDATE products SET active = false WHERE id = ${kept.id}`);
    const [page] = await reader.sync(next);
    expect(page).toMatchObject({ reset: false, removed: [kept.sku] });
    const path = `/api/products?updated_since=${since}`;
    expect((await next.get(path, client.headers).expect(200)).body).toMatchObject({ total: 0 });
    expect(await pruneNow(next)).toBe(0);
  } finally {
    await next.stop();
    await release.dataSource.destroy();
  }
  await app.stop();
});
