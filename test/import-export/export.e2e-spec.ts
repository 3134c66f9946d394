import { CSV, XLSX } from '../../src/platform/csv/csv-response.js';
import { withEscape } from '../../src/platform/csv/cells.js';
import { toCsv } from '../../src/platform/table-export/table-csv.js';
import { valueOf } from '../../src/platform/table-file/cell.js';
import { UNLIMITED } from '../../src/platform/table-file/limits.js';
import { readTable } from '../../src/platform/table-file/read-table.js';
import { CatalogService } from '../../src/catalog/catalog.service.js';
import {
  download,
  everything,
  file,
  imported,
  refused,
  reportOf,
  send,
} from '../support/shop/catalog-file.js';
import { builtDocument } from '../support/native/contract.js';
import { workbookRows } from '../support/documents/workbook.js';
import { givenPlan, givenProduct, givenShirt, unique } from '../support/shop/given.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';

interface Download {
  parameters: { name: string; schema: { enum?: string[] } }[];
  responses: { 200: { content?: Record<string, object> } };
}
interface Document {
  paths: Record<string, { get?: Download }>;
}

const NEW = 'sku,name,base_price,delivery_charge';
const { app, admin } = await givenSuite();

describe('an export of the catalog', () => {
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
      variationCodes: { '=Size:a=b|Colour:Red "1"': '@ "1", 漢' },
      variationImages: { '=Size:a=b|Colour:Red "1"': 'https://a.example/?of==https://a' },
    });
    const former = await givenShirt(app);
    await admin.products.change(former.sku, { variations: [{ name: 'Size', values: ['M'] }] });
    await app.service(CatalogService).setPlanPrice(plan.code, awkward.sku, 1);
    const shop = await givenShop(app);
    const sold = await givenProduct(app);
    await shop.orders.place({ sku: sold.sku, quantity: 3 });

    const response = await download(app).expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="catalog.csv"',
    });
    expect(response.text).toContain(`\r\n'${awkward.sku},"''+49 ""fine"", cups","'@SUM(A1)\n`);
    expect(response.text).toContain(`"'=Size:a=b|Colour:Red ""1""=@ ""1"", 漢"`);
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

  it.each(['csv', 'xlsx'])(
    'an export as %s answers an error if its first page fails',
    async (format) => {
      for (const table of ['products', 'plans']) {
        await app.dataSource.query(`ALTER TABLE ${table} RENAME TO gone`);
        const { body } = await download(app).query({ format }).expect(500);
        expect(body).toMatchObject({ success: false, code: 'internal_error' });
        await app.dataSource.query(`ALTER TABLE gone RENAME TO ${table}`);
      }
      await download(app).query({ format }).expect(200);
    },
  );

  it('an export as CSV for Excel is imported like the one for programs', async () => {
    const { sku } = await givenProduct(app, { sku: `00${String(Date.now())}`, shelf: '1-2' });
    const { text } = await download(app).query({ format: 'csv-excel' }).expect(200);
    expect(text).toMatch(/^\ufeffsku,/);
    expect(text).toContain(`\r\n"=""${sku}""",`);
    expect(reportOf(await send(app, text).expect(200))).toMatchObject({ created: 0, updated: 0 });
  });

  it('an export as a workbook has the names of the columns, which the page reads', async () => {
    const priced = { sku: unique('007'), hsn: '00830250', basePriceMinor: 1_050 };
    const { sku } = await givenProduct(app, priced);
    const [names = [], ...rows] = await workbookRows(download(app).query({ format: 'xlsx' }));
    expect(names.slice(0, 5)).toEqual(['sku', 'name', 'description', 'category', 'base_price']);
    const row = rows.find(([first]) => first === sku);
    expect([row?.[4], row?.[names.indexOf('hsn')]]).toEqual([10.5, '00830250']);
    expect([row?.[names.indexOf('active')], row?.[names.indexOf('stock')]]).toEqual([true, 100]);
  });

  it('an export as a workbook changes nothing when it is imported again', async () => {
    await givenShirt(app);
    const before = await everything(app);
    const workbook = await download(app).query({ format: 'xlsx' }).responseType('blob');
    const { rows } = await readTable(new Uint8Array(workbook.body as Buffer), {}, UNLIMITED);
    const cells = rows.map((row) => row.map((cell) => withEscape(String(valueOf(cell)))));
    const report = reportOf(await send(app, toCsv(cells)).expect(200));
    expect(report).toMatchObject({ created: 0, updated: 0, problems: [] });
    expect(await everything(app)).toEqual(before);
  });
});

