import type { Locator } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { XLSX } from '../../src/platform/csv/csv-response.js';
import readWorkbook from 'read-excel-file/node';
import { givenClient, givenPlan, type GivenClient } from '../support/shop/given.js';
import { givenOperator, type GivenUser } from '../support/shop/people.js';
import {
  csvText,
  utf16,
  windows1252,
  workbook,
  type SupplierCell,
} from '../support/shop/supplier-file.js';
import { asksForColumnsOnce } from './support/chosen-columns.js';
import type { Visit } from './support/chromium.js';
import { expectNothingToComplainAbout } from './support/page-checks.js';
import { app, describeInBrowser, openAs } from './support/suite.js';
import { asksBeforeUnitsGo } from './support/units-out-of-sale.js';
import { pricesFromCosts } from './support/prices-from-costs.js';

const PRODUCTS = 100;
const CATALOG_STAFF = ['catalog'] as const;

/** Makes a supplier's price list with titles above the header, unneeded columns, a SKU in two rows, and a total below. */
function priceList(rate: (product: number) => SupplierCell): SupplierCell[][] {
  const product = (number: number): SupplierCell[] => [
    `ST-${String(number).padStart(4, '0')}`,
    `Café cup; size ${number}`,
    rate(number),
    '1.499,00',
    `7323${String(number).padStart(4, '0')}`,
    number % 7,
  ];
  const rows = Array.from({ length: PRODUCTS }, (_, index) => product(index + 1));
  return [
    ['Surat Tableware, price list'],
    ['All rates without GST'],
    [],
    ['Item Code', 'Particulars', 'Dealer Rate', 'MRP', 'HSN', 'Stock Qty'],
    ...rows.slice(0, PRODUCTS / 2),
    ['ST-0001', 'Café cup; size 1', rate(1), '1.499,00', '73230001', 5],
    ...rows.slice(PRODUCTS / 2),
    [],
    ['Total', '', 'Rs. 99,99,999.00', '', '', 6_000],
  ];
}

/** One person in front of the pages, who counts what they do: uploads, and buttons that send something. */
class Counted {
  actions = 0;

  constructor(private readonly visit: Visit) {}

  async upload(name: string, buffer: Buffer): Promise<void> {
    this.actions += 1;
    const mimeType = 'application/octet-stream';
    await this.visit.page.getByLabel('Choose a file').setInputFiles({ name, mimeType, buffer });
    await this.says(`${PRODUCTS} products found`);
  }

  async press(button: Locator): Promise<void> {
    this.actions += 1;
    await button.click();
  }

  async says(text: string): Promise<void> {
    await this.visit.page.getByText(text).first().waitFor();
  }
}

