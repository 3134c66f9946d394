import { writeXlsx } from 'hucre/xlsx';
import { XLSX } from '../../src/platform/csv/csv-response.js';
import { FileImportsJob } from '../../src/dashboard/products/file-imports/file-imports.job.js';
import { FileImportsService } from '../../src/dashboard/products/file-imports/file-imports.service.js';
import { OPERATOR } from '../support/app.js';
import { workbookRows } from '../support/documents/workbook.js';
import { download, file, send } from '../support/shop/catalog-file.js';
import { givenPlan, givenProduct, unique } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';
const { app, admin } = await givenSuite();
// The tests decide when the service looks for work.
await app.service(FileImportsJob).beforeApplicationShutdown();

describe('the file format of a supplier', () => {
  const save = (body: object) => admin.call('saveSupplier', body);

  it('is saved by the name of the supplier, for all operators', async () => {
    const name = unique('Surat Textiles');
    const columns = [
      { header: 'Item Code', column: 'sku' },
      { header: 'MRP', column: null },
    ];
    await save({ name, columns, duplicates: 'refuse', new_delivery_charge: 40 });
    const again = { name, columns: columns.slice(0, 1), duplicates: 'last' };
    expect(await save(again)).toMatchObject({ ...again, new_delivery_charge: null });
    const { data } = await admin.call('listSuppliers', { limit: 500 });
    expect(data.filter((supplier) => supplier.name === name)).toEqual([
      expect.objectContaining({ ...again, changed_by: 'operator' }),
    ]);
    const audited = await app.dataSource.query<{ before: unknown; after: unknown }[]>(
      'SELECT before, after FROM audit_entries WHERE subject = $1 ORDER BY id',
      [`supplier ${name}`],
    );
    expect(audited).toMatchObject([
      { before: null, after: { duplicates: 'refuse', new_delivery_minor: 4_000 } },
      { before: { columns }, after: { duplicates: 'last' } },
    ]);
  });

  it('is refused with every invalid field', async () => {
    const columns = [{ header: 'X', column: 'no_such' }, 'none'];
    const { errors } = await save({ name: 'Y', columns, duplicates: 'any' }).refused(422);
    expect(errors.map(({ field }) => field)).toEqual([
      'columns.0.column',
      'columns.1.header',
      'duplicates',
    ]);
  });
});

