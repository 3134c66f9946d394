import { jest } from '@jest/globals';
import { CatalogController } from '../../src/catalog/catalog.controller.js';
import type { ProductListDto } from '../../src/catalog/catalog.dto.js';
import { OrderPaymentsService } from '../../src/money/order-payments/order-payments.service.js';
import {
  BlockLists,
  inTurn,
  type ListCache,
} from '../../src/platform/http/representation/block-lists.js';
import { StockService } from '../../src/stock/stock.service.js';
import { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenPlan, givenProduct, stockInput } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';

const app = await TestApp.start();

describe('GET /api/products', () => {
  // Each test begins with nothing for sale.
  afterEach(() => app.dataSource.query('UPDATE products SET active = false'));

  const list = async (by: Shop, query = ''): Promise<ProductListDto> =>
    (await by.products.list(query).expect(200)).body as ProductListDto;

  it('returns every active product with a price on the plan, ordered by id', async () => {
    const plan = await givenPlan(app, { discountBp: 1_250 });
    const shop = await givenShop(app, { plan: plan.code });
    const first = await givenProduct(app, {
      name: 'Tumbler',
      description: 'Of steel',
      category: 'Tableware',
      images: ['https://images.example.com/tumbler.jpg'],
      basePriceMinor: 24_999,
      stock: 7,
    });
    await givenProduct(app, { active: false });
    await givenProduct(app, { basePriceMinor: null });
    const last = await givenProduct(app);

    const body = await list(shop);
    expect(body).toMatchObject({ status: true, total: 2 });
    expect(body.data.map(({ sku }) => sku)).toEqual([first.sku, last.sku]);
    expect(body.data[0]).toEqual({
      id: first.id,
      sku: first.sku,
      name: 'Tumbler',
      description: 'Of steel',
      category: 'Tableware',
      stock_qty: 7,
      images: ['https://images.example.com/tumbler.jpg'],
      // 249.99 less 12.5 % is 218.74125
      pricing: { wholesale_price: 218.74, currency: 'INR' },
    });
  });

  it('shows one snapshot although the list is built in slices; a later call gets the change', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { stock: 7 });
    await app.sql`INSERT INTO products (sku, name, category, base_price_minor, delivery_charge_minor)
        SELECT 'BULK-' || n, 'Cup ' || n, '', 100 + n, 0 FROM generate_series(1, 4500) n`;
    // Another long list has its turn until the gate is opened.
    let openGate = (): void => undefined;
    void inTurn(() => new Promise<void>((resolve) => (openGate = resolve)));
    const asked = jest.spyOn(BlockLists.prototype, 'represent');
    const early = list(shop);
    await eventually(() => asked.mock.calls.length === 1);
    await app.service(StockService).count(sku, stockInput(3));
    const late = list(shop);
    await eventually(() => asked.mock.calls.length === 2);
    await Promise.all(asked.mock.results.map(({ value }) => value as Promise<unknown>));
    openGate();
    const stocks = [await early, await late].map(({ total, data }) => {
      expect(data).toHaveLength(total);
      return data.find((product) => product.sku === sku)?.stock_qty;
    });
    // All that wait get the newest list.
    expect(stocks).toEqual([3, 3]);
    expect((await late).data.slice(1)).toEqual((await early).data.slice(1));
    expect((await late).total).toBe(4_501);
    asked.mockRestore();
    // Plain, it is made while it is sent.
    const lists: unknown = Reflect.get(app.service(CatalogController), 'lists');
    (Reflect.get(lists as object, 'cache') as ListCache).texts.clear();
    const plain = app.call('get', '/api/products', shop.client.headers);
    const { body } = await plain.set('Accept-Encoding', 'identity').expect(200);
    expect(body).toEqual(await late);
    const { data } = await late;
    const [, ...unstocked] = data;
    expect(await list(shop, 'in_stock=false')).toEqual({
      status: true,
      total: 4_500,
      data: unstocked,
    });
    const cursor = Buffer.from(String(unstocked[9]?.id)).toString('base64url');
    expect(await list(shop, `in_stock=false&cursor=${cursor}`)).toEqual({
      status: true,
      total: 4_500,
      data: unstocked.slice(10),
    });
  });
});

describe('GET /api/products/{sku} and its stock', () => {
  it('answers 404 for a product that is inactive or has no price on the plan', async () => {
    const shop = await givenShop(app);
    const inactive = await givenProduct(app, { active: false });
    const unpriced = await givenProduct(app, { basePriceMinor: null });
    for (const { sku } of [inactive, unpriced]) {
      await shop.products.stock(sku).expectRefusal(404, 'product_not_found');
    }
  });
});

describe('conditional GET', () => {
  it('answers 304 on all four routes until something changes', async () => {
    const shop = await givenShop(app);
    const product = await givenProduct(app, { stock: 9 });
    const number = await shop.orders.place({ sku: product.sku, quantity: 1 });
    const paths = [
      '/api/products',
      `/api/products/${product.sku}`,
      `/api/products/${product.sku}/stock`,
      `/api/orders/${number}/status`,
    ];
    const tags = new Map<string, string>();
    for (const path of paths) {
      const { headers } = await app.get(path, shop.client.headers).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Authorization, X-Client-Domain',
      });
      tags.set(path, headers.etag ?? '');
      for (const tag of [headers.etag, `"other", ${headers.etag}`, `W/${headers.etag}`]) {
        await app
          .get(path, shop.client.headers)
          .set('If-None-Match', tag ?? '')
          .expect(304);
      }
    }
    await app.service(StockService).count(product.sku, stockInput(3));
    await app
      .service(OrderPaymentsService)
      .pay(number, { method: 'cash', word: 'cash', reference: null }, 'unkeyed');
    for (const path of paths) {
      await app
        .get(path, shop.client.headers)
        .set('If-None-Match', tags.get(path) ?? '')
        .expect(200);
    }
  });

  it('uses different entity tags for two plans with equal answers', async () => {
    const { sku } = await givenProduct(app);
    const tagFor = async (by: Shop) => (await by.products.get(sku).headers()).etag;
    const [one, other] = [await givenShop(app), await givenShop(app)];
    const colleague = await givenShop(app, { plan: one.client.plan });
    expect(await tagFor(one)).not.toBe(await tagFor(other));
    expect(await tagFor(one)).toBe(await tagFor(colleague));
  });
});
