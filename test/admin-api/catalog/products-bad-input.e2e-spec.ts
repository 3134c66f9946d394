import { TestApp } from '../../support/app.js';
import { Admin } from '../../support/shop/admin.js';
import { givenProduct, givenShirt, unique } from '../../support/shop/given.js';
import type { ErrorBody } from '../../support/call.js';
import { givenSuiteOfTwo } from '../../support/shop/shop.js';

const SIZES = [{ name: 'Size', values: ['M', 'L'] }];

const IMAGE = 'https://images.example.com/a.jpg';

const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);

const axis = (name: unknown, values: unknown = ['x']): object => ({ name, values });

/** Variations with so many combinations: `values` to the power of `count`. */
function axes(count: number, values: number): object[] {
  return texts(count).map((name) => axis(name, texts(values)));
}
const { one, admin, adminElsewhere } = await givenSuiteOfTwo();

/** Values that no product may have, new or changed. */
const WRONG: [field: string, code: string, values: unknown[]][] = [
  ['gtin', 'invalid_gtin', ['8901234567891', '123', '89012345678901', 'abcdefgh']],
  ['hsn', 'invalid_hsn', ['732', '73239', 'abcd']],
  ['variation_codes', 'invalid_value', [{ a: 1 }, { a: null }, { a: '' }]],
  ['variation_codes', 'invalid_value', [{ a: 'b=c' }, { a: 'x'.repeat(65) }, { a: 'a\u0000b' }]],
  ['variation_codes', 'not_distinct', [{ a: 'one', b: 'ONE ' }]],
  ['variation_codes', 'unknown_key', [{ a: 'one' }]],
  ['variation_images', 'invalid_url', [IMAGE, [IMAGE], { a: 'http://a.example/a' }, { a: null }]],
  ['variation_images', 'unknown_key', [{ a: IMAGE }]],
  ['gst_unit', 'unknown_unit', ['PC', 'KG', '5', 'XYZ']],
  ['name', 'invalid_characters', ['a\tb', 'a\u202eb']],
  ['delivery_charge', 'too_many_decimals', [1e-9]],
  ['images', 'invalid_url', [[5], [[IMAGE]], [{}], [null], [''], ['/a.jpg']]],
  ['images', 'invalid_url', [['http://example.com/a.jpg'], ['javascript:alert(1)']]],
  ['images', 'invalid_url', [['https://user:secret@example.com/a.jpg']]],
  ['images', 'invalid_url', [['https://user@example.com/a']]],
  ['images', 'invalid_url', [[...texts(21)].map(() => IMAGE), [IMAGE + 'x'.repeat(2_000)]]],
  ['images', 'invalid_url', [[`${IMAGE}?\u0000`], [`${IMAGE}?\ud800`]]],
  ['variations', 'not_distinct', [[...SIZES, { name: 'SIZE', values: ['x'] }]]],
  ['variations', 'out_of_range', [texts(6).map((name) => ({ name, values: ['x'] }))]],
  ['variations', 'too_many_combinations', [axes(2, 32), axes(5, 200)]],
  ['variations.0.name', 'invalid_characters', [[axis('a:b')], [axis('a|b')], [axis('a\nb')]]],
  ['variations.0.values', 'out_of_range', [[axis('A', [])], [axis('A', texts(201))]]],
  ['variations.0.values', 'invalid_value', [[axis('A', [5])], [axis('A', [['M']])]]],
  ['variations.0.values', 'invalid_value', [[axis('A', ['M', ' '])], [axis('A', ['a:b'])]]],
  ['variations.0.values', 'invalid_value', [[axis('A', ['a|b'])], [axis('A', ['\u0000'])]]],
  ['variations.0.values', 'invalid_value', [[axis('A', ['a\u202eb'])], [axis('A', ['a\u2028b'])]]],
  ['variations.0.values', 'invalid_value', [[axis('A', ['x'.repeat(81)])]]],
  ['variations.0.values', 'not_distinct', [[axis('A', ['Red', 'RED'])]]],
  ['variations.0.values', 'not_distinct', [[axis('A', ['é', 'e\u0301'])]]],
];

