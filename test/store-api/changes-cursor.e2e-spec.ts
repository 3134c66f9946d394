import { TestApp } from '../support/app.js';
import { pruneNow } from '../support/database/change-log.js';
import { givenPlan, givenProduct } from '../support/shop/given.js';
import {
  admin,
  app,
  client,
  copy,
  startWithCopy,
  StoreCopy,
} from '../support/documents/store-copy.js';

describe('a cursor of GET /api/changes', () => {
  startWithCopy();
  const decoded = (cursor: string | null): string =>
    Buffer.from(cursor ?? '', 'base64url').toString('latin1');
  const encoded = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

  it('restarts from the beginning for a client that moved to another plan', async () => {
    const gold = await givenPlan(app, { discountBp: 1_000 });
    const { sku } = await givenProduct(app);
    const hidden = await givenProduct(app, { basePriceMinor: null });
    await admin.plans.setPrice(client.plan, hidden.sku, 5);
    await copy.sync(app);
    expect(copy.products.size).toBe(2);
    await admin.clients.subscribe(client.id, { plan: gold.code, status: 'active' });
    const [page] = await copy.sync(app);
    expect(page?.reset).toBe(true);
    expect([...copy.products.keys()]).toEqual([sku]);
    await copy.expectEqual(app);
  });

  it('misses no change that happens between the pages of an answer', async () => {
    const skus: string[] = [];
    for (let n = 0; n < 7; n += 1) skus.push((await givenProduct(app)).sku);
    const [first, second, , , , , last] = skus as [string, string, ...string[]];
    const reader = new StoreCopy(client, 2);
    await reader.readPage(app);
    await admin.products.change(first, { name: 'Changed', active: true });
    await admin.products.change(second, { active: false });
    await admin.products.change(last!, { sku: 'RENAMED' });
    expect((await reader.sync(app)).length).toBe(3);
    await reader.sync(app);
    await reader.expectEqual(app);

    for (const sku of skus.slice(2, 6)) await admin.products.change(sku, { name: 'New' });
    await reader.readPage(app);
    await admin.plans.change(client.plan, { discount_percent: 10 });
    const pages = await reader.sync(app);
    expect(pages.every(({ reset }) => !reset)).toBe(true);
    await reader.sync(app);
    await reader.expectEqual(app);
  });

  it('calls a store again at once for a SKU that moved to a product of an earlier page', async () => {
    const rename = (from: string, to: string) => admin.products.change(from, { sku: to });
    await givenProduct(app, { sku: 'TARGET' });
    await givenProduct(app, { sku: 'MOVED' });
    const first = new StoreCopy(client, 1);
    const later = new StoreCopy(client, 1);
    await later.sync(app);
    await admin.plans.change(client.plan, { discount_percent: 10 });
    for (const store of [first, later])
      expect(await store.readPage(app)).toMatchObject({ has_more: true });
    await rename('MOVED', 'SOURCE');
    await rename('TARGET', 'MOVED');
    await admin.stock.count('SOURCE', { stock_qty: 3 });
    for (const store of [first, later]) {
      const path = `/api/changes?limit=1&since=${store.cursor}`;
      const { headers } = await app.get(path, client.headers).expect(200);
      expect(headers['x-poll-interval']).toBe('0');
      expect(await store.readPage(app)).toMatchObject({
        data: [{ sku: 'SOURCE' }],
        has_more: false,
      });
      await store.sync(app);
      await store.expectEqual(app);
    }
  });

  it('works at another instance, also at one that started after the log was pruned', async () => {
    const { sku } = await givenProduct(app);
    const gone = await givenProduct(app);
    await copy.sync(app);
    await admin.products.change(sku, { name: 'Changed' });
    await admin.products.change(gone.sku, { sku: 'ELSEWHERE' });
    await pruneNow(app);
    const restarted = await TestApp.startOn(app.connection);
    const [page] = await copy.sync(restarted);
    expect(page?.reset).toBe(false);
    expect(page?.removed).toEqual([gone.sku]);
    await copy.expectEqual(restarted);
    await restarted.stop();
    await copy.sync(app);
    await copy.expectEqual(app);
  });

  it('restarts from the beginning for an unusable cursor', async () => {
    await givenProduct(app);
    await copy.sync(app);
    const [database = '', plan = '', xid = ''] = decoded(copy.cursor).split('.');
    const other = database.startsWith('0') ? '1' : '0';
    for (const cursor of [
      `${other}${database.slice(1)}.${plan}.${xid}`,
      `${database}.${Number(plan) + 1}.${xid}`,
      `${database}.${plan}.1`,
      `${database}.${plan}.0`,
      `${database}.${plan}.0.1.1`,
      `${database}.${plan}.${xid}.9007199254740991.0`,
      `${database}.${plan}.9007199254740991`,
    ]) {
      copy.cursor = encoded(cursor);
      expect([cursor, (await copy.readPage(app)).reset]).toEqual([cursor, true]);
      await copy.expectEqual(app);
    }
  });
});
