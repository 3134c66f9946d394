import { detailFields, NO_DETAILS } from '../../../src/catalog/details/detail-values.js';
import request, { type Response, type Test } from 'supertest';
import { ADMIN_TOKEN, TestApp } from '../../support/app.js';
import { givenClient, givenProduct, unique, type GivenClient } from '../../support/shop/given.js';
import { givenTwoApps } from '../../support/two-apps.js';

interface ErrorBody {
  code: string;
  errors: { field: string; code: string }[];
}

interface ProductData {
  id: number;
  sku: string;
  updated_at: string;
}

type Levels = Record<'variation_key' | 'on_hand' | 'reserved', string | number>[];

const OPERATOR = { Authorization: `Bearer ${ADMIN_TOKEN}` };

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const IMAGE = 'https://images.example.com/a.jpg';

function dataOf<T>({ body }: Response): T {
  return (body as { data: T }).data;
}

async function errorsOf(test: Test): Promise<[field: string, code: string][]> {
  const { code, errors = [] } = (await test.expect(422)).body as Partial<ErrorBody>;
  expect(code).toBe('validation_failed');
  return errors.map((error) => [error.field, error.code]);
}

/** Returns `count` different texts. */
function texts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `v${index}`);
}

/** Returns a variation. */
function axis(name: unknown, values: unknown = ['x']): object {
  return { name, values };
}

let one: TestApp;
let two: TestApp;
let client: GivenClient;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ one, two, stop } = await givenTwoApps());
  client = await givenClient(one);
});
afterEach(() => one.expectInvariants());
afterAll(() => stop());
const product = (rest: object = {}): { sku: string } => ({
  sku: unique('NEW'),
  ...{ name: 'Tumbler', base_price: 240, delivery_charge: 30 },
  ...rest,
});
const add = (rest: object = {}) => one.admin('post', 'products', product(rest));
const at = (sku: string, rest = ''): string => `products/${encodeURIComponent(sku)}${rest}`;
const change = (sku: string, body: object) => one.admin('patch', at(sku), body);
const count = (sku: string, body: object) => one.admin('put', at(sku, '/stock'), body);
/** Returns the key, stock and reserved units of every level. */
const levels = async (sku: string): Promise<unknown[]> => {
  const answer = await two.admin('get', at(sku, '/stock')).expect(200);
  return dataOf<{ levels: Levels }>(answer).levels.map((level) => Object.values(level));
};
/** Requests a product as a store, from the instance that did not make the change. */
const seenByStore = (sku: string, rest = '') =>
  two.get(`/api/products/${encodeURIComponent(sku)}${rest}`, client.headers);
const stockSeen = async (sku: string): Promise<unknown> => {
  const { body } = await seenByStore(sku, '/stock').expect(200);
  const { stock_qty: quantity, variation_stocks: byKey } = body as Record<string, object>;
  return Object.keys(byKey ?? {}).length === 0 ? quantity : byKey;
};