describe('products with bad input', () => {
  it.each(WRONG)(
    'a product is refused, when added or changed, for %s: %s',
    async (field, code, values) => {
      const [key = ''] = field.split('.');
      const { sku } = await givenShirt(one);
      for (const value of values) {
        const sent = { sku: unique('NEW'), [key]: value };
        expect(await admin.products.create(sent).problems()).toEqual([`${field} ${code}`]);
        await admin.products.get(sent.sku).expect(404);
        await admin.products.change(sku, { [key]: value }).expectProblems(`${field} ${code}`);
      }
      expect((await adminElsewhere.stock.get(sku)).levels).toHaveLength(4);
    },
  );

  it('variations without names are refused for that, not for having the same name', async () => {
    const variations = [{ values: ['x'] }, { values: ['y'] }];
    const create = admin.products.create({ variations });
    await create.expectProblems('variations.0.name required', 'variations.1.name required');
  });

  const STOCKS: [field: string, code: string, values: unknown[]][] = [
    ['variation_stocks', 'invalid_stock', [5, 'x', [5, 5], true]],
    ['variation_stocks', 'invalid_stock', [{ 'Size:M': '1' }, { 'Size:M': -1 }]],
    ['variation_stocks', 'invalid_stock', [{ 'Size:M': 0.5 }, { 'Size:M': null }]],
    ['variation_stocks', 'invalid_stock', [{ 'Size:M': { deep: [[{}]] } }, { 'Size:M': 1e9 }]],
    ['variation_stocks', 'invalid_stock', [{ 'Size:XL': 1 }, { '': 1 }, { M: 1 }]],
  ];
  it.each(STOCKS)('a product is refused with its stock: %s %s', async (field, code, values) => {
    const { sku } = await admin.products.create({ variations: SIZES });
    for (const value of values) {
      const sent = { sku: unique('NEW'), variations: SIZES, [field]: value };
      expect(await admin.products.create(sent).problems()).toEqual([`${field} ${code}`]);
      await admin.products.get(sent.sku).expect(404);
      await admin.stock.count(sku, { [field]: value }).expectProblems(`${field} ${code}`);
    }
  });

  it.each(['constructor', '__proto__', 'toString', 'prototype'])(
    'a product with a field or a variation key %s is refused',
    async (name) => {
      const { sku } = await admin.products.create({ variations: SIZES });
      // As JSON.parse sets it, also where it is __proto__.
      const named = (value: unknown): object => Object.fromEntries([[name, value]]);
      for (const field of ['variation_stocks', 'variation_codes', 'variation_images']) {
        const sent = { [field]: named(field === 'variation_stocks' ? 1 : IMAGE) };
        const problems = admin.products.create({ ...sent, variations: SIZES }).problems();
        expect(await problems).toEqual([`${field}.${name} unknown_field`]);
      }
      const count = admin.stock.count(sku, { variation_stocks: named(1) });
      await count.expectProblems(`variation_stocks.${name} unknown_field`);
      expect(await admin.products.create(named(1)).problems()).toEqual([`${name} unknown_field`]);
      const { body } = await one.admin('get', `products?${name}=1`).expect(422);
      expect(body).toMatchObject({ code: 'unknown_field', errors: [{ field: name }] });
    },
  );

  it('a product with stock of the wrong kind is refused', async () => {
    const plain = (await givenProduct(one, { stock: 3 })).sku;
    const shirt = (await givenShirt(one)).sku;
    for (const [body, sku] of [
      [{ stock_qty: 5 }, shirt],
      [{ stock_qty: 5, variation_stocks: { 'Size:M|Colour:Red': 1 } }, shirt],
      [{ variation_stocks: { '': 5 } }, plain],
      [{ stock_qty: 5, variation_stocks: { 'Size:M': 1 } }, plain],
    ] as const) {
      const before = await adminElsewhere.stock.get(sku);
      expect(await admin.stock.count(sku, body).problems()).toHaveLength(1);
      expect(await adminElsewhere.stock.get(sku)).toEqual(before);
    }
    await admin.products.create({ variations: SIZES, stock_qty: 5 }).expect(422);
    await admin.products.create({ variation_stocks: { 'Size:M': 5 } }).expect(422);
  });

  const NO_SKUS = ['NO-SUCH', '%00', '%20', '%ED%A0%80', 'x'.repeat(500), '%ff', '%F0%9F%A7%BA'];
  it.each(NO_SKUS)('a path that names no product is refused: %s', async (sku) => {
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

  // The last one: pictures are allowed or not for the whole process.
  it('a product with a picture in a private network is refused in production', async () => {
    const inProduction = new Admin(
      await TestApp.startOn(one.connection, { NODE_ENV: 'production' }),
    );
    const unreachable = ['https://10.0.0.7/a.jpg'];
    const sent = {
      images: unreachable,
      variations: SIZES,
      variation_images: { 'Size:M': unreachable[0] },
    };
    expect(await inProduction.products.create(sent).problems()).toEqual([
      'images invalid_url',
      'variation_images invalid_url',
    ]);
    await inProduction.products.create({ images: [IMAGE] });
  });
});
