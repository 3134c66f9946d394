import type { FileImportDto } from '../../src/dashboard/products/file-imports/file-imports.dto.js';
import { FileImportsJob } from '../../src/dashboard/products/file-imports/file-imports.job.js';
import { FileImportsService } from '../../src/dashboard/products/file-imports/file-imports.service.js';
import { OPERATOR, type StoreHeaders } from '../support/app.js';
import { workbookRows } from '../support/documents/workbook.js';
import { download, file, send } from '../support/shop/catalog-file.js';
import { givenClient, givenPlan, givenProduct, unique } from '../support/shop/given.js';
import { givenOperatorToken, TestBrowser } from '../support/shop/people.js';
import { givenSuite } from '../support/shop/shop.js';

const HEADER = 'row,sku,name,cost,delivery_charge';
const MARKUP = '&markup_percent=18&rounding=nine';
/** A cost that no other number of an answer contains. */
const SECRET = '8642.97';
const { app, admin } = await givenSuite();
const owner = await TestBrowser.ofOperator(app);
// The tests decide when the service looks for work.
await app.service(FileImportsJob).beforeApplicationShutdown();

const runNext = () => app.service(FileImportsService).runNext();
const importOf = ({ body }: { body: unknown }) => (body as { data: FileImportDto }).data;
const costPath = (sku: string): string => `products/${sku}/cost`;
const costOf = async (sku: string) => (await admin.call('getProductCost', sku)).cost;
const priceAndCost = async (sku: string) => {
  const { base_price } = await admin.products.get(sku);
  return [base_price, await costOf(sku)];
};

/** Makes the headers of a script that has these permissions of an owner. */
const givenScript = (...permissions: string[]) => givenOperatorToken(owner, { permissions });

const upload = (lines: readonly string[], query = '', headers: StoreHeaders = OPERATOR) => {
  const path = `/admin/catalog-imports?file_name=costs.csv${query}`;
  return app.sendRaw('post', path, headers, file(...lines), 'text/csv');
};

/** Uploads a file with costs, and has it checked. */
const givenChecked = async (query: string, ...lines: string[]): Promise<number> => {
  const { id } = importOf(await upload(lines, query).expect(201));
  await runNext();
  return id;
};
const see = (id: number) => admin.call('getCatalogImport', id);

describe('the check of a file', () => {
  it('shows new products as they would be stored, the ends of its prices, and what may be wrong', async () => {
    const { code } = await givenPlan(app);
    const known = await givenProduct(app, { basePriceMinor: 10_000 });
    const more = Array.from({ length: 20 }, (_, at) => `${at + 5},NEW-${at},Cup,60,,,,,`);
    const id = await givenChecked(
      '&new_delivery_charge=40',
      `row,sku,name,base_price,mrp,hsn,gst_rate,stock,price:${code}`,
      `2,${known.sku},Cup,40,90,7323,,,`,
      '3,BIG,Big jar,1234.50,999,7010,18,5,1100',
      '4,SMALL,Small jar,40,,,,,',
      ...more,
    );
    const shown = await see(id);
    expect(shown.report).toMatchObject({ problems: [], created: 22 });
    expect(shown.new_products).toHaveLength(20);
    const [first] = shown.new_products!;
    const values = first!.changes.map(({ column, after }) => `${column} ${after}`);
    expect([first!.line, first!.sku, ...values]).toEqual([
      3,
      'BIG',
      'active true',
      'base_price 1234.50',
      'delivery_charge 40.00',
      'gst_rate 18.00',
      'hsn 7010',
      'mrp 999.00',
      'name Big jar',
      `price:${code} 1100.00`,
      'stock 5',
    ]);
    expect(shown.price_range).toEqual([
      { line: 2, sku: known.sku, base_price: 40 },
      { line: 3, sku: 'BIG', base_price: 1234.5 },
    ]);
    expect(shown.doubts).toEqual([
      { doubt: 'mrp_below_price', products: 1 },
      { doubt: 'no_hsn', products: 21 },
      { doubt: 'no_photo', products: 23 },
      { doubt: 'price_changed_by_half', products: 1 },
    ]);
    expect(shown.changed_products!.map(({ sku }) => sku)).toEqual([known.sku]);
    await app.admin('post', `catalog-imports/${id}/apply`).expect(200);
    await runNext();
    expect(await admin.products.get('BIG')).toMatchObject({ base_price: 1234.5, gst_rate: 18 });
    // A price below the cost is seen in a file with costs alone.
    const costly = await givenChecked(
      '&new_delivery_charge=0',
      ...['sku,name,base_price,cost', 'COSTLY,Jar,10,12'],
    );
    expect((await see(costly)).doubts).toContainEqual({ doubt: 'price_below_cost', products: 1 });
  });
});

