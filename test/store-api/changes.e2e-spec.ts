import { eventually } from '../support/eventually.js';
import { givenClient, givenProduct } from '../support/shop/given.js';
import { Shop } from '../support/shop/shop.js';
import {
  admin,
  app,
  client,
  copy,
  startWithCopy,
  StoreCopy,
} from '../support/documents/store-copy.js';

describe('GET /api/changes', () => {
  startWithCopy();

  it('returns everything first, then each change, in the form of the list', async () => {
    const tumbler = await givenProduct(app, { name: 'Tumbler' });
    const bowl = await givenProduct(app);
    const secret = await givenProduct(app, { active: false });
    expect(await copy.sync(app)).toEqual([
      expect.objectContaining({ success: true, reset: true, removed: [], has_more: false }),
    ]);
    expect([...copy.products.keys()]).toEqual([tumbler.sku, bowl.sku]);
    await copy.expectEqual(app);

    const change = async (work: () => PromiseLike<unknown>): Promise<void> => {
      await work();
      const [page] = await copy.sync(app);
      expect(page?.reset).toBe(false);
      await copy.expectEqual(app);
    };
    await change(() => givenProduct(app, { sku: 'NEW-1' }));
    expect([...copy.products.keys()]).toContain('NEW-1');
    await change(() => admin.products.change(tumbler.sku, { base_price: 249.99 }));
    await change(() => admin.stock.count(bowl.sku, { stock_qty: 3 }));
    await change(() => new Shop(app, client).orders.place({ sku: bowl.sku, quantity: 2 }));
    expect(copy.products.get(bowl.sku)?.stock_qty).toBe(1);
    await change(() => admin.plans.setPrice(client.plan, bowl.sku, 77.5));
    await change(() => admin.plans.removePrice(client.plan, bowl.sku));
    await change(() => admin.plans.change(client.plan, { discount_percent: 12.5 }));
    expect(copy.products.get(tumbler.sku)?.pricing.wholesale_price).toBe(218.74);
    await change(() => admin.products.change(bowl.sku, { active: false }));
    expect(copy.products.has(bowl.sku)).toBe(false);
    await change(() => admin.products.change(bowl.sku, { active: true }));
    expect(copy.products.has(bowl.sku)).toBe(true);
    await change(() => admin.products.change(secret.sku, { active: true }));
    await change(() => admin.plans.change(client.plan, { discount_percent: 100 }));
    expect(copy.products.size).toBe(0);
  });

  it('returns an empty page with the same cursor and tag while nothing changes', async () => {
    await givenProduct(app);
    await copy.sync(app);
    const before = copy.cursor;
    await eventually(async () => {
      const page = await copy.readPage(app);
      return page.data.length === 0 && page.removed.length === 0;
    });
    expect(before).not.toBeNull();
    const path = `/api/changes?since=${copy.cursor}`;
    const { headers } = await app.get(path, client.headers).expect(200);
    expect(headers.etag).toMatch(/^"\d+-/);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('lists the old SKU of a renamed product as removed, also when SKUs are swapped', async () => {
    const rename = (from: string, to: string) => admin.products.change(from, { sku: to });
    await givenProduct(app, { sku: 'LEFT' });
    await givenProduct(app, { sku: 'RIGHT' });
    const reader = new StoreCopy(client, 1);
    await copy.sync(app);
    await reader.sync(app);
    await rename('LEFT', 'OTHER');
    const [renamed] = await copy.sync(app);
    expect(renamed?.removed).toEqual(['LEFT']);
    await copy.expectEqual(app);

    await rename('RIGHT', 'LEFT');
    await rename('OTHER', 'RIGHT');
    for (const store of [copy, reader]) {
      await store.sync(app);
      await store.expectEqual(app);
    }
  });

  it('never names a SKU that no client could order, also after it changed', async () => {
    await copy.sync(app);
    const patch = (sku: string, change: object) => admin.products.change(sku, change);
    await givenProduct(app, { sku: 'DRAFT-1', active: false });
    await givenProduct(app, { sku: 'PRICELESS', basePriceMinor: null });
    await patch('DRAFT-1', { base_price: 20 });
    await patch('DRAFT-1', { sku: 'DRAFT-2' });
    await patch('PRICELESS', { name: 'Not for this plan' });
    await admin.plans.change(client.plan, { discount_percent: 10 });
    await patch('DRAFT-2', { sku: 'LAUNCHED', active: true });
    const [page] = await copy.sync(app);
    expect(page).toMatchObject({ reset: false, removed: [], data: [{ sku: 'LAUNCHED' }] });
    await copy.expectEqual(app);
  });

  it('lists a product as removed when its price ends for any reason', async () => {
    const base = await givenProduct(app);
    const own = await givenProduct(app, { basePriceMinor: null });
    const cheap = await givenProduct(app);
    await admin.plans.setPrice(client.plan, own.sku, 5);
    await admin.plans.change(client.plan, { discount_percent: 99.9 });
    const takeAway = async (sku: string, work: () => PromiseLike<unknown>): Promise<void> => {
      await copy.sync(app);
      expect(copy.products.has(sku)).toBe(true);
      const prompt = new StoreCopy(client);
      await prompt.sync(app);
      await work();
      expect((await prompt.readPage(app)).removed).toEqual([sku]);
      // A product that was removed while it was active stays removed, also after further changes.
      await admin.products.change(sku, { active: false });
      await admin.products.change(sku, { sku: `GONE-${sku}` });
      const [page] = await copy.sync(app);
      expect(page?.reset).toBe(false);
      expect(page?.removed).toContain(sku);
      await copy.expectEqual(app);
    };
    await takeAway(base.sku, () => admin.products.change(base.sku, { base_price: null }));
    await takeAway(own.sku, () => admin.plans.removePrice(client.plan, own.sku));
    await takeAway(cheap.sku, () => admin.products.change(cheap.sku, { base_price: 4 }));
  });

  it('converges for a store that ignores removals of unknown SKUs', async () => {
    const other = await givenClient(app);
    const { sku } = await givenProduct(app, { basePriceMinor: null });
    const kept = await givenProduct(app);
    await admin.plans.setPrice(other.plan, sku, 5);
    await copy.sync(app);
    expect([...copy.products.keys()]).toEqual([kept.sku]);
    await admin.products.change(sku, { active: false });
    const [page] = await copy.sync(app);
    expect(page?.removed).toEqual([sku]);
    await copy.expectEqual(app);
  });
});