describe('a file of which some rows have problems', () => {
  const HEADER = 'row,sku,name,base_price,delivery_charge,stock';
  const runNext = () => app.service(FileImportsService).runNext();
  const see = (id: number) => admin.call('getCatalogImport', id);
  const applyGood = (id: number) => app.admin('post', `catalog-imports/${id}/apply?rows=good`);
  const correct = (id: number, corrections: object[]) =>
    admin.call('correctCatalogImport', id, { corrections });
  const rowsToCorrect = (id: number) => app.admin('get', `catalog-imports/${id}/problems/export`);

  /** Uploads a file, and has it checked. */
  const given = async (...lines: string[]): Promise<number> => {
    const query = { file_name: 'november.xlsx' };
    const { id } = await admin.upload('uploadCatalogImport', file(...lines), query);
    await runNext();
    return id;
  };

  it('asks about a new SKU that differs from another one by the zeros at its beginning', async () => {
    const number = String(Date.now());
    await givenProduct(app, { sku: `00${number}` });
    const id = await given(HEADER, `2,${number},Cup,1,1,1`, `3,9${number},Cup,1,1,1`);
    const { state, report } = await see(id);
    const similar = { line: 2, sku: number, similar_to: `00${number}` };
    expect([state, report?.similar_skus]).toEqual(['ready', [similar]]);
  });

  it('shows those of the reader and the rules at once, and applies the others', async () => {
    const [good, bad, worse] = [unique('GOOD'), unique('BAD'), unique('WORSE')];
    const id = await given(
      HEADER,
      `4,${good},Cup,,1,3`,
      `7,${bad},Cup,on request,1,3`,
      `9,${worse},#REF!,10,"1,5",1.5`,
    );
    const refused = await see(id);
    expect(refused).toMatchObject({ state: 'refused', has_good_rows: true });
    expect(refused.report?.without_price).toBe(1);
    expect(refused.report?.problems).toEqual(
      [
        ...[{ line: 7, column: 'base_price', sku: bad, value: 'on request' }],
        ...[{ line: 9, column: 'name', sku: worse, value: '#REF!' }],
        ...[{ line: 9, column: 'delivery_charge', sku: worse, value: '1,5' }],
        ...[{ line: 9, column: 'stock', sku: worse, value: '1.5' }],
      ].map((found) => ({ ...found, problem: expect.any(String) })),
    );
    await app.admin('post', `catalog-imports/${id}/apply`).expect(409);

    await applyGood(id).expect(200);
    expect((await applyGood(id).expect(200)).body).toMatchObject({ data: { state: 'applying' } });
    await runNext();
    expect(await see(id)).toMatchObject({ state: 'applied', created: 1, has_good_rows: false });
    expect(await admin.products.get(good)).toMatchObject({ name: 'Cup' });
    await admin.products.get(bad).refused(404);
    expect((await applyGood(id).expect(200)).body).toMatchObject({ data: { state: 'applied' } });

    const [names, ...rows] = await workbookRows(rowsToCorrect(id).query({ format: 'xlsx' }));
    expect(names).toEqual([...HEADER.split(','), 'problem']);
    expect(rows.map(([row, sku]) => [row, sku])).toEqual([
      [7, bad],
      [9, worse],
    ]);
    expect(rows[0]?.at(-1)).toMatch(/^base_price must be a number/);
    const { text } = await rowsToCorrect(id).expect(200);
    const again = await given(...text.trimEnd().replace('on request', '12').split('\r\n'));
    expect((await see(again)).report?.problems.map(({ line }) => line)).toEqual([9, 9, 9]);
  });

  it('is checked again with cells that were corrected, in the numbers of its rows', async () => {
    const [one, two] = [unique('CELL'), unique('CELL')];
    const id = await given(
      'sku,name,base_price,delivery_charge',
      `${one},,1,1`,
      '',
      `${two},Cup,x,1`,
    );
    const cells = [
      { line: 2, column: 'name', value: '=Cup' },
      { line: 4, column: 'base_price', value: '2.50' },
    ];
    const next = await correct(id, cells.slice(1));
    await runNext();
    const report = (await see(next.id)).report;
    expect(report?.problems).toMatchObject([{ line: 2, column: 'name', value: '' }]);
    const last = await correct(next.id, cells.slice(0, 1));
    await runNext();
    expect(await see(last.id)).toMatchObject({ state: 'ready', created: 2 });
    expect((await see(id)).state).toBe('refused');
    await app.admin('post', `catalog-imports/${last.id}/apply`).expect(200);
    await runNext();
    expect(await admin.products.get(one)).toMatchObject({ name: '=Cup' });
    expect(await admin.products.get(two)).toMatchObject({ base_price: 2.5 });
    for (const [wrong, field] of [
      [{ ...cells[0], line: 99 }, 'line'],
      [{ ...cells[0], column: 'nope' }, 'column'],
      [cells[0]!, 'line'],
    ] as const) {
      const { body } = await correct(id, [wrong, cells[0]!]).expect(422);
      expect(body).toMatchObject({ errors: [{ field: `corrections.0.${field}` }] });
    }
    await correct(last.id, cells).expect(409);
    await correct(id, []).expect(422);
    await correct(999_999, cells).expect(404);
  });

  it('stays refused if a further row became invalid, and where rows were not read', async () => {
    const [{ sku }, { sku: other }] = [await givenProduct(app), await givenProduct(app)];
    const id = await given('sku,stock', `${sku},2`, `${other},7`, 'NO-SUCH,1');
    await applyGood(id).expect(200);
    await app.sql`UPDATE stock_levels SET reserved = 5 FROM products p WHERE p.id = product_id AND p.sku = ${sku}`;
    await runNext();
    const report = { dry_run: false };
    expect(await see(id)).toMatchObject({ state: 'refused', has_good_rows: true, report });
    expect((await see(id)).report?.problems.map(({ line }) => line)).toEqual([2, 4, 4, 4]);
    expect(await admin.stock.get(other)).toMatchObject({ levels: [{ on_hand: 100 }] });
    await applyGood(id).expect(200);
    await runNext();
    expect(await admin.stock.get(other)).toMatchObject({ levels: [{ on_hand: 7 }] });
    await app.sql`UPDATE stock_levels SET reserved = 0 WHERE reserved = 5`;

    for (const lines of [
      ['sku,name,color', `${sku},Cup,red`],
      ['sku,name', `${sku},Cup`, `${other},"Cup`],
    ]) {
      const whole = await given(...lines);
      expect(await see(whole)).toMatchObject({ state: 'refused', has_good_rows: false });
      await applyGood(whole).expect(409);
    }
  });

  it('is deleted after a week', async () => {
    const id = await given(
      'sku,name,base_price,delivery_charge',
      `${unique('OLD')},Cup,1,1`,
      'B,,1,1',
    );
    await app.sql`UPDATE catalog_imports SET finished_at = now() - interval '8 days' WHERE id = ${id}`;
    await app.service(FileImportsService).expireForgotten();
    expect(await see(id)).toMatchObject({ state: 'refused', has_good_rows: false });
    await applyGood(id).expect(409);
    await rowsToCorrect(id).expect(409);
  });
});