describe('a new product', () => {
  it('has every sent field, and stores see it immediately', async () => {
    const plain = {
      ...{ description: 'First line\nsecond line', category: 'Tableware' },
      ...{ base_price: 249.99, delivery_charge: 30.5 },
      ...{
        gtin: '8901234567890',
        hsn: '7323',
        brand: 'Surya',
        weight_grams: 300,
        gst_rate: 12.5,
        shelf: 'A-04-2',
      },
    };
    const sent = {
      ...{ ...plain, sku: ' TW-GLS-06 ', name: ' Steel Tumbler ', images: [` ${IMAGE} `] },
      variations: [axis(' Size ', [' M ', 'L']), axis('Colour', ['Red'])],
      variation_stocks: { 'Size:M|Colour:Red': 7 },
    };
    const { body } = await one.admin('post', 'products', sent).expect(201);
    expect(body).toEqual({
      success: true,
      data: {
        ...detailFields(NO_DETAILS),
        ...{ ...plain, sku: 'TW-GLS-06', name: 'Steel Tumbler', images: [IMAGE] },
        ...{
          id: expect.any(Number),
          active: true,
          plan_prices: {},
          scheduled_prices: [],
          stock_qty: 7,
        },
        variations: [axis('Size', ['M', 'L']), axis('Colour', ['Red'])],
        variation_stocks: { 'Size:M|Colour:Red': 7, 'Size:L|Colour:Red': 0 },
        created_at: expect.stringMatching(ISO_UTC),
        updated_at: expect.stringMatching(ISO_UTC),
      },
    });
    expect((await two.admin('get', 'products/TW-GLS-06').expect(200)).body).toEqual(body);
    const { body: seen } = await seenByStore('TW-GLS-06').expect(200);
    expect(seen).toMatchObject({ data: { stock_qty: 7, pricing: { wholesale_price: 249.99 } } });
  });

  it('has no variations, is active and out of stock by default', async () => {
    const { body } = await add().expect(201);
    expect(body).toMatchObject({
      data: {
        ...{ description: '', category: '', images: [], variations: [], active: true },
        ...{ stock_qty: 0, variation_stocks: {} },
        ...{ gtin: null, hsn: null, brand: null, weight_grams: null, gst_rate: null, shelf: null },
      },
    });
  });

  it('stays hidden while it is inactive', async () => {
    const { sku } = dataOf<ProductData>(await add({ active: false, stock_qty: 5 }).expect(201));
    await seenByStore(sku).expect(404);
    expect(await levels(sku)).toEqual([['', 5, 0]]);
  });

  it('has a unique SKU, even if it is added many times concurrently', async () => {
    const sent = product({ stock_qty: 3 });
    const statuses = await Promise.all(
      [one, two, one, two].map((app) =>
        app.admin('post', 'products', sent).then(({ status }) => status),
      ),
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
    const { body } = await one.admin('post', 'products', sent).expect(409);
    expect(body).toMatchObject({ success: false, code: 'product_exists' });
    expect(await levels(sent.sku)).toEqual([['', 3, 0]]);
  });

  it.each([
    { sku: '🧺'.repeat(64), name: '🧺'.repeat(120) },
    { description: 'x'.repeat(4_000), category: 'x'.repeat(80) },
    { base_price: 0.01, delivery_charge: 0 },
    { base_price: 10_000_000, delivery_charge: 10_000_000 },
    { images: texts(20).map((text) => `https://images.example.com/${text}`) },
    { images: [`https://images.example.com/${'x'.repeat(1_973)}`] },
    { stock_qty: 100_000_000 },
    { variations: [{ name: 'N', values: texts(200) }] },
    { variations: ['A', 'B', 'C'].map((name) => ({ name, values: texts(10) })) },
    { variations: [{ name: 'x'.repeat(80), values: ['y'.repeat(80)] }] },
    { variations: texts(5).map((name) => ({ name, values: ['One'] })) },
    { variations: [], images: [], description: null, category: ' ', active: null },
  ])('may be at its limits (%#)', async (rest) => {
    const { sku } = dataOf<ProductData>(await add(rest).expect(201));
    await seenByStore(sku).expect(200);
  });

  const ODD_SKUS = ['a/b', 'a b', '100%', '%2F', '?', '#', 'ü', 'export', 'IMPORT', '.', '..'];
  it.each(ODD_SKUS)('may have a SKU that paths have to encode: %s', async (sku) => {
    const { status } = await add({ sku });
    if (status !== 422) {
      // The path that HTTP clients make of it.
      const { pathname } = new URL(`http://any/admin/${at(sku)}`);
      const { body } = await request(one.server).get(pathname).set(OPERATOR).expect(200);
      expect(body).toMatchObject({ data: { sku } });
      await count(sku, { stock_qty: 4 }).expect(200);
      expect(await stockSeen(sku)).toBe(4);
    }
  });
});

describe('the list of products', () => {
  it('has every product once, in pages by id, inactive ones too', async () => {
    const added: string[] = [];
    for (const active of [true, false, true]) {
      added.push((await givenProduct(one, { active })).sku);
    }
    const pages: ProductData[][] = [];
    for (let cursor = ''; ;) {
      const { body } = await two.admin('get', `products?limit=2${cursor}`).expect(200);
      const { data, next_cursor: next } = body as { data: ProductData[]; next_cursor: string };
      pages.push(data);
      if (next === null) break;
      expect(data).toHaveLength(2);
      cursor = `&cursor=${next}`;
    }
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(pages.flat().map(({ sku }) => sku)).toEqual(expect.arrayContaining(added));
  });

  it.each(['limit=0', 'limit=501', 'limit=abc', 'limit=', 'cursor=garbage', 'cursor=%ff'])(
    'takes no %s',
    async (query) => {
      const errors = await errorsOf(one.admin('get', `products?${query}`));
      expect(errors.map(([field]) => field)).toEqual([query.split('=')[0]]);
    },
  );
});

describe('a change of a product', () => {
  it.each([
    { name: 'Other', category: 'Kitchen' },
    { description: '', category: ' ' },
    { base_price: 99.99, delivery_charge: 0 },
    { images: [IMAGE] },
    { images: [], variations: [] },
    { active: false },
  ])('is of what is given only: %j', async (body) => {
    const added = await add({ description: 'D', category: 'C', stock_qty: 5 }).expect(201);
    const { sku, ...before } = dataOf<ProductData>(added);
    const after = dataOf<ProductData>(await change(sku, body).expect(200));
    const trimmed = { ...body, ...('description' in body && { category: '' }) };
    expect(after).toEqual({ ...before, sku, ...trimmed, updated_at: after.updated_at });
    expect(dataOf(await two.admin('get', at(sku)))).toEqual(after);
  });

  it('is ignored where it is null, except for the base price', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const before = dataOf<ProductData>(await one.admin('get', at(sku)));
    const empty = { sku: null, name: null, images: null, variations: null, active: null };
    const after = dataOf<ProductData>(await change(sku, { ...empty, base_price: null }));
    expect(after).toEqual({ ...before, base_price: null, updated_at: after.updated_at });
    await seenByStore(sku).expect(404);
    await one.admin('put', `plans/${client.plan}/prices/${sku}`, { wholesale_price: 3 });
    const { body } = await seenByStore(sku).expect(200);
    expect(body).toMatchObject({ data: { pricing: { wholesale_price: 3 } } });
  });

  it('is not lost with concurrent changes', async () => {
    const { sku } = await givenProduct(one);
    const changes = [
      ...[{ name: 'New' }, { category: 'New' }, { description: 'New' }],
      ...[{ base_price: 5 }, { delivery_charge: 6 }, { images: [IMAGE] }],
    ];
    const answers = await Promise.all(
      changes.map((body, index) => (index % 2 ? one : two).admin('patch', at(sku), body)),
    );
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const { body } = await one.admin('get', at(sku));
    expect(body).toMatchObject({ data: Object.assign({}, ...changes) as object });
  });
});
