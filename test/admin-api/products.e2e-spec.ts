import request, { type Response, type Test } from 'supertest';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import {
  givenClient,
  givenProduct,
  givenShirt,
  orderBody,
  unique,
  type GivenClient,
  type OrderItemBody,
} from '../support/given.js';
import { givenTwoApps } from '../support/two-apps.js';

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
const SIZES = [{ name: 'Size', values: ['M', 'L'] }];
const IMAGE = 'https://images.example.com/a.jpg';
const PARCEL = { courier: 'C', tracking_number: 'T', tracking_url: 'https://t.example/T' };

function dataOf<T>({ body }: Response): T {
  return (body as { data: T }).data;
}

async function errorsOf(test: Test): Promise<[field: string, code: string][]> {
  const { code, errors = [] } = (await test.expect(422)).body as Partial<ErrorBody>;
  expect(code).toBe('validation_failed');
  return errors.map((error) => [error.field, error.code]);
}

/** `count` texts that differ. */
function texts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `v${index}`);
}

/** A variation. */
function axis(name: unknown, values: unknown = ['x']): object {
  return { name, values };
}

/** Variations with so many combinations: `values` to the power of `count`. */
function axes(count: number, values: number): object[] {
  return texts(count).map((name) => axis(name, texts(values)));
}