describe('a workbook that was downloaded', () => {
  it('is read back by the imports', async () => {
    const plan = await givenPlan(app);
    const { sku } = await givenProduct(app);
    const { id } = await admin.priceLists.create(plan.code, 5);
    const whole = (path: string) =>
      app.admin('get', path).query({ format: 'xlsx' }).responseType('blob').expect(200);
    const list = await whole(`price-lists/${id}/export`);
    const again = `price-lists/import?plan=${plan.code}`;
    await app.adminFile(again, list.body as Buffer, XLSX).expect(201);
    const sheet = await whole('stock/count-sheet');
    await app.adminFile('stock/count?dry_run=true', sheet.body as Buffer, XLSX).expect(200);
    await admin.products.change(sku, { active: false });
  });

  it('is read from a sheet that shows, not from a hidden one with more rows', async () => {
    const { code } = await givenPlan(app);
    const { sku } = await givenProduct(app);
    const sheet = (name: string, hidden: boolean, ...skus: string[]) => {
      return { name, hidden, rows: [['sku', 'price'], ...skus.map((one) => [one, 90])] };
    };
    const sheets = [sheet('2026', false, sku), sheet('2025', true, 'ENDED-1', 'ENDED-2')];
    const book = Buffer.from(await writeXlsx({ sheets }));
    const path = `/admin/price-lists/import?plan=${code}`;
    const { body } = await app.sendRaw('post', path, OPERATOR, book, XLSX).expect(201);
    expect(body).toMatchObject({ data: { prices: 1, problems: [] } });
  });

  it('has no characters that XML cannot contain, and says where a text is cut', async () => {
    const address = `https://a.example/${'a'.repeat(1_900)}`;
    const images = Array.from({ length: 20 }, (_, at) => `${address}${at}`);
    const { sku } = await givenProduct(app, { name: 'Cup\ufffe \uffff', images });
    const [names = [], ...rows] = await workbookRows(download(app).query({ format: 'xlsx' }));
    const row = rows.find(([first]) => first === sku)!;
    expect(row[1]).toBe('Cup\ufffd \ufffd');
    const cell = String(row[names.indexOf('images')]);
    expect(cell).toMatch(/\[cut: a cell of Excel has at most 32767 characters\]$/);
    const { body } = await send(app, file('sku,images', `${sku},"${cell}"`)).expect(422);
    expect(JSON.stringify(body)).toContain('images');
  });
});
