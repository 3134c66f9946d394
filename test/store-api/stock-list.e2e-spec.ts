import { CatalogService } from '../../src/catalog/catalog.service.js';
import { StockService } from '../../src/stock/stock.service.js';
import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct, givenShirt, stockInput } from '../support/shop/given.js';
import { givenShop, type Shop, type StoreAnswer } from '../support/shop/shop.js';

const app = await TestApp.start();
const shop = await givenShop(app);

describe('GET /api/stock', () => {
  // Each test begins with nothing for sale.
  afterEach(() => app.dataSource.query('UPDATE products SET active = false'));

  const ofSkus = (...skus: string[]) => shop.stock.list({ skus: skus.join(',') });
  const recordOf = async (sku: string): Promise<object> => {
    const record = Object.entries(await shop.products.stock(sku));
    return Object.fromEntries(record.filter(([key]) => key !== 'success'));
  };

  it('returns the records in the order of the SKUs, duplicates once', async () => {
    const { sku: mug } = await givenProduct(app, { stock: 0 });
    const { sku: shirt } = await givenShirt(app);
    const { sku: odd } = await givenProduct(app, { sku: 'A/B C+ß&"' });
    await givenProduct(app);
    const body = await ofSkus(odd, shirt, mug, ` ${shirt}`, odd, '');
    expect(body).toEqual({
      success: true,
      data: [await recordOf(odd), await recordOf(shirt), await recordOf(mug)],
      unknown: [],
      next_cursor: null,
    });
    expect(await shop.stock.list(`skus=${odd[0]}&skus=${mug}`)).toMatchObject({
      data: [{ sku: mug }],
      unknown: ['A'],
    });
  });

  it('lists unknown, inactive and unpriced SKUs separately', async () => {
    const { sku } = await givenProduct(app);
    const inactive = await givenProduct(app, { active: false });
    const unpriced = await givenProduct(app, { basePriceMinor: null });
    const strange = ['constructor', '\u0001', 'x'.repeat(100)];
    const body = await ofSkus('NONE', inactive.sku, sku, unpriced.sku, ...strange, 'NONE');
    expect(body.data).toEqual([await recordOf(sku)]);
    expect(body.unknown).toEqual(['NONE', inactive.sku, unpriced.sku, ...strange]);
  });

  it('returns each product once over all pages, while products change', async () => {
    const products = [];
    for (let count = 0; count < 5; count += 1) products.push(await givenProduct(app));
    await givenProduct(app, { active: false });
    const skus = products.map(({ sku }) => sku);
    expect((await shop.stock.list()).data.map(({ sku }) => sku)).toEqual(skus);

    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const body: StoreAnswer<'listStock'> = await shop.stock.list(
        `limit=2${cursor && `&cursor=${cursor}`}`,
      );
      expect(body.data.length).toBe(page === 2 ? 1 : 2);
      seen.push(...body.data.map(({ sku }) => sku));
      cursor = body.next_cursor;
      await app.service(StockService).count(skus[0] ?? '', stockInput(page));
    }
    expect(seen).toEqual(skus);
    // Exactly full: there is no page after it.
    expect(await shop.stock.list('limit=5')).toMatchObject({ next_cursor: null });
  });

  it('accepts 1 to 500 SKUs', async () => {
    const skus = Array.from({ length: 500 }, (_, index) => `S${index}`);
    expect((await ofSkus(...skus)).unknown).toEqual(skus);
    for (const refused of [[...skus, 'ONE-MORE'], [], [' ', '']]) {
      expect(await ofSkus(...refused).problems()).toEqual(['skus out_of_range']);
    }
    expect(await shop.stock.list('limit=').problems()).toEqual(['limit out_of_range']);
    const garbage = shop.stock.list('cursor=garbage');
    expect(await garbage.problems()).toEqual(['cursor invalid_cursor']);
  });

  it('answers 304 until something in it changes, compressed or not', async () => {
    const products = [];
    for (let count = 0; count < 20; count += 1) products.push(await givenProduct(app));
    const [one, other] = products.map(({ sku }) => sku) as [string, string];
    for (const encoding of ['identity', 'gzip']) {
      const ask = (query: string, tag = '') =>
        shop.stock.list(query).set('Accept-Encoding', encoding).set('If-None-Match', tag);
      const whole = await ask('').expect(200);
      expect(whole.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
      expect((whole.body as StoreAnswer<'listStock'>).data).toHaveLength(20);
      const alone = await ask(`skus=${one}`).expect(200);
      await ask('', whole.headers.etag).expect(304);
      await ask(`skus=${one}`, alone.headers.etag).expect(304);
      await app.service(StockService).count(other, stockInput(encoding.length));
      await ask('', whole.headers.etag).expect(200);
      await ask(`skus=${one}`, alone.headers.etag).expect(304);
    }
  });

  it('answers the same query by the plan of each caller, and again after each change', async () => {
    const { sku } = await givenProduct(app, { stock: 1 });
    const { sku: special } = await givenProduct(app, { basePriceMinor: null });
    const other = await givenShop(app);
    await app.service(CatalogService).setPlanPrice(other.client.plan, special, 5_000);
    const query = `skus=${sku},${special}`;
    const ask = async (by: Shop): Promise<unknown[]> => {
      const { data, unknown } = await by.stock.list(query);
      return [...data.map((found) => [found.sku, found.stock_qty]), ...unknown];
    };
    const expectBoth = async (count: number, known = sku): Promise<void> => {
      const found = known === sku ? [[sku, count]] : [];
      const lost = known === sku ? [] : [sku];
      // One plan after the other, and the same before and after a change: that is when an answer could be kept too long.
      for (const asker of [shop, other, other, shop]) {
        const specials = asker === other ? [[special, 100], ...lost] : [...lost, special];
        expect(await ask(asker)).toEqual([...found, ...specials]);
      }
    };
    await expectBoth(1);
    await app.service(StockService).count(sku, stockInput(2));
    await expectBoth(2);
    await new Admin(app).products.change(sku, { sku: 'RENAMED' });
    await expectBoth(2, 'RENAMED');
    await app.get(`/api/stock?${query}`, {}).expect(401);
  });
});
