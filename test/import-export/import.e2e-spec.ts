import { PRODUCT_DETAILS } from '../../src/catalog/details/product-details.js';
import { FILE_EXAMPLES } from '../../src/dashboard/products/import-export/catalog-file.examples.js';
import { CatalogService } from '../../src/catalog/catalog.service.js';
import { everything, file, imported, reportOf, send } from '../support/shop/catalog-file.js';
import { givenPlan, givenProduct, givenShirt, unique } from '../support/shop/given.js';
import { csvText, utf16, windows1252 } from '../support/shop/supplier-file.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';

const NEW = 'sku,name,base_price,delivery_charge';

const { app, admin } = await givenSuite();

const product = (sku: string) => admin.products.get(sku);

const audited = async (sku: string): Promise<Record<string, unknown>[]> =>
  app.sql`SELECT actor, action, before, after, request_id FROM audit_entries
      WHERE subject = 'product ' || ${sku}::text ORDER BY id`;

const movements = async (sku: string): Promise<[string, number, string][]> => {
  const rows = await app.sql<{ key: string; delta: number; reason: string }>`
    SELECT m.variation_key AS key, m.delta, m.reason FROM stock_movements m
      JOIN products p ON p.id = m.product_id WHERE p.sku = ${sku} ORDER BY m.id`;
  return rows.map(({ key, delta, reason }) => [key, delta, reason]);
};