describe('a file with costs and a markup', () => {
  it('makes prices, shows them next to the costs, and stores both once', async () => {
    const { headers } = await givenClient(app);
    const { sku } = await givenProduct(app, { basePriceMinor: 10_000 });
    const fresh = unique('FRESH');
    const id = await givenChecked(
      MARKUP,
      ...[HEADER, `4,${sku},Cup,102.00,`, `5,${fresh},Bowl,100.00,7`],
    );
    const checked = await see(id);
    expect(checked).toMatchObject({ state: 'ready', markup_percent: 18, rounding: 'nine' });
    expect(checked.changed_products).toMatchObject([
      {
        changes: [
          { column: 'base_price', before: '100.00', after: '129.00' },
          { column: 'cost', before: null, after: '102.00' },
          { column: 'name' },
        ],
      },
    ]);
    expect(await costOf(sku)).toBeNull();
    await app.admin('post', `catalog-imports/${id}/apply`).expect(200);
    await runNext();
    expect(await see(id)).toMatchObject({ state: 'applied', created: 1, updated: 1 });
    expect(await priceAndCost(sku)).toEqual([129, 102]);
    expect(await priceAndCost(fresh)).toEqual([119, 100]);
    expect((await app.get(`/api/products/${fresh}`, headers)).text).not.toContain('cost');

    const again = await givenChecked(MARKUP, HEADER, `4,${sku},Cup,102.00,`);
    expect(await see(again)).toMatchObject({ unchanged: 1, changed_products: [] });
  });

  it('leaves the product as it is without a cost, and a new one without a price', async () => {
    const { sku } = await givenProduct(app, { basePriceMinor: 10_000 });
    await app.admin('put', costPath(sku), { cost: 55.5 }).expect(200);
    const fresh = unique('FRESH');
    const lines = [HEADER, `4,${sku},Cup,,`, `5,${fresh},Bowl,,7`];
    const id = await givenChecked(MARKUP, ...lines);
    await app.admin('post', `catalog-imports/${id}/apply`).expect(200);
    await runNext();
    expect((await see(id)).report).toMatchObject({ without_price: 1 });
    expect(await priceAndCost(sku)).toEqual([100, 55.5]);
    expect(await admin.products.get(fresh)).toMatchObject({ base_price: null });
  });

  it('is refused with each cost that makes no price, and takes corrections', async () => {
    const cells = ['"1,18"', '0', '-5', '99999999999', 'NULL', '9000000', '7.999'];
    const skus = cells.map(() => unique('BAD'));
    const rows = cells.map((cell, at) => `${at + 4},${skus[at]},Cup,${cell},7`);
    const id = await givenChecked(MARKUP, HEADER, ...rows);
    const { state, report } = await see(id);
    expect(state).toBe('refused');
    expect(report?.problems.map(({ line, column }) => [line, column])).toEqual(
      cells.map((_, at) => [at + 4, 'cost']),
    );
    expect(report?.problems[5]?.problem).toBe('makes a price above 10000000, the highest one');
    const corrections = cells.map((_, at) => ({ line: at + 4, column: 'cost', value: '10' }));
    const { id: corrected } = await admin.call('correctCatalogImport', id, { corrections });
    await runNext();
    await app.admin('post', `catalog-imports/${corrected}/apply`).expect(200);
    await runNext();
    expect(await admin.products.get(skus[0]!)).toMatchObject({ base_price: 19 });
  });

  it.each([
    ['sku,name,delivery_charge', 'cost is missing: a markup makes the prices from this column'],
    [
      'sku,name,delivery_charge,cost,base_price',
      'base_price cannot be there with a markup, which makes the prices from the column cost',
    ],
  ])('must have costs, and no prices of its own: %s', async (header, problem) => {
    const { report } = await see(await givenChecked(MARKUP, header));
    expect(report?.problems.map((found) => `${found.column} ${found.problem}`)).toContain(problem);
  });

  it.each(['markup_percent=-1', 'markup_percent=1001', 'markup_percent=1,18', 'rounding=nine'])(
    'is refused with the query %s',
    async (query) => {
      expect((await upload([HEADER], `&${query}`)).status).toBe(422);
    },
  );

  it('is imported at once by a script, where an empty cost removes it', async () => {
    const { sku } = await givenProduct(app, { basePriceMinor: 10_000 });
    const costs = file('sku,cost', `${sku},80.01`);
    const marked = () => app.adminFile('products/import?markup_percent=0', costs);
    await marked().expect(200);
    expect(await admin.products.get(sku)).toMatchObject({ base_price: 80.01 });
    expect((await marked().expect(200)).body).toMatchObject({ data: { unchanged: 1 } });
    await send(app, file('sku,cost', `${sku},`)).expect(200);
    expect(await costOf(sku)).toBeNull();
    expect(await admin.products.get(sku)).toMatchObject({ base_price: 80.01 });
  });
});

