import { imported, file, reportOf, send } from '../support/shop/catalog-file.js';
import { converted } from './converted-file.js';
import { unique } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin } = await givenSuite();

describe('a file that a spreadsheet has spoiled', () => {
  it('keeps the stored letters that it has written as ?, and says so', async () => {
    const skus = [1, 2, 3].map(() => unique('LETTERS'));
    const [sari, cooker, plain] = skus as [string, string, string];
    const columns = `sku,name,base_price,delivery_charge,description`;
    const note = '₹ 5 off 😀, really?\nमुंबई';
    await imported(
      app,
      columns,
      `${sari},साड़ी बनारसी,100,10,"${note}"`,
      `${cooker},Steel “Deluxe” – 5 l ₹,100,10,`,
      `${plain},Cup,100,10,`,
    );
    const saved = [
      columns,
      `${sari},????? ??????,110,10,"? 5 off ??, really?\n?????"`,
      `${cooker},Steel “Deluxe” – 5 l ?,100,10,`,
      `${plain},Cup?,100,10,`,
    ];
    const report = await imported(app, ...saved);
    expect(report).toMatchObject({ updated: 2, unchanged: 1, problems: [] });
    expect(report.warnings).toEqual([
      'Texts of 2 products stay as they are: the file has ? in place of letters. Save it as “CSV UTF-8”, or as a workbook.',
    ]);
    expect(await Promise.all(skus.map((sku) => admin.products.get(sku)))).toMatchObject([
      { name: 'साड़ी बनारसी', description: note, base_price: 110 },
      { name: 'Steel “Deluxe” – 5 l ₹' },
      { name: 'Cup?' },
    ]);
    const other = [columns, `${sari},???? ??????,110,10,`, `${unique('NEW')},????? ?,1,1,`];
    const refused = reportOf(await send(app, file(...other), { dryRun: true }));
    expect(refused.problems).toMatchObject([
      { line: 3, column: 'name', problem: expect.stringContaining('lost its letters') },
    ]);
  });

  it('names each code, name and brand that it has changed', async () => {
    const day = { type: 'date', value: '2026-02-01' } as const;
    const flag = { type: 'boolean', value: 'true' } as const;
    const { csv, faults } = converted([
      ['Item Code', 'Particulars', 'Brand', 'Rate', 'GST %', 'Delivery charge'],
      [day, 'Cup', 'Acme', '12.50', '18', '0'],
      [unique('FORMS'), flag, 'Acme', '12.50', '18', '0'],
      [unique('FORMS'), 'Cup', day, '12.50', '18', '0'],
      [unique('FORMS'), 'Cup', 'Acme', '12.50', '18', '0'],
    ]);
    expect(faults.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Item Code'],
      [3, 'Particulars'],
      [4, 'Brand'],
    ]);
    const { created, problems } = await admin.upload('importProducts', csv, { dry_run: true });
    expect(created).toBe(1);
    const changed = expect.stringMatching(/^is not what was typed/);
    expect(problems).toMatchObject([
      { line: 2, column: 'sku', value: '2026-02-01', problem: changed },
      { line: 3, column: 'name', value: 'true', problem: changed },
      { line: 4, column: 'brand', value: '2026-02-01', problem: changed },
    ]);
  });
});