describe('products and their stock', () => {
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
  const adjust = (sku: string, body: object) =>
    one.admin('post', at(sku, '/stock/adjustments'), { reason: 'counted', ...body });
  /** Key, on hand and reserved of every level. */
  const levels = async (sku: string): Promise<unknown[]> => {
    const answer = await two.admin('get', at(sku, '/stock')).expect(200);
    return dataOf<{ levels: Levels }>(answer).levels.map((level) => Object.values(level));
  };
  /** What a store is answered by an instance that saw nothing of the change. */
  const seenByStore = (sku: string, rest = '') =>
    two.get(`/api/products/${encodeURIComponent(sku)}${rest}`, client.headers);
  const stockSeen = async (sku: string): Promise<unknown> => {
    const { body } = await seenByStore(sku, '/stock').expect(200);
    const { stock_qty: quantity, variation_stocks: byKey } = body as Record<string, object>;
    return Object.keys(byKey ?? {}).length === 0 ? quantity : byKey;
  };
  const place = async (item: OrderItemBody): Promise<string> => {
    const { body } = await two.post('/api/orders', client.headers, orderBody(item)).expect(201);
    return (body as { order_number: string }).order_number;
  };
  const payAndShip = async (order: string): Promise<void> => {
    await one.admin('post', `orders/${order}/payments`, { method: 'cash' }).expect(201);
    const { body } = await one.admin('post', `orders/${order}/shipments`, PARCEL).expect(201);
    expect(body).toMatchObject({ data: { status: 'shipped' } });
  };

  describe('a new product', () => {
    it('has all that was sent, and is seen by stores at once', async () => {
      const plain = {
        ...{ description: 'First line\nsecond line', category: 'Tableware' },
        ...{ base_price: 249.99, delivery_charge: 30.5 },
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
          ...{ ...plain, sku: 'TW-GLS-06', name: 'Steel Tumbler', images: [IMAGE] },
          ...{ id: expect.any(Number), active: true, plan_prices: {}, stock_qty: 7 },
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

    it('is plain, active and out of stock in what is left out', async () => {
      const { body } = await add().expect(201);
      expect(body).toMatchObject({
        data: {
          ...{ description: '', category: '', images: [], variations: [], active: true },
          ...{ stock_qty: 0, variation_stocks: {} },
        },
      });
    });

    it('stays hidden while it is inactive', async () => {
      const { sku } = dataOf<ProductData>(await add({ active: false, stock_qty: 5 }).expect(201));
      await seenByStore(sku).expect(404);
      expect(await levels(sku)).toEqual([['', 5, 0]]);
    });

    it('has a SKU of its own, also when it is added many times at once', async () => {
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
    it.each(ODD_SKUS)('may have a SKU that a path has to be careful with: %s', async (sku) => {
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

  describe('refused', () => {
    /** Values that no product may have, new or changed. */
    const WRONG: [field: string, code: string, values: unknown[]][] = [
      ['sku', 'string_expected', [5, ['A'], { a: { b: [] } }, true]],
      ['sku', 'too_long', ['x'.repeat(65)]],
      ['sku', 'invalid_characters', ['a\nb', 'a\u0000', '\ud800']],
      ['name', 'string_expected', [5, [], { en: 'A' }]],
      ['name', 'too_long', ['🧺'.repeat(121)]],
      ['name', 'invalid_characters', ['a\u0000b', 'a\tb', '\udfff']],
      ['description', 'string_expected', [5, ['A'], {}]],
      ['description', 'too_long', ['x'.repeat(4_001)]],
      ['description', 'invalid_characters', ['a\u0007b', '\ud800']],
      ['category', 'string_expected', [5, [], {}]],
      ['category', 'too_long', ['x'.repeat(81)]],
      ['category', 'invalid_characters', ['a\nb', '\udfff']],
      ['base_price', 'number_expected', ['240', [240], {}, true]],
      ['base_price', 'out_of_range', [0, -1, 10_000_000.01, 1e300]],
      ['base_price', 'too_many_decimals', [2.345, 0.1 + 0.2]],
      ['delivery_charge', 'number_expected', ['30', [], {}, false]],
      ['delivery_charge', 'out_of_range', [-0.01, 10_000_001]],
      ['delivery_charge', 'too_many_decimals', [1e-9, 5.555]],
      ['active', 'boolean_expected', ['yes', 'true', 1, 0, [], {}]],
      ['images', 'list_expected', [IMAGE, { 0: IMAGE }, 5]],
      ['images', 'invalid_url', [[5], [[IMAGE]], [{}], [null], [''], ['/a.jpg']]],
      ['images', 'invalid_url', [['http://example.com/a.jpg'], ['javascript:alert(1)']]],
      ['images', 'invalid_url', [[...texts(21)].map(() => IMAGE), [IMAGE + 'x'.repeat(2_000)]]],
      ['images', 'invalid_url', [[`${IMAGE}?\u0000`], [`${IMAGE}?\ud800`]]],
      ['variations', 'list_expected', ['Size', 7, { name: 'Size', values: ['M'] }]],
      ['variations', 'not_distinct', [[...SIZES, { name: 'SIZE', values: ['x'] }]]],
      ['variations', 'out_of_range', [texts(6).map((name) => ({ name, values: ['x'] }))]],
      ['variations', 'too_many_combinations', [axes(2, 32), axes(5, 200)]],
      ['variations.0.name', 'invalid_characters', [[axis('a:b')], [axis('a|b')], [axis('a\nb')]]],
      ['variations.0.name', 'string_expected', [[axis(5)], [axis(['A'])], [axis({})]]],
      ['variations.0.name', 'too_long', [[axis('x'.repeat(81))]]],
      ['variations.0.values', 'required', [[axis('A', null)], [{ name: 'A' }]]],
      ['variations.0.values', 'list_expected', [[axis('A', 'M')], [axis('A', { 0: 'M' })]]],
      ['variations.0.values', 'out_of_range', [[axis('A', [])], [axis('A', texts(201))]]],
      ['variations.0.values', 'invalid_value', [[axis('A', [5])], [axis('A', [['M']])]]],
      ['variations.0.values', 'invalid_value', [[axis('A', ['M', ' '])], [axis('A', ['a:b'])]]],
      ['variations.0.values', 'invalid_value', [[axis('A', ['a|b'])], [axis('A', ['\u0000'])]]],
      ['variations.0.values', 'invalid_value', [[axis('A', ['x'.repeat(81)])]]],
      ['variations.0.values', 'not_distinct', [[axis('A', ['Red', 'RED'])]]],
      ['variations.0.values', 'not_distinct', [[axis('A', ['é', 'e\u0301'])]]],
    ];
    it.each(WRONG)('new or changed for %s: %s', async (field, code, values) => {
      const [key = ''] = field.split('.');
      const { sku } = await givenShirt(one);
      for (const value of values) {
        const sent = product({ [key]: value });
        expect(await errorsOf(one.admin('post', 'products', sent))).toEqual([[field, code]]);
        if (key !== 'sku') await one.admin('get', at(sent.sku)).expect(404);
        expect(await errorsOf(change(sku, { [key]: value }))).toEqual([[field, code]]);
      }
      expect(await levels(sku)).toHaveLength(4);
    });

    it.each(['sku', 'name', 'base_price', 'delivery_charge'])('new without %s', async (field) => {
      for (const value of [undefined, null, '', ...(field.includes('_') ? [] : [' '])]) {
        const errors = await errorsOf(add({ [field]: value }));
        expect(errors).toEqual([[field, 'required']]);
      }
    });

    it('for every field at fault at once', async () => {
      const texts = { sku: '', name: 1, base_price: 'a', images: 'b', active: 'c' };
      const sent = { ...texts, variations: [[]] };
      const errors = await errorsOf(one.admin('post', 'products', sent));
      const plain = ['active', 'base_price', 'delivery_charge', 'images', 'name', 'sku'];
      const nested = ['variations.0.name', 'variations.0.values'];
      expect(errors.map(([field]) => field).sort()).toEqual([...plain, ...nested]);
    });

    it('for names of variations that are missing, not for being the same', async () => {
      expect(await errorsOf(add({ variations: [{ values: ['x'] }, { values: ['y'] }] }))).toEqual([
        ['variations.0.name', 'required'],
        ['variations.1.name', 'required'],
      ]);
    });

    const STOCKS: [field: string, code: string, values: unknown[]][] = [
      ['stock_qty', 'integer_expected', ['5', 1.5, [5], {}, true]],
      ['stock_qty', 'out_of_range', [-1, 100_000_001, 1e300]],
      ['variation_stocks', 'invalid_stock', [5, 'x', [5, 5], true]],
      ['variation_stocks', 'invalid_stock', [{ 'Size:M': '1' }, { 'Size:M': -1 }]],
      ['variation_stocks', 'invalid_stock', [{ 'Size:M': 0.5 }, { 'Size:M': null }]],
      ['variation_stocks', 'invalid_stock', [{ 'Size:M': { deep: [[{}]] } }, { 'Size:M': 1e9 }]],
      ['variation_stocks', 'invalid_stock', [{ 'size:m': 1 }, { '': 1 }, { M: 1 }]],
    ];
    it.each(STOCKS)('with its stock: %s %s', async (field, code, values) => {
      const variations = field === 'stock_qty' ? [] : SIZES;
      const { sku } = dataOf<ProductData>(await add({ variations }).expect(201));
      for (const value of values) {
        const sent = product({ variations, [field]: value });
        expect(await errorsOf(one.admin('post', 'products', sent))).toEqual([[field, code]]);
        await one.admin('get', at(sent.sku)).expect(404);
        expect(await errorsOf(count(sku, { [field]: value }))).toEqual([[field, code]]);
      }
    });

    it('with stock of the wrong kind', async () => {
      const plain = (await givenProduct(one, { stock: 3 })).sku;
      const shirt = (await givenShirt(one)).sku;
      for (const [body, sku] of [
        [{ stock_qty: 5 }, shirt],
        [{ stock_qty: 5, variation_stocks: { 'Size:M|Colour:Red': 1 } }, shirt],
        [{ variation_stocks: { '': 5 } }, plain],
        [{ stock_qty: 5, variation_stocks: { 'Size:M': 1 } }, plain],
      ] as const) {
        const before = await levels(sku);
        expect(await errorsOf(count(sku, body))).toHaveLength(1);
        expect(await levels(sku)).toEqual(before);
      }
      await add({ variations: SIZES, stock_qty: 5 }).expect(422);
      await add({ variation_stocks: { 'Size:M': 5 } }).expect(422);
    });

    const NO_SKUS = ['NO-SUCH', '%00', '%20', '%ED%A0%80', 'x'.repeat(500), '%ff', '%F0%9F%A7%BA'];
    it.each(NO_SKUS)('for a path that names none: %s', async (sku) => {
      for (const call of [
        one.admin('get', `products/${sku}`),
        one.admin('patch', `products/${sku}`, { name: 'A' }),
        one.admin('get', `products/${sku}/stock`),
        one.admin('put', `products/${sku}/stock`, { stock_qty: 1 }),
        one.admin('post', `products/${sku}/stock/adjustments`, { delta: 1, reason: 'r' }),
      ]) {
        const { code } = (await call.expect(404)).body as ErrorBody;
        expect(code).toMatch(/^(product|route)_not_found$/);
      }
    });

    it.each([
      ['post', 'products'],
      ['patch', 'products/any'],
      ['put', 'products/any/stock'],
      ['post', 'products/any/stock/adjustments'],
    ] as const)('with what is no JSON object: %s %s', async (method, path) => {
      const send = (body: string) =>
        one
          .call(method, `/admin/${path}`, OPERATOR)
          .type('json')
          .serialize((sent) => sent as string)
          .send(body);
      await send('{"sku":').expect(400);
      for (const sent of ['[]', '[{"sku":"a"}]', '"text"', 'null']) {
        expect(await errorsOf(send(sent))).toEqual([['body', 'object_expected']]);
      }
      const depth = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
      expect(await errorsOf(send(`{"name":${depth}}`))).toEqual([['body', 'too_deep']]);
    });
  });

  describe('the list', () => {
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

  describe('a change', () => {
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

    it('is none where it is null, but for the base price', async () => {
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

    it('is not lost when others are made at the same moment', async () => {
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

  describe('a product with open orders', () => {
    it('may lose a combination: its orders are shipped, and it comes back with its pieces', async () => {
      const { sku } = await givenShirt(one);
      const order = await place({ sku, quantity: 4, variation: 'L / Blue' });
      const colors = axis('Colour', ['Red', 'Blue']);
      await change(sku, { variations: [axis('Size', ['M', 'XL']), colors] }).expect(200);
      expect(await stockSeen(sku)).toEqual({
        ...{ 'Size:M|Colour:Red': 10, 'Size:M|Colour:Blue': 10 },
        ...{ 'Size:XL|Colour:Red': 0, 'Size:XL|Colour:Blue': 0 },
      });
      const again = orderBody({ sku, quantity: 1, variation: 'L / Blue' });
      await two.post('/api/orders', client.headers, again).expect(422);
      expect(
        await errorsOf(count(sku, { variation_stocks: { 'Size:L|Colour:Blue': 50 } })),
      ).toEqual([['variation_stocks', 'invalid_stock']]);
      await payAndShip(order);
      await change(sku, { variations: [axis('Size', ['L']), colors] }).expect(200);
      expect(await stockSeen(sku)).toEqual({ 'Size:L|Colour:Red': 10, 'Size:L|Colour:Blue': 6 });
    });

    it('may get variations, and lose them again', async () => {
      const { sku } = await givenProduct(one, { stock: 9 });
      const shipped = await place({ sku, quantity: 4 });
      const cancelled = await place({ sku, quantity: 2 });
      await change(sku, { variations: SIZES }).expect(200);
      expect(await stockSeen(sku)).toEqual({ 'Size:M': 0, 'Size:L': 0 });
      await count(sku, { variation_stocks: { 'Size:M': 8 } }).expect(200);
      expect((await errorsOf(adjust(sku, { delta: 1 }))).join()).toMatch(/^variation_key,/);
      const sized = await place({ sku, quantity: 3, variation: 'M' });
      await payAndShip(shipped);
      await one.admin('post', `orders/${cancelled}/cancel`).expect(200);
      await change(sku, { variations: [] }).expect(200);
      await payAndShip(sized);
      expect(await stockSeen(sku)).toBe(5);
      expect(await levels(sku)).toContainEqual(['Size:M', 5, 0]);
    });

    it('may be taken off sale', async () => {
      const { sku } = await givenProduct(one, { stock: 9 });
      const order = await place({ sku, quantity: 4 });
      await change(sku, { active: false }).expect(200);
      await seenByStore(sku).expect(404);
      await payAndShip(order);
      expect(await levels(sku)).toEqual([['', 5, 0]]);
      await change(sku, { active: true }).expect(200);
      expect(await stockSeen(sku)).toBe(5);
    });

    it('may be renamed: its orders keep the SKU they were placed with, its prices stay', async () => {
      const { sku } = await givenProduct(one, { stock: 9 });
      const renamed = unique('RENAMED');
      await one.admin('put', `plans/${client.plan}/prices/${sku}`, { wholesale_price: 3 });
      const order = await place({ sku, quantity: 4 });
      const { body } = await change(sku, { sku: ` ${renamed} ` }).expect(200);
      expect(body).toMatchObject({ data: { sku: renamed, plan_prices: { [client.plan]: 3 } } });
      await seenByStore(sku).expect(404);
      await one.admin('get', at(sku)).expect(404);
      expect(await stockSeen(renamed)).toBe(5);

      // Another product may have the old SKU; the order is for the first one all the same.
      await add({ sku, stock_qty: 1 }).expect(201);
      await payAndShip(order);
      expect(await levels(renamed)).toEqual([['', 5, 0]]);
      expect(await levels(sku)).toEqual([['', 1, 0]]);
      const { body: kept } = await two.admin('get', `orders/${order}`);
      expect(kept).toMatchObject({ data: { items: [{ sku, unit_price: 3 }] } });
      const { body: refusal } = await change(renamed, { sku }).expect(409);
      expect(refusal).toMatchObject({ code: 'product_exists' });
    });
  });

  describe('stock', () => {
    it('is set to what was counted, reserved pieces included', async () => {
      const { sku } = await givenProduct(one, { stock: 10 });
      await place({ sku, quantity: 4 });
      const { body } = await count(sku, { stock_qty: 6 }).expect(200);
      expect(body).toEqual({
        success: true,
        data: { sku, levels: [{ variation_key: '', on_hand: 6, reserved: 4 }] },
      });
      expect(await stockSeen(sku)).toBe(2);
      await count(sku, { stock_qty: 4 }).expect(200);
      expect(await stockSeen(sku)).toBe(0);
    });

    it('is set by combination; what is left out stays', async () => {
      const { sku } = await givenShirt(one);
      await count(sku, { variation_stocks: { 'Size:M|Colour:Red': 0, 'Size:L|Colour:Red': 99 } });
      expect(await stockSeen(sku)).toEqual({
        ...{ 'Size:M|Colour:Red': 0, 'Size:M|Colour:Blue': 10 },
        ...{ 'Size:L|Colour:Red': 99, 'Size:L|Colour:Blue': 10 },
      });
    });

    it('is adjusted up and down', async () => {
      const { sku } = await givenProduct(one, { stock: 10 });
      await adjust(sku, { delta: 5 }).expect(201);
      const { body } = await adjust(sku, { delta: -15 }).expect(201);
      expect(body).toMatchObject({ success: true, data: { sku, levels: [{ on_hand: 0 }] } });
      expect(await stockSeen(sku)).toBe(0);
      const shirt = (await givenShirt(one)).sku;
      await adjust(shirt, { delta: -3, variation_key: 'Size:L|Colour:Red' }).expect(201);
      expect(await levels(shirt)).toContainEqual(['Size:L|Colour:Red', 7, 0]);
    });

    it('never falls below what orders have reserved', async () => {
      const { sku } = await givenShirt(one);
      const key = 'Size:M|Colour:Red';
      await place({ sku, quantity: 4, variation: 'M / Red' });
      const before = await levels(sku);
      const stocks = { 'Size:L|Colour:Red': 1, [key]: 3 };
      for (const call of [
        count(sku, { variation_stocks: stocks }),
        adjust(sku, { delta: -7, variation_key: key }),
        adjust(sku, { delta: -11, variation_key: 'Size:L|Colour:Red' }),
      ]) {
        expect((await call.expect(409)).body).toMatchObject({ code: 'stock_below_reserved' });
      }
      expect(await levels(sku)).toEqual(before);
      await adjust(sku, { delta: -6, variation_key: key }).expect(201);
    });

    it('adds up when it is adjusted, counted and ordered at the same moment', async () => {
      const { sku } = await givenProduct(one, { stock: 10 });
      const calls = Array.from({ length: 24 }, (_, index) => {
        const app = index % 2 === 0 ? one : two;
        if (index % 3 !== 0) {
          const body = { delta: index % 3 === 1 ? -2 : 1, reason: 'counted' };
          return app.admin('post', at(sku, '/stock/adjustments'), body);
        }
        return app.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));
      });
      const answers = await Promise.all(calls);
      const done = (kind: number): number =>
        answers.filter(({ status }, index) => index % 3 === kind && status === 201).length;
      expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
      expect(await levels(sku)).toEqual([['', 10 - 2 * done(1) + done(2), done(0)]]);
    });

    it('that is not named is not set', async () => {
      const { sku } = await givenProduct(one);
      for (const body of [{}, { stock_qty: null, variation_stocks: null }]) {
        expect((await errorsOf(count(sku, body))).length).toBeGreaterThan(0);
      }
    });

    it.each<[field: string, code: string, values: unknown[]]>([
      ['delta', 'required', [undefined, null]],
      ['delta', 'integer_expected', ['5', [5], 0.5, {}]],
      ['delta', 'out_of_range', [0, 100_000_001, 99_999_991, -1e300]],
      ['reason', 'required', [undefined, ' ']],
      ['reason', 'string_expected', [{}, ['r'], 5]],
      ['reason', 'too_long', ['x'.repeat(201)]],
      ['variation_key', 'string_expected', [5, ['Size:M|Colour:Red']]],
      ['variation_key', 'too_long', ['x'.repeat(1_001)]],
      ['variation_key', 'variation_unknown', ['Size:S|Colour:Red', 'M / Red', '', null]],
    ])('is not adjusted: %s %s', async (field, code, values) => {
      const { sku } = await givenShirt(one);
      const before = await levels(sku);
      for (const value of values) {
        const body = { delta: 1, variation_key: 'Size:M|Colour:Red', [field]: value };
        expect(await errorsOf(adjust(sku, body))).toEqual([[field, code]]);
      }
      expect(await levels(sku)).toEqual(before);
    });
  });
});