describe('the cost of a product', () => {
  it('is set, kept by the same request again, and removed; the audit log has no amount', async () => {
    const { sku } = await givenProduct(app);
    const put = () => app.admin('put', costPath(sku), { cost: Number(SECRET) }).expect(200);
    const { body } = await put();
    expect((await put()).body).toEqual(body);
    expect(await costOf(sku)).toBe(Number(SECRET));
    await app.admin('delete', costPath(sku)).expect(200);
    expect(await costOf(sku)).toBeNull();
    const { data } = await admin.audit.list({ subject: `product ${sku}`, limit: 2 });
    expect(data).toMatchObject([
      { action: 'cost.changed', before: null, after: { cost: 'removed' } },
      { action: 'cost.changed', before: null, after: { cost: 'set' } },
    ]);
    await app.admin('put', costPath('NO-SUCH'), { cost: 1 }).expect(404);
  });

  it.each([null, 0, -1, 1.001, 10_000_000.01, '5', undefined])('cannot be %p', async (cost) => {
    const { sku } = await givenProduct(app);
    const { body } = await app.admin('put', costPath(sku), { cost }).expect(422);
    expect(body).toMatchObject({ errors: [{ field: 'cost' }] });
  });

  it('is in an export only on request, which imports as it was', async () => {
    const { sku } = await givenProduct(app);
    await app.admin('put', costPath(sku), { cost: Number(SECRET) }).expect(200);
    expect((await download(app)).text).not.toContain(SECRET);
    const { text } = await app.admin('get', 'products/export?costs=true').expect(200);
    expect(text.split('\r\n')[0]).toMatch(/^sku,name,description,category,base_price,cost,/);
    expect(text).toContain(SECRET);
    const { body } = await send(app, text).expect(200);
    expect(body).toMatchObject({ data: { created: 0, updated: 0 } });
  });
});

describe('a caller who may not see costs', () => {
  it('finds them by no route and in no file', async () => {
    const { sku } = await givenProduct(app);
    const secret = [HEADER, `4,${sku},Cup,${SECRET},x`];
    const id = await givenChecked(MARKUP, ...secret);
    await app.admin('put', costPath(sku), { cost: Number(SECRET) }).expect(200);
    const name = unique('Supplier');
    const supplier = { name, columns: [{ header: 'Rate', column: 'cost' }], duplicates: 'refuse' };
    const marked = { ...supplier, markup_percent: 77.5, rounding: 'ten' };
    await app.admin('post', 'suppliers', marked).expect(200);

    const everything = ['catalog:read', 'catalog:write', 'catalog:export', 'audit:read'];
    const script = await givenScript(...everything, 'plans:read', 'prices:read', 'stock:read');
    const answers = await Promise.all(
      [
        'products?limit=500',
        `products/${sku}`,
        'products/export',
        'catalog-imports',
        'suppliers?limit=500',
        'audit?limit=500',
        'audit/export',
        `search?q=${sku}`,
      ].map((path) => app.get(`/admin/${path}`, script).expect(200)),
    );
    const sheet = await workbookRows(app.get('/admin/products/export?format=xlsx', script));
    for (const text of [JSON.stringify(sheet), ...answers.map((answer) => answer.text)])
      expect(text).not.toMatch(/8642[.]?97|markup|77[.]5|[: ,]7750\b/);
    for (const path of [
      costPath(sku),
      'products/export?costs=true',
      `catalog-imports/${id}`,
      `catalog-imports/${id}/problems/export`,
    ]) {
      await app.get(`/admin/${path}`, script).expect(403);
    }
    const cell = { line: 4, column: 'delivery_charge', value: '1' };
    const changes = [
      app.call('put', `/admin/${costPath(sku)}`, script).send({ cost: 1 }),
      app.call('delete', `/admin/${costPath(sku)}`, script),
      app.post(`/admin/catalog-imports/${id}/apply?rows=good`, script, {}),
      app.post(`/admin/catalog-imports/${id}/corrections`, script, { corrections: [cell] }),
      app.post('/admin/suppliers', script, marked),
      upload(secret, '', script),
      upload(['sku, cost ', `${sku},1`], '', script),
      upload(['sku', sku], '&markup_percent=5', script),
      app.sendRaw('post', '/admin/products/import', script, file(...secret), 'text/csv'),
    ];
    for (const change of changes) expect((await change).status).toBe(403);
    expect(await costOf(sku)).toBe(Number(SECRET));

    await app.post('/admin/suppliers', script, { ...supplier, duplicates: 'last' }).expect(200);
    const { data } = await admin.call('listSuppliers', { limit: 500 });
    expect(data).toContainEqual(expect.objectContaining({ ...marked, duplicates: 'last' }));
  });
});
