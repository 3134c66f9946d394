import { FileImportsJob } from '../../src/dashboard/products/file-imports/file-imports.job.js';
import { FileImportsRepository } from '../../src/dashboard/products/file-imports/file-imports.repository.js';
import { FileImportsService } from '../../src/dashboard/products/file-imports/file-imports.service.js';
import { givenTwoApps, type TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { everything, file } from '../support/shop/catalog-file.js';
import { eventually } from '../support/eventually.js';
import { givenClient, givenPlan, givenProduct } from '../support/shop/given.js';
import { openTransaction } from '../support/database/database.js';
import { rowLock, whileLocked } from '../support/database/locks.js';
import { TestBrowser } from '../support/shop/people.js';

const apps = await givenTwoApps();
const app = apps.one;
const admin = new Admin(app);
// The tests decide when an instance looks for work.
for (const each of [apps.one, apps.two]) {
  await each.service(FileImportsJob).beforeApplicationShutdown();
}
afterAll(() => app.expectInvariants());

const runNext = (on: TestApp = app): Promise<boolean> => on.service(FileImportsService).runNext();

const upload = async (content: string, query = ''): Promise<number> =>
  (await admin.upload('uploadCatalogImport', content, `file_name=november.xlsx${query}`)).id;

const see = (id: number) => admin.call('getCatalogImport', id);

const apply = (id: number) => app.admin('post', `catalog-imports/${id}/apply`);

/** Uploads a file, has it checked, and asks for it to be applied. */
const givenDue = async (content: string, query = ''): Promise<number> => {
  const id = await upload(content, query);
  await runNext();
  await apply(id).expect(200);
  return id;
};

const storedParts = async (id: number): Promise<number> => {
  const rows = await app.sql`SELECT position FROM catalog_import_parts WHERE import_id = ${id}`;
  return rows.length;
};

const appliedEntries = async (id: number): Promise<{ actor: string }[]> =>
  app.sql`SELECT actor, after FROM audit_entries
      WHERE subject = 'import ' || ${id}::text AND after ->> 'state' = 'applied'`;

describe('a file that is imported in the background', () => {
  it('is checked, shows its changes, and is audited under the operator who applies it', async () => {
    const { code } = await givenPlan(app, { discountBp: 1_000 });
    const { headers } = await givenClient(app, { plan: code });
    const known = await givenProduct(app, { name: 'Old cup', stock: 4 });
    const same = await givenProduct(app, { name: 'Same' });
    const content = file(
      `row,sku,name,base_price,stock,price:${code}`,
      `7,${known.sku},New cup,120.50,9,99`,
      `9,${same.sku},Same,100.00,100,`,
      '12,BG-NEW,Bowl,50,3,',
    );
    const before = await everything(app);
    const id = await upload(content, '&supplier=Surat&new_delivery_charge=7.5');
    expect(await see(id)).toMatchObject({ state: 'checking', supplier: 'Surat', report: null });
    expect(await runNext()).toBe(true);
    expect(await see(id)).toMatchObject({
      state: 'ready',
      file_name: 'november.xlsx',
      rows: 3,
      created: 1,
      updated: 1,
      unchanged: 1,
      applied_by: null,
      report: { dry_run: true, problems: [] },
      changed_columns: ['base_price', 'name', `price:${code}`, 'stock'].map((column) => ({
        column,
        products: 1,
      })),
      changed_products: [
        {
          line: 7,
          sku: known.sku,
          changes: [
            { column: 'base_price', before: '100.00', after: '120.50' },
            { column: 'name', before: 'Old cup', after: 'New cup' },
            { column: `price:${code}`, before: null, after: '99.00' },
            { column: 'stock', before: '4', after: '9' },
          ],
        },
      ],
    });
    const { audit_entries: entries, ...stored } = await everything(app);
    expect({ ...stored, audit_entries: entries!.slice(0, before.audit_entries!.length) }).toEqual(
      expect.objectContaining({ products: before.products, plan_prices: before.plan_prices }),
    );

    const person = await TestBrowser.ofOperator(app, ['catalog']);
    const asked = await person.admin('post', `catalog-imports/${id}/apply`);
    expect(asked.body.data).toMatchObject({ state: 'applying' });
    expect(await runNext(apps.two)).toBe(true);
    expect(await see(id)).toMatchObject({ state: 'applied', created: 1, updated: 1, rows_done: 0 });
    expect(await appliedEntries(id)).toEqual([
      expect.objectContaining({ actor: expect.stringMatching(/^user \d+ /) }),
    ]);
    const { body } = await app.get('/api/products/BG-NEW', headers).expect(200);
    expect((body as { data: unknown }).data).toMatchObject({
      name: 'Bowl',
      pricing: { wholesale_price: 45 },
      delivery_charge: 7.5,
    });
    expect(await storedParts(id)).toBe(0);
    await apply(id).expect(200);
    expect(await runNext()).toBe(false);

    expect((await admin.call('listCatalogImports', { limit: 1 })).data).toEqual([
      expect.objectContaining({ id, state: 'applied', created: 1, updated: 1, unchanged: 1 }),
    ]);
  });

  it('keeps the values of products where a cell is empty', async () => {
    const { code } = await givenPlan(app);
    const details = { brand: 'Kiran', weightGrams: 300, description: 'Two\nlines' };
    const { sku } = await givenProduct(app, details);
    await admin.plans.setPrice(code, sku, 80);
    const header = `sku,name,description,base_price,delivery_charge,active,images,variations,brand,weight_grams,price:${code}`;
    const id = await givenDue(file(header, `${sku},Renamed,,,,,,,,,`));
    await runNext();
    expect(await see(id)).toMatchObject({ state: 'applied', updated: 1 });
    expect(await admin.products.get(sku)).toMatchObject({
      name: 'Renamed',
      description: 'Two\nlines',
      base_price: 100,
      delivery_charge: 10,
      active: true,
      brand: 'Kiran',
      weight_grams: 300,
      plan_prices: { [code]: 80 },
    });
  });
});

describe('a file with problems', () => {
  it("is refused with each problem at its row in the supplier's file", async () => {
    const before = await everything(app);
    const header = 'row,sku,name,base_price,delivery_charge';
    const id = await upload(
      file(header, '5,R-1,Cup,abc,1', '3,R-2,Cup,1,1', '9,R-3,,1,1', '12,R-4,Cup,1,'),
      '&new_delivery_charge=0',
    );
    await runNext();
    const { state, report } = await see(id);
    expect(state).toBe('refused');
    expect(report?.problems.map(({ line, column }) => [line, column])).toEqual([
      [3, 'row'],
      [5, 'base_price'],
      [9, 'name'],
    ]);
    expect((await everything(app)).products).toEqual(before.products);
    const message = expect.stringContaining('state refused');
    const { body } = await apply(id).expect(409);
    expect(body).toMatchObject({ code: 'import_not_ready', message });
    await app.admin('post', 'catalog-imports/999999/apply').expect(404);
  });

  it('has no rows to correct if it cannot be read to its end', async () => {
    const id = await upload(file('sku,name,base_price', 'Q-1,,abc', '"x"y,1,2'));
    await runNext();
    expect((await see(id)).state).toBe('refused');
    const path = `catalog-imports/${id}`;
    const corrections = [{ line: 2, column: 'name', value: 'Cup' }];
    for (const call of [
      app.admin('get', `${path}/problems/export`),
      app.admin('post', `${path}/corrections`, { corrections }),
    ]) {
      const { body } = await call.expect(409);
      const message = expect.stringMatching(/^Row 3 of the file has a quote in the wrong place/);
      expect(body).toMatchObject({ code: 'import_not_ready', message });
    }
  });

  it('is refused if its header contains characters that reports cannot store', async () => {
    const id = await upload(file('sku,na\u0000me', 'A,B'));
    await runNext();
    const { state, report } = await see(id);
    expect([state, report?.problems[0]?.column]).toEqual(['refused', 'na\uFFFDme']);
  });
});

describe('applying a file exactly once', () => {
  it('leaves a file to the instance that is applying it', async () => {
    const { sku } = await givenProduct(app);
    const id = await givenDue(file('sku,name', `${sku},Once`));
    const holder = await openTransaction(app.connection);
    await holder.query(rowLock('products', sku, 'sku'));
    const running = runNext();
    await eventually(async () => (await see(id)).rows_done === 1);
    expect(await runNext(apps.two)).toBe(false);
    await holder.commit();
    await running;
    expect(await appliedEntries(id)).toHaveLength(1);
  });

  it('does not repeat the work of another instance', async () => {
    const { sku } = await givenProduct(app);
    const id = await givenDue(file('sku,name', `${sku},Once`));
    const repository = apps.two.service(FileImportsRepository);
    const stale = await repository.findDue(apps.two.dataSource.manager);
    expect(await runNext()).toBe(true);
    const findDue = repository.findDue.bind(repository);
    Object.assign(repository, { findDue: () => Promise.resolve(stale) });
    await admin.products.change(sku, { name: 'Changed since' });
    expect(await runNext(apps.two)).toBe(false);
    Object.assign(repository, { findDue });
    expect(await appliedEntries(id)).toHaveLength(1);
    expect(await admin.products.get(sku)).toMatchObject({ name: 'Changed since' });
  });

  it('stores nothing of an interrupted run, and another instance takes over', async () => {
    const { sku } = await givenProduct(app);
    const id = await givenDue(file('sku,name', `${sku},Whole`));
    const before = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const locked = { lock: rowLock('products', sku, 'sku'), waiting: 1, before };
    const died = whileLocked(app, locked, () => runNext());
    await expect(died).rejects.toThrow();
    expect(await see(id)).toMatchObject({ state: 'applying' });
    expect(await appliedEntries(id)).toEqual([]);
    expect(await runNext(apps.two)).toBe(true);
    expect(await see(id)).toMatchObject({ state: 'applied', updated: 1 });
    expect(await appliedEntries(id)).toHaveLength(1);
  });

  it('gives up on a file that crashed the service five times', async () => {
    const { sku } = await givenProduct(app);
    const id = await givenDue(file('sku,name', `${sku},Poison`));
    await app.sql`UPDATE catalog_imports SET attempts = 5 WHERE id = ${id}`;
    expect(await runNext()).toBe(true);
    expect(await see(id)).toMatchObject({ state: 'failed' });
    expect(await storedParts(id)).toBe(0);
    expect(await runNext()).toBe(false);
  });

  it('expires a file that was not applied for a week', async () => {
    const { sku } = await givenProduct(app);
    const id = await upload(file('sku,name', `${sku},Forgotten`));
    await runNext();
    const imports = app.service(FileImportsService);
    await imports.expireForgotten();
    expect(await see(id)).toMatchObject({ state: 'ready' });
    await app.sql`UPDATE catalog_imports SET finished_at = now() - interval '8 days' WHERE id = ${id}`;
    await imports.expireForgotten();
    expect(await see(id)).toMatchObject({ state: 'expired' });
    expect(await storedParts(id)).toBe(0);
    await apply(id).expect(409);
  });
});
