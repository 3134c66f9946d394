import fc from 'fast-check';
import { NO_DETAILS } from '../../../catalog/details/detail-values.js';
import { PRODUCT_DETAILS } from '../../../catalog/details/product-details.js';
import type { ProductRecord } from '../../../catalog/product-record.js';
import { tableCsv } from '../../../platform/table-export/table-csv.js';
import {
  catalogTable,
  readCell,
  readHeader,
  readStock,
  type ExportedProduct,
} from './catalog-csv.js';
import { readPrice } from '../../../platform/csv/cells.js';
import { readCsv } from '../../../platform/csv/csv-reader.js';
import { AS_WRITTEN, checkRow } from './import-row.js';
import { anyRecord } from '../../../../test/support/shop/catalog-records.js';

const PLANS = [
  { id: 7, code: 'silver' },
  { id: 8, code: 'gold' },
];

describe('the header', () => {
  it('takes columns in any order, with blanks around their names and blank columns at the end', () => {
    const { header, problems } = readHeader(['price:gold', ' name ', 'sku', '', ' '], PLANS);
    expect(problems).toEqual([]);
    expect(header).toEqual({
      width: 3,
      rowPosition: null,
      columns: new Map([
        ['name', 1],
        ['sku', 2],
      ]),
      prices: [{ column: 'price:gold', planId: 8, position: 0 }],
    });
  });

  it('names every column that is wrong', () => {
    const { header, problems } = readHeader(
      ['sku', 'SKU', 'name', 'name', '', 'price:iron'],
      PLANS,
    );
    expect(header).not.toBeNull();
    expect(problems.map(({ column, problem }) => [column, problem])).toEqual([
      ['SKU', expect.stringContaining('is not a column')],
      ['name', 'is there more than once'],
      ['', expect.stringContaining('is not a column')],
      ['price:iron', 'names a plan that does not exist'],
    ]);
  });

  it('is refused without sku', () => {
    expect(readHeader(['name', 'constructor'], PLANS)).toEqual({
      header: null,
      problems: [
        { column: 'constructor', problem: expect.any(String) },
        { column: 'sku', problem: expect.stringContaining('is missing') },
      ],
    });
  });
});

describe('a cell', () => {
  it.each([
    ['1234.50', { value: 1234.5 }],
    [' 7 ', { value: 7 }],
    ['0.1', { value: 0.1 }],
    ['-1', { value: -1 }],
    ['', { value: null }],
    [' ', { value: null }],
    ...['1,234.50', '1.000', '1e3', '0x10', '₹ 5', '5.', '.5', 'NaN', '1 000'].map(
      (text): [string, object] => [
        text,
        { problem: expect.stringContaining('a number with at most two decimals') },
      ],
    ),
  ])('a cell with the price %j is read as %j', (text, reading) => {
    expect(readPrice(text)).toEqual(reading);
    expect(readCell('base_price', text)).toEqual(reading);
  });

  it.each([
    ['true', true],
    ['FALSE', false],
    [' True ', true],
    ['yes', 'yes'],
    ['', ''],
  ])('a cell of the column active with %j is read as %j', (text, value) => {
    expect(readCell('active', text)).toEqual({ value });
  });

  it('a cell with images has one address a line', () => {
    const cell = 'https://a.example/1.jpg\r\n\n https://a.example/2.jpg \r';
    expect(readCell('images', cell)).toEqual({
      value: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
    });
  });

  it.each([
    ['', { value: [] }],
    [
      'Size:M|Colour:Red|Size: L ',
      {
        value: [
          { name: 'Size', values: ['M', 'L'] },
          { name: 'Colour', values: ['Red'] },
        ],
      },
    ],
    ['Ratio:1:2', { value: [{ name: 'Ratio', values: ['1:2'] }] }],
    ['Size:M|', { problem: expect.stringContaining('pairs') }],
    ['M|L', { problem: expect.stringContaining('pairs') }],
  ])('a cell with the variations %j is read as %j', (cell, reading) => {
    expect(readCell('variations', cell)).toEqual(reading);
  });

  it('a cell with texts by variation may have any sign in the key that ends no line', () => {
    const key = 'Size:M\u2028L';
    expect(readCell('variation_images', `${key}=https://a.example/1.jpg`)).toEqual({
      value: { [key]: 'https://a.example/1.jpg' },
    });
    expect(readCell('variation_codes', `${key}=A-1`)).toEqual({ value: { [key]: 'A-1' } });
  });

  it.each([
    ['', true, {}],
    ['12', false, { stock_qty: 12 }],
    ['-1', false, { stock_qty: -1 }],
    ['a dozen', false, { stock_qty: NaN }],
    [
      'Size:M=1\r\nSize:L = 2\nSize:a=b=3',
      true,
      { variation_stocks: { 'Size:M': 1, 'Size:L': 2, 'Size:a=b': 3 } },
    ],
    ['Size:M=many', true, { variation_stocks: { 'Size:M': NaN } }],
    ['12', true, { problem: expect.stringContaining('key=quantity') }],
    ['=12', true, { problem: expect.stringContaining('key=quantity') }],
    ['constructor=12', true, { problem: expect.stringContaining('key=quantity') }],
    ['Size:M=1\nSize:M=2', true, { problem: 'names Size:M more than once' }],
  ])('a cell with the stock %j, variations: %j, is read as %j', (cell, hasVariations, reading) => {
    expect(readStock(cell, { hasVariations })).toEqual(reading);
  });
});