describe('every table that is downloaded as CSV', () => {
  const downloads = ['admin-api.json', 'dashboard-api.json'].flatMap((document) =>
    Object.entries(builtDocument<Document>(document).paths).flatMap(([path, { get }]) =>
      get?.responses['200'].content?.[CSV] === undefined ? [] : [{ path, get }],
    ),
  );

  it('comes as CSV for Excel and as a workbook, too', () => {
    expect(downloads.length).toBeGreaterThan(17);
    for (const { path, get } of downloads) {
      const format = get.parameters.find(({ name }) => name === 'format');
      expect([path, ...(format?.schema.enum ?? [])]).toEqual(
        expect.arrayContaining([path, 'csv', 'csv-excel', 'xlsx']),
      );
      expect([path, ...Object.keys(get.responses['200'].content ?? {})]).toContain(XLSX);
    }
  });

  it('is a workbook with a heading in each column', async () => {
    const plan = await givenPlan(app);
    const shop = await givenShop(app);
    const order = await shop.placeNew(3);
    const list = await admin.priceLists.create(plan.code, 5);
    const values: Record<string, string> = { month: '2026-11', date: '2026-11-20' };
    for (const { path, get } of downloads) {
      if (!path.startsWith('/admin/') || /gstr1|catalog-imports/.test(path)) continue;
      const id = path.includes('price-lists') ? list.id : shop.client.id;
      const given = get.parameters.filter(({ name }) => name in values);
      const query = Object.fromEntries(given.map(({ name }) => [name, values[name]]));
      const [names = [], ...rows] = await workbookRows(
        app
          .admin('get', path.replace('/admin/', '').replace('{id}', String(id)))
          .query({ ...query, format: 'xlsx' }),
      );
      expect([path, names.length > 2, names.every((name) => /^\w/.test(String(name)))]).toEqual([
        ...[path, true, true],
      ]);
      if (path !== '/admin/orders/export') continue;
      const row = rows.find(([number]) => number === order);
      expect(Object.fromEntries(names.map((name, at) => [name, row?.[at]]))).toMatchObject({
        'Client ID': shop.client.id,
        'Items count': 1,
        Currency: 'INR',
      });
      expect(rows.at(-1)?.[0]).toBe('Total');
    }
  });
});

describe('an import of the catalog', () => {
  it('an import with bad rows is refused as a whole, with every problem by line and column', async () => {
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
        'BAD-6,Cup,1,1,true,,,,,,x',
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

  it('an import is refused as a whole if a new product lacks a required column', async () => {
    const { sku } = await givenProduct(app);
    expect(await refused(app, file('sku,name', `${sku},Cup`, 'LACK-1,Cup'))).toEqual([
      expect.stringMatching(/^3 base_price: is missing/),
      expect.stringMatching(/^3 delivery_charge: is missing/),
    ]);
    await imported(app, 'sku,name', `${sku},Cup`);
  });

  it('an import is refused as a whole if the stock would be less than open orders reserve', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenShirt(app);
    await shop.orders.place({ sku, quantity: 4, variation: 'M / Red' });
    const before = await everything(app);
    const content = file(
      'sku,name,stock',
      `${sku},Other,"Size:M|Colour:Red=3\nSize:L|Colour:Red=99"`,
      `NO-SUCH,,`,
    );
    expect(await refused(app, content)).toEqual([
      '2 stock: cannot be 3 of Size:M|Colour:Red: open orders have reserved 4',
      expect.stringMatching(/^4 base_price: is missing/),
      expect.stringMatching(/^4 delivery_charge: is missing/),
      '4 name: is required',
    ]);
    expect(await everything(app)).toEqual(before);
    await imported(app, 'sku,stock', `${sku},Size:M|Colour:Red=4`);
  });

  it('the refusal of an import lists at most a thousand problems, with a note that there are more', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `MANY-${index},,1,1`);
    const exact = reportOf(await send(app, file(NEW, ...lines(1_000))));
    expect([exact.problems.length, exact.more_problems]).toEqual([1_000, undefined]);
    const more = reportOf(await send(app, file(NEW, ...lines(3_000)), { dryRun: true }));
    expect([more.problems.length, more.more_problems, more.created]).toEqual([1_000, true, 0]);
    expect(more.rows).toBeLessThan(2_000);
  });
});
