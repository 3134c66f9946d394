import type { Response, Test } from 'supertest';
import { ADMIN_TOKEN, TestApp } from '../../support/app.js';
import { givenProduct, givenShirt, unique } from '../../support/shop/given.js';
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

const SIZES = [{ name: 'Size', values: ['M', 'L'] }];

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

/** Variations with so many combinations: `values` to the power of `count`. */
function axes(count: number, values: number): object[] {
  return texts(count).map((name) => axis(name, texts(values)));
}

let one: TestApp;
let two: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ one, two, stop } = await givenTwoApps());
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

/** Values that no product may have, new or changed. */
const WRONG: [field: string, code: string, values: unknown[]][] = [
  ['gtin', 'invalid_gtin', ['8901234567891', '123', '89012345678901', 'abcdefgh']],
  ['gtin', 'string_expected', [8901234567890]],
  ['hsn', 'invalid_hsn', ['732', '73239', 'abcd']],
  ['brand', 'too_long', ['x'.repeat(81)]],
  ['shelf', 'too_long', ['x'.repeat(41)]],
  ['weight_grams', 'integer_expected', ['300', 1.5]],
  ['weight_grams', 'out_of_range', [0, 1_000_001]],
  ['gst_rate', 'out_of_range', [-1, 100.01]],
  ['gst_rate', 'too_many_decimals', [12.345]],
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

describe('a product is refused,', () => {
  it.each(WRONG)('when added or changed, for %s: %s', async (field, code, values) => {
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

  it('for all invalid fields at once', async () => {
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