describe('a product that is exported', () => {
  it('has the amounts and texts of the file format', async () => {
    const product: ProductRecord = {
      id: 1,
      sku: '-A',
      name: 'Shirt',
      description: '',
      category: '',
      images: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
      variations: [{ name: 'Size', values: ['M', 'L'] }],
      basePriceMinor: 123_450,
      deliveryChargeMinor: 0,
      active: false,
      ...NO_DETAILS,
      shelf: 'A-04-2',
      brand: '=Best',
      weightGrams: 250,
      gstRateBp: 1_250,
      variationCodes: { 'Size:XL': 'X', 'Size:M': 'A M' },
      createdAt: new Date(),
      updatedAt: new Date(),
      levels: [
        { variationKey: 'Size:M', onHand: 5, reserved: 2 },
        { variationKey: 'Size:XL', onHand: 3, reserved: 0 },
      ],
      planPricesMinor: { gold: 99 },
      upcomingPrices: [],
      unprintable: null,
    };
    const [names, row] = await rowsOf(await exported([product]));
    const header = names!.cells;
    const cells = row!.cells;
    expect(Object.fromEntries(header.map((column, index) => [column, cells[index]]))).toEqual({
      ...Object.fromEntries(PRODUCT_DETAILS.map(({ name }) => [name, ''])),
      sku: "'-A",
      name: 'Shirt',
      description: '',
      category: '',
      base_price: '1234.50',
      delivery_charge: '0.00',
      active: 'false',
      images: 'https://a.example/1.jpg\nhttps://a.example/2.jpg',
      variations: 'Size:M|Size:L',
      stock: 'Size:M=5\nSize:L=0',
      gtin: '',
      hsn: '',
      brand: "'=Best",
      weight_grams: '250',
      gst_rate: '12.50',
      shelf: 'A-04-2',
      variation_codes: 'Size:M=A M',
      variation_images: '',
      'price:silver': '',
      'price:gold': '0.99',
    });
    expect(header.slice(0, 13).join()).toBe(
      'sku,name,description,category,base_price,delivery_charge,active,images,variations,stock,gtin,hsn,brand',
    );
    expect(header.slice(-2)).toEqual(['price:silver', 'price:gold']);
  });

  it('is read back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyExported(), { minLength: 1, maxLength: 5 }),
        async (products) => {
          const rows = await rowsOf(await exported(products, { hasCosts: true }));
          const { header } = readHeader(rows[0]?.cells ?? [], PLANS);
          if (header === null) throw new Error('no header');
          const allowed = products.flatMap(({ gstRateBp }) => gstRateBp ?? []);
          const rules = { ...AS_WRITTEN, rates: { day: '2026-11-27', allowed } };
          const read = rows.slice(1).map((row) => checkRow(header, row, null, rules));
          expect(read.map(({ problems }) => problems)).toEqual(products.map(() => []));
          expect(read.map(({ row }) => row && asRecord(row))).toEqual(products.map(essence));
        },
      ),
      { numRuns: 300 },
    );
  });
});

async function exported(
  products: readonly Exported[],
  { hasCosts = false }: { hasCosts?: boolean } = {},
): Promise<string> {
  let file = '';
  const table = catalogTable([products.map(withCost)], PLANS, { hasCosts });
  for await (const part of tableCsv(table)) file += part;
  return file;
}

type Checked = NonNullable<ReturnType<typeof checkRow>['row']>;

function asRecord({ product, prices, costs, levels }: Checked): object {
  const { line, productId, knownVariations, ...fields } = product;
  expect([line > 1, productId, knownVariations]).toEqual([true, null, null]);
  return {
    ...fields,
    costs: costs.map(({ costMinor }) => costMinor),
    prices: prices.map(({ priceMinor }) => priceMinor),
    onHand: levels.map(({ variationKey, quantity }) => [variationKey, quantity]),
  };
}

type Exported = ProductRecord & { costMinor?: number | null };

const anyExported = (): fc.Arbitrary<Exported> =>
  fc
    .tuple(anyRecord(), fc.option(fc.integer({ min: 1, max: 1_000_000_000 })))
    .map(([record, costMinor]) => ({ ...record, costMinor }));

function withCost(product: Exported): ExportedProduct {
  return { ...product, costMinor: product.costMinor ?? null };
}

function essence(record: Exported): object {
  const { levels, planPricesMinor, costMinor = null, ...fields } = record;
  return {
    ...fields,
    costs: [costMinor],
    id: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    prices: PLANS.map(({ code }) => planPricesMinor[code] ?? null),
    onHand: levels.map(({ variationKey, onHand }) => [variationKey, onHand]),
  };
}

async function rowsOf(file: string): Promise<{ line: number; cells: string[] }[]> {
  const rows = [];
  for await (const row of readCsv(bytesOf(file))) rows.push(row);
  return rows;
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(file));
}
