import { PRODUCT_DETAILS } from '../../../src/catalog/details/product-details.js';
import request from 'supertest';
import { OPERATOR } from '../../support/app.js';
import { givenProduct, ISO_UTC, unique } from '../../support/shop/given.js';
import { statusesOf, allPages } from '../../support/call.js';
import { givenSuiteOfTwo } from '../../support/shop/shop.js';

const IMAGE = 'https://images.example.com/a.jpg';

const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);

const axis = (name: unknown, values: unknown = ['x']): object => ({ name, values });
// The store, and the other operator, call the instance that does not make the changes.
const apps = await givenSuiteOfTwo();
const { one, admin, adminElsewhere: other, shopElsewhere: shop } = apps;

describe('a new product', () => {
  it('has every sent field, and stores see it immediately', async () => {
    const plain = {
      description: 'First line\nsecond line',
      category: 'Tableware',
      base_price: 249.99,
      delivery_charge: 30.5,
      gtin: '8901234567890',
      hsn: '7323',
      brand: 'Surya',
      weight_grams: 300,
      gst_rate: 1.5,
      gst_unit: 'DOZ',
      mrp: 399.5,
      shelf: 'A-04-2',
    };
    const sent = {
      ...plain,
      sku: ' TW-GLS-06 ',
      name: ' Steel Tumbler ',
      images: [` ${IMAGE} `],
      variations: [axis(' Size ', [' M ', 'L']), axis('Colour', ['Red'])],
      variation_stocks: { 'Size:M|Colour:Red': 7 },
    };
    const { body } = await admin.products.create({ ...sent, gst_unit: 'doz' }).expect(201);
    expect(body).toEqual({
      success: true,
      data: {
        ...Object.fromEntries(PRODUCT_DETAILS.map(({ name }) => [name, null])),
        ...plain,
        sku: 'TW-GLS-06',
        name: 'Steel Tumbler',
        images: [IMAGE],
        id: expect.any(Number),
        active: true,
        plan_prices: {},
        scheduled_prices: [],
        stock_qty: 7,
        variations: [axis('Size', ['M', 'L']), axis('Colour', ['Red'])],
        variation_stocks: { 'Size:M|Colour:Red': 7, 'Size:L|Colour:Red': 0 },
        created_at: expect.stringMatching(ISO_UTC),
        updated_at: expect.stringMatching(ISO_UTC),
      },
    });
    expect((await other.products.get('TW-GLS-06').expect(200)).body).toEqual(body);
    const seen = await shop.products.get('TW-GLS-06');
    expect(seen).toMatchObject({ stock_qty: 7, pricing: { wholesale_price: 249.99 } });
  });

  it('has no variations, is active and out of stock by default', async () => {
    expect(await admin.products.create()).toMatchObject({
      description: '',
      category: '',
      images: [],
      variations: [],
      active: true,
      stock_qty: 0,
      variation_stocks: {},
      gtin: null,
      hsn: null,
      brand: null,
      weight_grams: null,
      gst_rate: null,
      gst_unit: null,
      mrp: null,
      shelf: null,
    });
  });

  it('stays hidden while it is inactive', async () => {
    const { sku } = await admin.products.create({ active: false, stock_qty: 5 });
    await shop.products.get(sku).expect(404);
    expect(await other.levels(sku)).toEqual([['', 5, 0]]);
  });

  it('has a unique SKU, even if it is added many times concurrently', async () => {
    const sent = { sku: unique('NEW'), stock_qty: 3 };
    const calls = [admin, other, admin, other].map(({ products }) => products.create(sent));
    expect(await statusesOf(...calls)).toEqual([201, 409, 409, 409]);
    await admin.products.create(sent).expectRefusal(409, 'product_exists', { success: false });
    expect(await other.levels(sent.sku)).toEqual([['', 3, 0]]);
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
    const { sku } = await admin.products.create(rest);
    await shop.products.get(sku);
  });

  const ODD_SKUS = ['a/b', 'a b', '100%', '%2F', '?', '#', 'ü', 'export', 'IMPORT', '.', '..'];
  it.each(ODD_SKUS)('may have a SKU that paths have to encode: %s', async (sku) => {
    if ((await admin.products.create({ sku }).status()) !== 422) {
      // The path that HTTP clients make of it.
      const { pathname } = new URL(`http://any/admin/products/${encodeURIComponent(sku)}`);
      const { body } = await request(one.server).get(pathname).set(OPERATOR).expect(200);
      expect(body).toMatchObject({ data: { sku } });
      await admin.stock.count(sku, { stock_qty: 4 });
      expect(await shop.stockOf(sku)).toBe(4);
    }
  });
});