describe('an imported file', () => {
  it('has a row that is there twice once', async () => {
    const row = `${unique('TWICE')},Cup,1,1`;
    // Excel writes no separators after the last value of a row.
    const report = await imported(app, `${NEW},hsn`, row, `${row},`, ` ${row},,`);
    expect(report).toMatchObject({ rows: 3, created: 1, problems: [] });
  });

  it('may have rows of separators, which spreadsheets write for rows that were cleared', async () => {
    const [first, second] = [unique('SEPARATED'), unique('SEPARATED')];
    const report = await imported(
      app,
      NEW,
      `${first},Cup,1,1`,
      ',,,',
      ' , ,,',
      `${second},Cup,1,1`,
      ',,,',
    );
    expect(report).toMatchObject({ rows: 2, created: 2, problems: [] });
  });

  it.each<[string, string, (rows: string[][]) => string | Buffer]>([
    ['semicolons', 'text/csv', (rows) => csvText(rows, ';')],
    ['Windows-1252', 'text/csv', (rows) => windows1252(csvText(rows, ','))],
    ['tabs in UTF-16', 'text/plain', (rows) => utf16(csvText(rows, '\t'))],
    ['tabs', 'text/tab-separated-values', (rows) => csvText(rows, '\t')],
  ])('may have %s, as Excel saves it', async (_, type, write) => {
    const sku = unique('EXCEL');
    const content = write([NEW.split(','), [sku, 'Café, "large"; blue', '1', '1']]);
    const { created } = reportOf(await send(app, content, { type }));
    expect([created, (await product(sku)).name]).toEqual([1, 'Café, "large"; blue']);
  });

  it('adds products that stores can order at once', async () => {
    const { code } = await givenPlan(app, { code: unique('bronze'), discountBp: 1_000 });
    const shop = await givenShop(app, { plan: code });
    const report = await imported(
      app,
      `stock,variations,images,active,delivery_charge,base_price,category,description,name,sku,price:${code}`,
      '7,,,true,5.00,100.00,Cups,"Two\nlines, one ""quote""",Cup,NEW-1,',
      '"Size:M=3\nSize:L=4",Size:M|Size:L,"https://a.example/1.jpg\nhttps://a.example/2.jpg",TRUE,0,10,,,Shirt,NEW-2,8.50',
      ',,,false,1,,,,Hidden,NEW-3,1',
    );
    expect(report).toEqual({
      dry_run: false,
      rows: 3,
      created: 3,
      updated: 0,
      unchanged: 0,
      problems: [],
    });
    expect((await shop.products.list()).filter(({ sku }) => sku.startsWith('NEW-'))).toEqual([
      expect.objectContaining({
        sku: 'NEW-1',
        description: 'Two\nlines, one "quote"',
        category: 'Cups',
        pricing: { currency: 'INR', wholesale_price: 90 },
        images: [],
        stock_qty: 7,
      }),
      expect.objectContaining({
        sku: 'NEW-2',
        pricing: { currency: 'INR', wholesale_price: 8.5 },
        images: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
        stock_qty: 7,
      }),
    ]);
    const stocks = { 'Size:M': 3, 'Size:L': 4 };
    expect(await product('NEW-2')).toMatchObject({ variation_stocks: stocks });
    expect(await product('NEW-3')).toMatchObject({ active: false, base_price: null });
    expect(await movements('NEW-2')).toEqual([
      ['Size:L', 4, 'import'],
      ['Size:M', 3, 'import'],
    ]);
    const order = shop.orders.place({ sku: 'NEW-2', quantity: 2, variation: 'M' });
    expect((await order.expect(201)).body).toMatchObject({ subtotal: 17, total: 17 });
  });

  it('creates all combinations of a new product with zero stock', async () => {
    await imported(app, `${NEW},variations`, 'LAID-1,Shirt,1,1,Size:M|Size:L');
    expect((await product('LAID-1')).variation_stocks).toEqual({ 'Size:M': 0, 'Size:L': 0 });
    expect(await movements('LAID-1')).toEqual([]);
  });

  it('changes only the fields of its columns', async () => {
    const plan = await givenPlan(app);
    const { sku } = await givenShirt(app);
    const other = await givenProduct(app);
    await app.service(CatalogService).setPlanPrice(plan.code, sku, 700);
    const before = await product(sku);
    const same = await product(other.sku);
    const report = await imported(app, 'sku,base_price', `${sku},55.5`, `${other.sku},100.00`);
    expect(report).toMatchObject({ rows: 2, created: 0, updated: 1, unchanged: 1 });
    const after = await product(sku);
    expect(after).toEqual({ ...before, base_price: 55.5, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await product(other.sku)).toEqual(same);
  });

  it('clears an optional field with an empty cell', async () => {
    const plan = await givenPlan(app);
    const { sku } = await givenProduct(app, {
      description: 'd',
      category: 'c',
      images: ['https://a.example/1.jpg'],
      variations: [{ name: 'Size', values: ['M'] }],
      stock: { 'Size:M': 4 },
    });
    await app.service(CatalogService).setPlanPrice(plan.code, sku, 700);
    await imported(
      app,
      `sku,description,category,base_price,images,variations,stock,price:${plan.code}`,
      `${sku},,,,,,,`,
    );
    expect(await product(sku)).toMatchObject({
      description: '',
      category: '',
      base_price: null,
      images: [],
      variations: [],
      plan_prices: {},
      stock_qty: 0,
    });
    // A combination that is no longer offered keeps its stock level, for the orders that reserved units of it.
    expect(await admin.levels(sku)).toEqual([
      ['', 0, 0],
      ['Size:M', 4, 0],
    ]);
  });

  it('sets only the levels that it names, and skips unchanged ones', async () => {
    const { sku } = await givenShirt(app);
    const cell = 'Size:M|Colour:Red=25\nSize:L|Colour:Blue=10';
    expect(await imported(app, 'sku,stock', `${sku},"${cell}"`)).toMatchObject({ updated: 1 });
    expect((await product(sku)).variation_stocks).toEqual({
      'Size:M|Colour:Red': 25,
      'Size:M|Colour:Blue': 10,
      'Size:L|Colour:Red': 10,
      'Size:L|Colour:Blue': 10,
    });
    expect((await movements(sku)).slice(4)).toEqual([['Size:M|Colour:Red', 15, 'import']]);
  });
});

describe('an import', () => {
  it('is audited with its actor, request, and the values before and after', async () => {
    const plan = await givenPlan(app);
    const { sku } = await givenProduct(app, { sku: unique('AUDIT'), stock: 4 });
    const added = unique('AUDIT');
    const [creation] = await audited(sku);
    const created = creation?.after as Record<string, unknown>;
    const response = await send(
      app,
      file(
        `sku,name,base_price,delivery_charge,stock,price:${plan.code}`,
        `${sku},${String(created.name)},120,10,9,88.8`,
        `${added},Cup,,1,0,`,
      ),
    ).expect(200);
    const by = { actor: 'operator', request_id: response.headers['x-request-id'] };
    const price = (minor: number | null) => ({ plan: plan.code, price_minor: minor });
    expect((await audited(sku)).slice(2)).toEqual([
      {
        ...by,
        action: 'product.updated',
        before: created,
        after: { ...created, base_price_minor: 12_000 },
      },
      { ...by, action: 'price.set', before: price(null), after: price(8_880) },
      { ...by, action: 'stock.set', before: { '': 4 }, after: { '': 9 } },
    ]);
    expect(await audited(added)).toEqual([
      {
        ...by,
        action: 'product.created',
        before: null,
        after: {
          sku: added,
          name: 'Cup',
          description: '',
          category: '',
          images: [],
          variations: [],
          base_price_minor: null,
          delivery_charge_minor: 100,
          active: true,
          ...Object.fromEntries(PRODUCT_DETAILS.map(({ column }) => [column, null])),
          gtin: null,
          hsn: null,
          brand: null,
          weight_grams: null,
          gst_rate_bp: null,
          shelf: null,
        },
      },
    ]);
  });

  it('is shown in the documentation', async () => {
    await givenPlan(app, { code: 'silver' });
    expect(await imported(app, FILE_EXAMPLES.catalog.value)).toMatchObject({ created: 2 });
    expect((await product('BB-TWL-75')).variation_stocks).toEqual({
      'Colour:White': 320,
      'Colour:Sage': 145,
    });
    expect(await imported(app, FILE_EXAMPLES.prices.value)).toMatchObject({ updated: 1 });
    expect(await product('TW-GLS-06')).toMatchObject({ base_price: 249, plan_prices: {} });
  });

  it('is validated in a dry run without storing anything', async () => {
    const { sku } = await givenProduct(app);
    const same = await givenProduct(app);
    const before = await everything(app);
    const content = file(
      `${NEW},stock`,
      `${sku},Other,1,1,5`,
      `${same.sku},Product ${same.sku},100,10,100`,
      'DRY-1,Cup,1,1,3',
    );
    expect(reportOf(await send(app, content, { dryRun: true }).expect(200))).toEqual({
      dry_run: true,
      rows: 3,
      created: 1,
      updated: 1,
      unchanged: 1,
      problems: [],
    });
    const bad = await send(app, `${content}DRY-2,,1,1,`, { dryRun: true }).expect(200);
    expect(reportOf(bad)).toEqual({
      dry_run: true,
      rows: 4,
      created: 1,
      updated: 1,
      unchanged: 1,
      problems: [{ line: 5, column: 'name', sku: 'DRY-2', value: '', problem: 'is required' }],
    });
    expect(await everything(app)).toEqual(before);
    await send(app, content, { dryRun: false }).expect(200);
    expect(await everything(app)).not.toEqual(before);
  });

  it('imports 2,000 products', async () => {
    const lines = Array.from(
      { length: 2_000 },
      (_, index) => `BULK-${index},Cup ${index},1,1,${index}`,
    );
    expect(await imported(app, `${NEW},stock`, ...lines)).toMatchObject({
      rows: 2_000,
      created: 2_000,
    });
    lines[1_234] = 'BULK-1234,Mug,1,1,0';
    expect(await imported(app, `${NEW},stock`, ...lines)).toMatchObject({
      updated: 1,
      unchanged: 1_999,
    });
    expect(await product('BULK-1234')).toMatchObject({ name: 'Mug', stock_qty: 0 });
    expect(await product('BULK-1999')).toMatchObject({ name: 'Cup 1999', stock_qty: 1_999 });
  });
});