describeInBrowser('a messy supplier file to published prices', () => {
  let person: GivenUser;
  let store: GivenClient;
  beforeAll(async () => {
    person = await givenOperator(app, CATALOG_STAFF);
    const { code } = await givenPlan(app, { discountBp: 1_000 });
    store = await givenClient(app, { plan: code });
  });

  /** Reads the prices as the store sees them, by SKU. */
  const prices = async (): Promise<Map<string, number>> => {
    const { body } = await app.get('/api/products', store.headers).expect(200);
    const { data } = body as { data: { sku: string; pricing: { wholesale_price: number } }[] };
    return new Map(data.map(({ sku, pricing }) => [sku, pricing.wholesale_price]));
  };

  it('takes at most ten actions, and three the second time', async () => {
    const visit = await openAs(person, '/dashboard/office/new-import', { scheme: 'dark' });
    const { page } = visit;
    const first = new Counted(visit);
    const rates = priceList((number) => (number === 2 ? 'Rs. 1,23,456.00' : `${number},50`));
    await first.upload('rates.csv', windows1252(csvText(rates, ';')));
    expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252');
    expect(await page.getByLabel('Separator').inputValue()).toBe(';');
    await page.getByLabel('Supplier').fill('Surat Tableware');
    await page.getByLabel('Column HSN is').selectOption('Ignore');
    await first.says('Needed before the check: an amount, or 0');
    await page.getByLabel('Where a SKU is repeated').selectOption('last');
    await first.says('Row 107 is a total');
    await first.says('201 with a comma for paise: 1,50 → ₹1.50');
    const check = page.getByRole('button', { name: 'Check 100 products' });
    expect(await check.isDisabled()).toBe(true);
    await page.getByLabel('Delivery charge of new products').fill('40');
    expect([await visit.accessibilityFindings(), visit.complaints]).toEqual([[], []]);
    await first.press(check);
    await first.says('100 products would be created, 0 would change');
    await first.says('Highest price ₹1,23,456.00, row 6');
    await first.says('The first 20 of 100 new products.');
    await first.press(page.getByRole('button', { name: 'Apply to 100 products' }));
    await first.says('100 products created, 0 changed');
    const published = await prices();
    expect(published.size).toBe(PRODUCTS);
    expect([published.get('ST-0001'), published.get('ST-0002')]).toEqual([1.35, 111_110.4]);

    const second = new Counted(visit);
    await visit.goTo('/dashboard/office/new-import');
    const changed = priceList((number) =>
      number === 2 ? '₹ 2,34,567.00' : number === 3 ? '-' : number + 0.5,
    );
    await second.upload('rates.xlsx', workbook(changed));
    expect(await page.getByLabel('Supplier').inputValue()).toBe('Surat Tableware');
    await second.press(page.getByRole('button', { name: 'Check 100 products' }));
    await second.says('0 products would be created, 1 would change, 99 would stay');
    await second.says('₹1,23,456.00');
    expect(await visit.accessibilityFindings()).toEqual([]);
    await second.press(page.getByRole('button', { name: 'Apply to 1 product' }));
    // It goes on without the page.
    await visit.goTo('/dashboard/office/imports');
    await page
      .getByRole('row', { name: 'rates.xlsx' })
      .getByText('Applied', { exact: true })
      .waitFor();
    const now = await prices();
    expect([now.get('ST-0002'), now.get('ST-0003')]).toEqual([211_110.3, published.get('ST-0003')]);

    expect(first.actions).toBeLessThanOrEqual(10);
    expect(second.actions).toBeLessThanOrEqual(3);
  });

  it('makes products whose brands and sale are changed on their pages', async () => {
    const visit = await openAs(person);
    const { page } = visit;
    for (const path of ['imports', 'imports/1', 'catalog/ST-0001']) {
      await visit.goTo(`/dashboard/office/${path}`);
      await expectNothingToComplainAbout(visit);
    }
    await page.getByLabel('Brand').fill('Surat Steel');
    await page.getByRole('button', { name: 'Save product' }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    const { body } = await app.admin('get', 'products/ST-0001').expect(200);
    expect(body).toMatchObject({ data: { brand: 'Surat Steel', base_price: 1.5 } });
    await visit.goTo('/dashboard/office/catalog?q=cup');
    await page.getByLabel('Select all').check();
    await expectNothingToComplainAbout(visit);
    await page.getByRole('button', { name: 'Deactivate 50 products' }).click();
    await page.getByText('Changed 50 products.').waitFor();
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Activate 50 products', exact: true }).click();
    await page.getByText('Changed 50 products.').waitFor();
  });

  it('a file with seven bad cells, of the reader and the rules, takes at most nine actions and one round', async () => {
    const visit = await openAs(person, '/dashboard/office/new-import', { width: 360 });
    const { page } = visit;
    const counted = new Counted(visit);
    const bad = new Map<number, SupplierCell>([
      ...[9, 10, 11].map((number) => [number, 'on request'] as const),
      ...[12, 13].map((number) => [number, '-5'] as const),
    ]);
    const rates = priceList((number) => bad.get(number) ?? `₹ ${number}.75`).map((row) =>
      row[0] === 'ST-0014' || row[0] === 'ST-0015' ? row.with(4, '1.49E+12') : row,
    );
    await counted.upload('rates.txt', utf16(csvText(rates, '\t')));
    await page.getByLabel('Column HSN is').selectOption('HSN');
    await counted.says('Row 13, Dealer Rate: “on request” is not a number');
    await counted.press(page.getByRole('button', { name: 'Check 100 products' }));
    await counted.says('7 problems');
    expect([await visit.accessibilityFindings(), visit.complaints]).toEqual([[], []]);
    expect(await visit.smallTargets(44)).toEqual([]);
    await counted.press(page.getByRole('button', { name: 'Apply the 93 good rows' }));
    await counted.says('7 rows with problems were left out');
    await counted.press(page.getByRole('button', { name: 'Download these rows' }));
    const downloads = page.waitForEvent('download');
    await counted.press(page.getByRole('menuitem', { name: 'Excel (.xlsx)' }));
    const [sheet] = await readWorkbook(await (await downloads).path());
    expect(sheet?.data.map((row) => row[1])).toEqual([
      ...['sku', 'ST-0009', 'ST-0010', 'ST-0011', 'ST-0012', 'ST-0013', 'ST-0014', 'ST-0015'],
    ]);
    expect((await prices()).get('ST-0016')).toBe(15.08);
    expect(counted.actions).toBeLessThanOrEqual(9);
  });
  it('twelve clients by file take at most six actions', twelveClients);
  it('asks once which of two columns is meant', asksForColumnsOnce);
  it('lets cells be corrected in the page', () => correctInPage(person));
  it('names the size of a file that a proxy refuses, and whom to ask', () => sendTooMuch(person));
  it('makes prices from costs with a markup', () => pricesFromCosts(person));
  it('asks for a tick before units go out of sale, in a file and on the page of the product', () =>
    asksBeforeUnitsGo(person));
});

/** Uploads a file with a bad cell, corrects it in the report, and checks it again. */
async function correctInPage(person: GivenUser): Promise<void> {
  const visit = await openAs(person, '/dashboard/office/new-import');
  const { page } = visit;
  const rates = priceList((number) => (number === 9 ? 'on request' : `₹ ${number}.50`));
  await new Counted(visit).upload('rates.txt', utf16(csvText(rates, '\t')));
  await page.getByLabel('Column HSN is').selectOption('Ignore');
  await page.getByRole('button', { name: 'Check 100 products' }).click();
  await page.getByLabel('Base price of row 13').fill('9.50');
  await page.getByRole('button', { name: 'Check 1 correction again' }).click();
  await page.getByRole('button', { name: /^Apply to/ }).waitFor();
  expect([await visit.accessibilityFindings(), visit.complaints]).toEqual([[], []]);
}

/** Sends a file to a proxy that takes smaller bodies than the service. */
async function sendTooMuch(person: GivenUser): Promise<void> {
  const visit = await openAs(person, '/dashboard/office/new-import');
  const { page } = visit;
  await page.route('**/admin/catalog-imports*', (route) =>
    route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Too Large</h1>' }),
  );
  const rates = utf16(
    csvText(
      priceList((number) => `₹ ${number}.50`),
      '\t',
    ),
  );
  await new Counted(visit).upload('rates.txt', rates);
  await page.getByLabel('Column HSN is').selectOption('Ignore');
  await page.getByRole('button', { name: 'Check 100 products' }).click();
  expect(await page.getByRole('alert').innerText()).toMatch(
    /The file is too large for the server in front of this service \(0\.1 MB\)\. Ask the person who runs it to allow 64 MB, or split the file\./,
  );
  visit.complaints.splice(0);
}

/** Creates twelve clients with their tokens by a file. One row of the file has a problem at first. */
async function twelveClients(): Promise<void> {
  const { code: plan } = await givenPlan(app);
  const visit = await openAs(await givenOperator(app, ['owner']), undefined, { width: 360 });
  const { page } = visit;
  const rows = (bad: string): SupplierCell[][] => [
    ['Clients of November'],
    ['Name', 'Owner email', 'Plan', 'Domain', 'Foo'],
    ...Array.from({ length: 12 }, (_, at): SupplierCell[] => [
      `Shop ${at}`,
      at === 7 ? bad : `owner${at}@twelve.example`,
      plan,
      `shop${at}.example`,
    ]),
  ];
  let actions = 0;
  const press = async (role: 'button' | 'link', name: string): Promise<void> => {
    actions += 1;
    await page.getByRole(role, { name }).click();
  };
  const choose = async (label: string, bad: string): Promise<void> => {
    actions += 1;
    const file = { name: 'clients.xlsx', mimeType: XLSX, buffer: workbook(rows(bad)) };
    await page.getByLabel(label).setInputFiles(file);
  };
  await visit.goTo('/dashboard/office/clients');
  await press('button', 'Import file');
  await choose('Choose a file of clients', 'no mail');
  await page.getByText('1 column is not used: Foo').waitFor();
  await page.getByText('owner email “no mail” must be an e-mail address').waitFor();
  expect([await visit.accessibilityFindings(), visit.complaints]).toEqual([[], []]);
  expect(await visit.smallTargets(44)).toEqual([]);
  await choose('Choose another file', 'owner7@twelve.example');
  await press('button', 'Create 12 clients');
  await page.getByText('12 clients were created.').waitFor();
  const downloads = page.waitForEvent('download');
  await press('link', 'Download the tokens and invitation links');
  const lines = (await readFile(await (await downloads).path(), 'utf8')).split('\r\n');
  expect(lines.filter((line) => /,shop\d+\.example,\w{20,},/.test(line))).toHaveLength(12);
  const { body } = await app.admin('get', `clients?plan=${plan}`).expect(200);
  expect((body as { data: unknown[] }).data).toHaveLength(12);
  expect(actions).toBeLessThanOrEqual(6);
}