it('the list of products has every product once, in pages by id, inactive ones too', async () => {
  const added: string[] = [];
  for (const active of [true, false, true]) added.push((await givenProduct(one, { active })).sku);
  const pages = await allPages(2, other.products.list);
  const ids = pages.flat().map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(pages.flat().map(({ sku }) => sku)).toEqual(expect.arrayContaining(added));
  const garbage = admin.products.list('cursor=garbage');
  await garbage.expectProblems('cursor invalid_cursor');
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
    const added = { description: 'D', category: 'C', stock_qty: 5 };
    const { sku, ...before } = await admin.products.create(added);
    const after = await admin.products.change(sku, body);
    const trimmed = { ...body, ...('description' in body && { category: '' }) };
    expect(after).toEqual({ ...before, sku, ...trimmed, updated_at: after.updated_at });
    expect(await other.products.get(sku)).toEqual(after);
  });

  it('is ignored where it is null, except for the base price', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const before = await admin.products.get(sku);
    const empty = { sku: null, name: null, images: null, variations: null, active: null };
    const after = await admin.products.change(sku, { ...empty, base_price: null });
    expect(after).toEqual({ ...before, base_price: null, updated_at: after.updated_at });
    await shop.products.get(sku).expect(404);
    await admin.plans.setPrice(shop.client.plan, sku, 3);
    expect(await shop.products.get(sku)).toMatchObject({ pricing: { wholesale_price: 3 } });
  });

  it('may be the code and the picture of a combination, which stores read with the details', async () => {
    const [size, colour] = [axis('Size', ['M', 'L']), axis('Colour', ['Red'])];
    const { sku } = await admin.products.create({ variations: [size, colour] });
    const codes = { 'Size:L|Colour:Red': 'L-1', 'Size:M|Colour:Red': 'M-1' };
    const images = { 'Size:M|Colour:Red': IMAGE };
    const plain = await shop.products.get(sku);
    const detailed = async (): Promise<object> => {
      const details = await shop.products.get(sku, { include: 'details' });
      return { codes: details.variation_codes, images: details.variation_images };
    };
    expect(await detailed()).toEqual({ codes: null, images: null });
    const typed = { ...codes, 'Size:M|Colour:Red': ' M-1 ' };
    await admin.products.change(sku, { variation_codes: typed, variation_images: images });
    expect(await detailed()).toEqual({ codes, images });
    expect(await shop.products.get(sku)).toEqual(plain);

    // A combination that is not offered keeps its code as it keeps its stock.
    const without = await admin.products.change(sku, { variations: [axis('Size', ['L']), colour] });
    expect(without.variation_codes).toEqual({ 'Size:L|Colour:Red': 'L-1' });
    expect(without.variation_images).toBeNull();
    expect(await detailed()).toEqual({ codes: without.variation_codes, images: null });
    const again = { variations: [axis('Size', ['M']), colour], variation_codes: codes };
    await admin.products.change(sku, again).expectProblems('variation_codes unknown_key');
    await admin.products.change(sku, { variations: [size, colour] });
    expect(await detailed()).toEqual({ codes, images });
    await admin.products.change(sku, { variation_codes: {}, variation_images: null });
    expect(await detailed()).toEqual({ codes: null, images: null });
  });
});
