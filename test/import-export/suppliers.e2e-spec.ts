import type { SupplierDto } from '../../src/product-administration/file-imports/suppliers.dto.js';
import { TestApp } from '../support/app.js';
import { unique } from '../support/shop/given.js';

describe('the file format of a supplier', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const save = (body: object) => app.admin('post', 'suppliers', body);

  it('is saved by the name of the supplier, for all operators', async () => {
    const name = unique('Surat Textiles');
    const columns = [
      { header: 'Item Code', column: 'sku' },
      { header: 'MRP', column: null },
    ];
    await save({ name, columns, duplicates: 'refuse', new_delivery_charge: 40 }).expect(200);
    const again = { name, columns: columns.slice(0, 1), duplicates: 'last' };
    const { body } = await save(again).expect(200);
    expect((body as { data: SupplierDto }).data).toMatchObject({
      ...again,
      new_delivery_charge: null,
    });
    const list = await app.admin('get', 'suppliers?limit=500').expect(200);
    const { data } = list.body as { data: SupplierDto[] };
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
    const columns = [{ header: 'X', column: 'mrp' }, 'none'];
    const { body } = await save({ name: 'Y', columns, duplicates: 'any' }).expect(422);
    expect((body as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'columns.0.column',
      'columns.1.header',
      'duplicates',
    ]);
  });
});
