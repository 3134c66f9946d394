import { STORE_DETAILS } from '../../src/catalog/details/product-details.js';
import { StockService } from '../../src/stock/stock.service.js';
import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct, givenShirt, stockInput } from '../support/shop/given.js';
import { givenShop, type StoreAnswer } from '../support/shop/shop.js';

type ListBody = StoreAnswer<'listProducts'>;

const app = await TestApp.start();
const shop = await givenShop(app);
const ask = (query: string) => app.get(`/api/products${query}`, shop.client.headers);

describe('GET /api/products with parameters', () => {
  const skus: string[] = [];
  beforeAll(async () => {
    // 100 units each, but 0 of the third; the last is not listed.
    for (const category of ['Kitchen', 'Käse & Co', 'Kitchen', 'Kitchenware', 'kitchen']) {
      skus.push((await givenProduct(app, { category, stock: skus.length === 2 ? 0 : 100 })).sku);
    }
    await givenProduct(app, { category: 'Kitchen', active: false });
  });

  const found = async (query: string): Promise<[total: number, skus: string[]]> => {
    const { total, data } = (await ask(query).expect(200)).body as ListBody;
    return [total, data.map(({ sku }) => sku)];
  };
  const at = (...places: number[]) => places.map((place) => skus[place]);
  const nextOf = (link: string | undefined) =>
    /^<\/api\/products(\?[^>]*)>; rel="next"$/.exec(link ?? '')?.[1];

  it('returns the same items in pages, linked by the Link header', async () => {
    const whole = await ask('').expect(200);
    expect(whole.headers).not.toHaveProperty('link');
    const items: object[] = [];
    let query: string | undefined = '?limit=2';
    const sizes: number[] = [];
    while (query !== undefined) {
      const { body, headers } = await ask(query).expect(200);
      const { total, data } = body as ListBody;
      expect(total).toBe(5);
      items.push(...data);
      sizes.push(data.length);
      query = nextOf(headers.link);
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(items).toEqual((whole.body as ListBody).data);
    expect((await ask('?limit=5').expect(200)).headers).not.toHaveProperty('link');
  });

  it('matches a category by its whole name, ignoring case', async () => {
    expect(await found('?category=KITCHEN')).toEqual([3, at(0, 2, 4)]);
    expect(await found(`?category=${encodeURIComponent('kÄSE & co')}`)).toEqual([1, at(1)]);
    expect(await found('?category=Kit')).toEqual([0, []]);
  });

  it('filters by products in stock or out of stock', async () => {
    expect(await found('?in_stock=true')).toEqual([4, at(0, 1, 3, 4)]);
    expect(await found('?in_stock=false')).toEqual([1, at(2)]);
  });

  it('keeps the filters from page to page; total counts the matches on all pages', async () => {
    const first = await ask('?category=kitchen&in_stock=true&limit=1').expect(200);
    expect(first.body).toMatchObject({ total: 2, data: [{ sku: skus[0] }] });
    expect(await found(nextOf(first.headers.link) ?? '')).toEqual([2, at(4)]);
  });

  it('ignores unknown parameters and blank values', async () => {
    const whole = await ask('').expect(200);
    for (const query of ['?', '?page=2', '?category=&cursor=']) {
      const same = await ask(query).expect(200);
      expect(same.text).toBe(whole.text);
      expect(same.headers.etag).toBe(whole.headers.etag);
    }
  });

  it.each<[query: string, field: string, code: string]>([
    ['cursor=garbage', 'cursor', 'invalid_cursor'],
    ['in_stock=', 'in_stock', 'boolean_expected'],
    ['include=', 'include', 'unknown_value'],
    ['updated_since=', 'updated_since', 'instant_expected'],
  ])('refuses %s and names it', async (query, field, code) => {
    expect(await shop.products.list(query).problems()).toEqual([`${field} ${code}`]);
  });

  it('answers 304 until something on the page changes', async () => {
    const [page, next] = ['?limit=2', '?limit=2&cursor=Mg'];
    const tag = (await ask(page).expect(200)).headers.etag ?? '';
    const nextTag = (await ask(next).expect(200)).headers.etag ?? '';
    const unchanged = await ask(page).set('If-None-Match', tag).expect(304);
    expect(nextOf(unchanged.headers.link)).toBe(next);
    await app.service(StockService).count(skus[0] ?? '', stockInput(7));
    await ask(page).set('If-None-Match', tag).expect(200);
    await ask(next).set('If-None-Match', nextTag).expect(304);
  });
});

describe('GET /api/products?include=', () => {
  const skus: string[] = [];
  beforeAll(async () => {
    await app.sql`UPDATE products SET active = false`;
    for (let count = 0; count < 3; count += 1) skus.push((await givenProduct(app)).sku);
  });

  it('adds all data that a copy of the catalog needs, in whole lists and in pages', async () => {
    const shirt = await givenShirt(app, { 'Size:M|Colour:Red': 4 });
    const inclusions = {
      variations: ['has_variations', 'variations', 'variation_stocks'],
      delivery: ['delivery_charge'],
      'delivery,variations': [
        ...['has_variations', 'variations', 'variation_stocks'],
        'delivery_charge',
      ],
    };
    const plain = ((await ask('').expect(200)).body as ListBody).data;
    for (const [include, fields] of Object.entries(inclusions)) {
      const { body, headers } = await ask(`?include=${include}`).expect(200);
      const { data } = body as ListBody;
      for (const [index, item] of data.entries()) {
        const one = Object.entries(await shop.products.get(item.sku));
        const added = Object.fromEntries(one.filter(([field]) => fields.includes(field)));
        expect(item).toEqual({ ...plain[index], ...added });
      }
      const pages = await ask(`?limit=500&include=${include}`).expect(200);
      expect((pages.body as ListBody).data).toEqual(data);
      await ask(`?include=${include}`)
        .set('If-None-Match', headers.etag ?? '')
        .expect(304);
    }
    const { link } = (await ask('?limit=1&include=delivery').expect(200)).headers;
    expect(link).toContain('include=delivery');
    await app.service(StockService).count(shirt.sku, stockInput({ 'Size:M|Colour:Red': 1 }));
    expect((await shop.products.list({ include: 'variations' })).at(-1)).toMatchObject({
      variation_stocks: { 'Size:M|Colour:Red': 1 },
    });
    await new Admin(app).products.change(shirt.sku, { active: false });
  });

  it('adds the details of a product only on request', async () => {
    const none = {
      ...Object.fromEntries(STORE_DETAILS.map(({ name }) => [name, null])),
      gtin: null,
      hsn: null,
      brand: null,
      weight_grams: null,
      gst_rate: null,
      mrp: null,
      variation_codes: null,
      variation_images: null,
    };
    const known = {
      ...none,
      gtin: '8901234567890',
      hsn: '7323',
      brand: 'Surya',
      weight_grams: 300,
      gst_rate: 1.5,
      mrp: 399.5,
    };
    const admin = new Admin(app);
    const path = `/api/products/${skus[0]}`;
    const one = (query = '') => app.get(`${path}${query}`, shop.client.headers).expect(200);
    const plain = (await one()).body as { data: object };
    await admin.products.change(skus[0]!, known);
    expect((await one()).body).toEqual(plain);
    expect((await one('?include=details')).body).toEqual({
      ...plain,
      data: { ...plain.data, ...known },
    });
    expect((await ask('?include=details').expect(200)).body).toMatchObject({
      data: [known, none, none],
    });
    await admin.products.change(skus[0]!, none);
    expect((await one('?include=details')).body).toMatchObject({ data: none });
  });
});
