import type { AddressInfo } from 'node:net';
import { FILE_EXAMPLES } from '../../src/catalog/import-export/catalog-file.examples.js';
import { CatalogService } from '../../src/catalog/catalog.service.js';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import {
  download,
  everything,
  file,
  imported,
  refused,
  reportOf,
  send,
} from '../support/catalog-file.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  givenShirt,
  orderBody,
  unique,
} from '../support/given.js';

const NEW = 'sku,name,base_price,delivery_charge';

interface ProductData {
  name: string;
  base_price: number | null;
  variation_stocks: Record<string, number>;
  updated_at: string;
}

describe('importing and exporting the catalogue', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());

  const product = async (sku: string): Promise<ProductData> => {
    const { body } = await app.admin('get', `products/${sku}`).expect(200);
    return (body as { data: ProductData }).data;
  };
  const audited = async (sku: string): Promise<Record<string, unknown>[]> =>
    app.dataSource.query(
      `SELECT actor, action, before, after, request_id FROM audit_entries
        WHERE subject = 'product ' || $1::text ORDER BY id`,
      [sku],
    );
  const movements = async (sku: string): Promise<[string, number, string][]> => {
    const rows = await app.dataSource.query<{ key: string; delta: number; reason: string }[]>(
      `SELECT m.variation_key AS key, m.delta, m.reason FROM stock_movements m
        JOIN products p ON p.id = m.product_id WHERE p.sku = $1 ORDER BY m.id`,
      [sku],
    );
    return rows.map(({ key, delta, reason }) => [key, delta, reason]);
  };

  describe('a file', () => {
    it('adds products that stores can order at once', async () => {
      const { code } = await givenPlan(app, { code: unique('bronze'), discountBp: 1_000 });
      const client = await givenClient(app, { plan: code });
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
      const { body } = await app.get('/api/products', client.headers).expect(200);
      const { data } = body as { data: Record<string, unknown>[] };
      expect(data.filter(({ sku }) => String(sku).startsWith('NEW-'))).toEqual([
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
      const order = orderBody({ sku: 'NEW-2', quantity: 2, variation: 'M' });
      const placed = await app.post('/api/orders', client.headers, order).expect(201);
      expect(placed.body).toMatchObject({ subtotal: 17, total: 17 });
    });

    it('lays out all combinations of a new product, with nothing on hand', async () => {
      await imported(app, `${NEW},variations`, 'LAID-1,Shirt,1,1,Size:M|Size:L');
      expect((await product('LAID-1')).variation_stocks).toEqual({ 'Size:M': 0, 'Size:L': 0 });
      expect(await movements('LAID-1')).toEqual([]);
    });

    it('changes what its columns say, and nothing else', async () => {
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

    it('clears with an empty cell what can be empty', async () => {
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
      // The pieces of a combination that is no longer offered stay, for the orders that hold them.
      const { body } = await app.admin('get', `products/${sku}/stock`);
      expect((body as { data: { levels: object[] } }).data.levels).toEqual([
        { variation_key: '', on_hand: 0, reserved: 0 },
        { variation_key: 'Size:M', on_hand: 4, reserved: 0 },
      ]);
    });

    it('sets the levels it names only, and keeps those that did not change', async () => {
      const { sku } = await givenShirt(app);
      const cell = 'Size:M|Colour:Red=25\nSize:L|Colour:Blue=10';
      const report = await imported(app, 'sku,stock', `${sku},"${cell}"`);
      expect(report).toMatchObject({ updated: 1 });
      expect((await product(sku)).variation_stocks).toEqual({
        'Size:M|Colour:Red': 25,
        'Size:M|Colour:Blue': 10,
        'Size:L|Colour:Red': 10,
        'Size:L|Colour:Blue': 10,
      });
      expect((await movements(sku)).slice(4)).toEqual([['Size:M|Colour:Red', 15, 'import']]);
    });

    it('is in the audit log: who, in which request, before and after', async () => {
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
          },
        },
      ]);
    });

    it('is what the documentation shows', async () => {
      await givenPlan(app, { code: 'silver' });
      expect(await imported(app, FILE_EXAMPLES.catalog.value)).toMatchObject({ created: 2 });
      expect((await product('BB-TWL-75')).variation_stocks).toEqual({
        'Colour:White': 320,
        'Colour:Sage': 145,
      });
      expect(await imported(app, FILE_EXAMPLES.prices.value)).toMatchObject({ updated: 1 });
      expect(await product('TW-GLS-06')).toMatchObject({ base_price: 249, plan_prices: {} });
    });

    it('in a dry run is judged all the same, and nothing of it is stored', async () => {
      const { sku } = await givenProduct(app);
      const same = await givenProduct(app);
      const before = await everything(app);
      const content = file(
        `${NEW},stock`,
        `${sku},Other,1,1,5`,
        `${same.sku},Product ${same.sku},100,10,100`,
        'DRY-1,Cup,1,1,3',
      );
      const good = await send(app, content, { dryRun: true }).expect(200);
      expect(reportOf(good)).toEqual({
        dry_run: true,
        rows: 3,
        created: 1,
        updated: 1,
        unchanged: 1,
        problems: [],
      });
      const bad = await send(app, `${content}\r\nDRY-2,,1,1,`, { dryRun: true }).expect(200);
      expect(reportOf(bad)).toEqual({
        dry_run: true,
        rows: 4,
        created: 1,
        updated: 1,
        unchanged: 1,
        problems: [{ line: 5, column: 'name', sku: 'DRY-2', problem: 'is required' }],
      });
      expect(await everything(app)).toEqual(before);
      await send(app, content, { dryRun: false }).expect(200);
      expect(await everything(app)).not.toEqual(before);
    });

    it('of 2,000 products comes in whole', async () => {
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

  describe('an export', () => {
    it('is a download with every product, and importing it changes nothing', async () => {
      const plan = await givenPlan(app);
      const awkward = await givenProduct(app, {
        sku: `=${unique('HYPERLINK')}`,
        name: '\'+49 "fine", cups',
        description: '@SUM(A1)\nand\r\n\nmore;\u00e9\u6f22\ud83d\ude00',
        category: '-',
        images: ['https://a.example/a,b.jpg', 'https://a.example/2.jpg'],
        active: false,
        basePriceMinor: null,
        variations: [
          { name: '=Size', values: ["'M", 'a=b', '+'] },
          { name: 'Colour', values: ['Red "1"'] },
        ],
        stock: { '=Size:\'M|Colour:Red "1"': 3 },
      });
      const former = await givenShirt(app);
      await app
        .admin('patch', `products/${former.sku}`, { variations: [{ name: 'Size', values: ['M'] }] })
        .expect(200);
      await app.service(CatalogService).setPlanPrice(plan.code, awkward.sku, 1);
      const client = await givenClient(app);
      const sold = await givenProduct(app);
      const order = orderBody({ sku: sold.sku, quantity: 3 });
      await app.post('/api/orders', client.headers, order).expect(201);

      const response = await download(app).expect(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="catalog.csv"',
      });
      expect(response.text).toContain(`\r\n'${awkward.sku},"''+49 ""fine"", cups","'@SUM(A1)\n`);
      expect(response.text).toContain(`,'-,,10.00,false,"https://a.example/a,b.jpg\n`);
      // On hand, not what is left to sell.
      expect(response.text).toMatch(new RegExp(`${sold.sku},.*,100,`));
      expect(response.text).toMatch(new RegExp(`\\r\\n${former.sku},[^\\r]*,Size:M,Size:M=0,`));

      const before = await everything(app);
      const report = reportOf(await send(app, response.text).expect(200));
      const products = before.products?.filter((row) => !JSON.stringify(row).includes('WSO-TEST-'));
      expect(report).toEqual({
        dry_run: false,
        rows: products?.length,
        created: 0,
        updated: 0,
        unchanged: products?.length,
        problems: [],
      });
      expect(await everything(app)).toEqual(before);
      expect((await download(app)).text).toBe(response.text);
    });

    it('brings a catalogue back that was changed since', async () => {
      const plan = await givenPlan(app);
      const { sku } = await givenShirt(app);
      await app.service(CatalogService).setPlanPrice(plan.code, sku, 4_200);
      const { text } = await download(app);
      const before = await product(sku);
      await app.admin('patch', `products/${sku}`, {
        name: 'Other',
        base_price: null,
        variations: [],
      });
      await app.admin('delete', `plans/${plan.code}/prices/${sku}`).expect(200);
      await app.admin('put', `products/${sku}/stock`, { stock_qty: 5 }).expect(200);
      expect(reportOf(await send(app, text).expect(200))).toMatchObject({ created: 0, updated: 1 });
      const after = await product(sku);
      expect(after).toEqual({ ...before, updated_at: after.updated_at });
      await app.admin('patch', `products/${sku}`, { active: false });
    });

    it('is never taken for whole when something fails in the middle of it', async () => {
      const { port } = app.server.address() as AddressInfo;
      await app.dataSource.query('ALTER TABLE products RENAME TO gone');
      const broken = await fetch(`http://127.0.0.1:${port}/admin/products/export`, {
        headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
      });
      await expect(broken.text()).rejects.toThrow('terminated');
      await app.dataSource.query('ALTER TABLE gone RENAME TO products');
      await app.dataSource.query('ALTER TABLE plans RENAME TO gone');
      const { body } = await download(app).expect(500);
      expect(body).toMatchObject({ success: false, code: 'internal_error' });
      await app.dataSource.query('ALTER TABLE gone RENAME TO plans');
      await download(app).expect(200);
    });
  });

  describe('is refused as a whole', () => {
    it('with every problem of the file, by line and column', async () => {
      const plan = await givenPlan(app);
      const shirt = await givenShirt(app);
      const cup = await givenProduct(app);
      const before = await everything(app);
      const response = await send(
        app,
        file(
          `sku,name,base_price,delivery_charge,active,images,variations,stock,price:${plan.code},price:none`,
          'BAD-1,Fine,1,1,true,,,,,',
          ',,-1,,maybe,"http://a.example/1.jpg\nftp://x",Size:M|Size:m,1.5,0,',
          '"BAD-3"," two\nlines ",1.234,"1,000",true,,Size,12,free,',
          `${shirt.sku},Shirt,1,1,true,,Size:M|Size:L,Size:XL=1,,`,
          `${cup.sku},Cup,1,1,true,,,-1,,`,
          'BAD-6,Cup,1,1,true',
          ` BAD-1 ,Cup,1,1,true,,,,,`,
          `BAD-7,${'x'.repeat(10_001)},1,10000000.01,true,,"a:1|b:1|c:1|d:1|e:1|f:1",,,`,
        ),
      ).expect(422);
      expect(response.body).toMatchObject({ success: false, code: 'import_refused' });
      const report = reportOf(response);
      expect(report).toMatchObject({ rows: 8, created: 1, updated: 0, unchanged: 0 });
      expect(report.problems.map(({ line, column, sku }) => `${line} ${column} ${sku}`)).toEqual([
        '1 price:none null',
        '3 sku null',
        '3 name null',
        '3 base_price null',
        '3 delivery_charge null',
        '3 active null',
        '3 images null',
        '3 variations null',
        '3 stock null',
        `3 price:${plan.code} null`,
        '5 name BAD-3',
        '5 base_price BAD-3',
        '5 delivery_charge BAD-3',
        '5 variations BAD-3',
        `5 price:${plan.code} BAD-3`,
        `7 stock ${shirt.sku}`,
        `8 stock ${cup.sku}`,
        '9 null BAD-6',
        '10 sku BAD-1',
        '11 name BAD-7',
        '11 delivery_charge BAD-7',
        '11 variations BAD-7',
      ]);
      expect(await everything(app)).toEqual(before);
    });

    it('where a new product lacks a column, which an old one does not', async () => {
      const { sku } = await givenProduct(app);
      expect(await refused(app, file('sku,name', `${sku},Cup`, 'LACK-1,Cup'))).toEqual([
        expect.stringMatching(/^3 base_price: is missing/),
        expect.stringMatching(/^3 delivery_charge: is missing/),
      ]);
      await imported(app, 'sku,name', `${sku},Cup`);
    });

    it('where less would be on hand than open orders hold', async () => {
      const client = await givenClient(app);
      const { sku } = await givenShirt(app);
      const order = orderBody({ sku, quantity: 4, variation: 'M / Red' });
      await app.post('/api/orders', client.headers, order).expect(201);
      const before = await everything(app);
      const content = file(
        'sku,name,stock',
        `${sku},Other,"Size:M|Colour:Red=3\nSize:L|Colour:Red=99"`,
        `NO-SUCH,,`,
      );
      expect(await refused(app, content)).toEqual([
        "2 stock: can't be 3 of Size:M|Colour:Red: open orders have reserved 4",
        expect.stringMatching(/^4 base_price: is missing/),
        expect.stringMatching(/^4 delivery_charge: is missing/),
        '4 name: is required',
      ]);
      expect(await everything(app)).toEqual(before);
      await imported(app, 'sku,stock', `${sku},Size:M|Colour:Red=4`);
    });

    it('with a thousand problems listed at most, and word that there are more', async () => {
      const lines = (count: number) =>
        Array.from({ length: count }, (_, index) => `MANY-${index},,1,1`);
      const exact = reportOf(await send(app, file(NEW, ...lines(1_000))));
      expect([exact.problems.length, exact.more_problems]).toEqual([1_000, undefined]);
      const more = reportOf(await send(app, file(NEW, ...lines(3_000)), { dryRun: true }));
      expect([more.problems.length, more.more_problems, more.created]).toEqual([1_000, true, 0]);
      expect(more.rows).toBeLessThan(2_000);
    });
  });
});
