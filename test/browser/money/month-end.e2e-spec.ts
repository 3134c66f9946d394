import { readFile, rm } from 'node:fs/promises';
import { RequestFailuresService } from '../../../src/dashboard/store-requests/failures/request-failures.service.js';
import { TokenUsesService } from '../../../src/auth/token-use/token-uses.service.js';
import { OrderArchiveService } from '../../../src/orders/archive/order-archive.service.js';
import { monthPeriod } from '../../../src/platform/days/shop-days.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { RESULT_COLUMNS } from '../../../src/tax/india/e-invoice/e-invoice-result.js';
import { givenProduct } from '../../support/shop/given.js';
import { sumOf } from '../../../src/platform/money.js';
import { BankAdmin, statementOf } from '../../support/money/bank.js';
import { onAccount } from '../../support/money/credit-admin.js';
import { givenMember } from '../../support/shop/people.js';
import { scratchFolder } from '../../support/processes/run.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { registrationOf } from '../../support/tax/registrations.js';
import { KARNATAKA, TaxAdmin } from '../../support/tax/tax-admin.js';
import { makeAllOlder } from '../../support/time.js';
import { admin, app, describeInBrowser, signInAs, visit, openAs } from '../support/suite.js';
import { expectNothingToComplainAbout } from '../support/page-checks.js';

const DAY_MS = 86_400_000;

describeInBrowser("the work of the wholesaler's office", () => {
  let shop: Shop;
  signInAs();
  beforeAll(async () => {
    shop = await givenShop(app);
  });
  afterAll(() => app.expectInvariants('settings'));

  /** Reads the file that a menu of the page saves. */
  const saved = async (section: string): Promise<string> => {
    const downloads = visit.page.waitForEvent('download');
    const part = visit.page.locator('section', { hasText: section });
    await part.getByRole('button', { name: 'Download' }).click();
    await visit.page.getByRole('menuitem', { name: 'CSV for programs' }).click();
    return readFile(await (await downloads).path(), 'utf8');
  };

  it('closes a month: receipt, closing, statement and files show the same amounts', async () => {
    const { id } = shop.client;
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 1 });
    await visit.goTo(`/dashboard/office/clients/${id}?tab=wallet`);
    await visit.page.getByRole('button', { name: 'Record receipt' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Reference').fill('UTR-MONTH-END');
    await dialog.getByLabel('Amount').fill('500');
    await dialog.getByLabel(`${order} ₹110.00`).check();
    await dialog.getByText('₹110.00 pays them, ₹390.00 goes to the wallet.').waitFor();
    await dialog.getByRole('button', { name: 'Record ₹500.00' }).click();
    await dialog.getByText('It paid 1 order.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await visit.page.getByText('= Closing balance').locator('..').getByText('₹390.00').waitFor();
    expect(await saved('Statement of')).toMatch(/closing balance,,,,,390\.00\r\n$/);

    await visit.goTo('/dashboard/office/money?tab=day');
    await visit.page.getByText('It balances.').waitFor();
    expect(await saved('Closing of')).toContain('closing balance,,390.00');
    await visit.goTo('/dashboard/office/money?tab=month');
    await visit.page.getByText('₹0.00 + ₹390.00 = ₹390.00').waitFor();
    expect(await saved('Balances of clients')).toMatch(
      /^1,.*,0\.00,500\.00,-110\.00.*,390\.00\r\n/m,
    );
    expect(await admin.walletBalance(shop.client)).toBe(390);
    await visit.goTo('/dashboard/office/money?tab=receipts');
    const row = visit.page.getByRole('row', { name: 'UTR-MONTH-END' });
    expect(await row.innerText()).toMatch(/\b\d{1,2} [A-Z][a-z]{2,3} \d{4}\b/);
  });

  it(
    'shows for each client movements that lead from the opening to the closing balance',
    addUpEachClient,
  );

  it('marks a GST month as filed, takes what the portal answered for an invoice, and says where Tally imports the sales', () =>
    fileGstMonth(shop));

  it('answers “your API refused my order” in three clicks', () => explainRefusal(shop));

  it('finds a leaked token by its last characters, rotates it with another domain, and revokes the old one', async () => {
    await shop.products.list();
    await app.service(TokenUsesService).store();
    const ending = shop.client.token.slice(-4);
    await visit.page.getByRole('combobox', { name: 'Search' }).fill(ending);
    await visit.page.getByRole('option', { name: ending }).waitFor();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByText('from 127.0.0.1').waitFor();
    await visit.page.getByRole('button', { name: 'Rotate token' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Domain of the new token').fill('moved.example');
    await dialog
      .getByLabel('The old token ends')
      .selectOption({ label: 'Immediately: the token has leaked' });
    await dialog.getByRole('button', { name: 'Rotate token' }).click();
    const token = await visit.page.locator('pre').innerText();
    await shop.products.list().expect(401);
    await shop.withToken(token, 'moved.example').products.list();
  });

  it('renews a subscription that lapses this month', async () => {
    const month = monthPeriod(dateInShop(new Date()).slice(0, 7));
    const endsAt = new Date(Math.min(Date.now() + DAY_MS / 24, month.to.getTime()));
    const { id, plan } = shop.client;
    await admin.clients.subscribe(id, { plan, status: 'active', ends_at: endsAt.toISOString() });
    await visit.goTo('/dashboard/office');
    await visit.page.getByRole('link', { name: 'Renew subscriptions' }).click();
    await visit.page.getByLabel('Select all clients').check();
    await visit.page.getByLabel('Renew for how long').selectOption({ label: 'by one year' });
    await visit.page.getByRole('button', { name: 'Renew 1 subscription' }).click();
    await visit.page.getByText('Renewed 1 subscription.').waitFor();
    const { subscription } = await admin.clients.get(id);
    expect(Date.parse(subscription!.ends_at!)).toBeGreaterThan(Date.now() + 364 * DAY_MS);
  });

  it('shows the last status of an archived order to the office and to its client', async () => {
    const archived = await givenShop(app);
    const { sku } = await givenProduct(app);
    const order = await archived.orders.place({ sku, quantity: 1 });
    await admin.orders.cancel(order);
    await makeAllOlder(app, 100, order);
    await app.sql`UPDATE orders SET updated_at = created_at WHERE order_number = ${order}`;
    const folder = await scratchFolder();
    const day = new Date(Date.now() - 95 * DAY_MS).toISOString().slice(0, 10);
    for await (const { orders } of app.service(OrderArchiveService).archive(day, folder)) {
      expect(orders).toBe(1);
    }
    await rm(folder, { recursive: true });

    const client = await openAs(await givenMember(app, archived.client));
    for (const [person, path] of [
      [visit, 'office/orders'],
      [client, 'orders'],
    ] as const) {
      await person.goTo(`/dashboard/${path}/${order}`);
      const notice = person.page.getByText('This order is archived').locator('..');
      expect(await notice.innerText()).toContain('Its last status: Canceled');
      expect(await person.page.getByRole('alert').count()).toBe(0);
      expect(await person.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await expectNothingToComplainAbout(person);
    }
    await visit.resize({ width: 1280, scheme: 'light' });
    await visit.page.getByRole('table', { name: 'Changes of the order' }).waitFor();
    await visit.page.getByRole('cell', { name: 'Canceled', exact: true }).waitFor();
  });

  it('asks how the dates of a statement are written, and stores it as the person says', async () => {
    const bank = new BankAdmin(app);
    const id = await bank.givenAccount();
    const query = { bank_account_id: id };
    await bank.import(statementOf([{ amount: 5, date: '2026-10-30' }]), query);
    const buffer = Buffer.from(statementOf([{ amount: 7, date: '2026-03-11' }], { opening: 5 }));
    const { page } = visit;
    await visit.goTo(`/dashboard/office/money?tab=bank&account=${id}`);
    await page
      .getByLabel('Choose a')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Is the day first in its dates, or the month?').waitFor();
    await page.getByText('The day 11 Mar 2026 is before 30 Oct 2026').waitFor();
    await expectNothingToComplainAbout(visit);
    await page.getByRole('button', { name: 'The month is first' }).click();
    await page.getByRole('button', { name: 'Store 1 line' }).click();
    await page.getByText('0 of 1 line with money in confirmed a transfer.').waitFor();
    const { data } = await bank.lines.list(query);
    expect(data.map(({ date }) => date)).toEqual(['2026-11-03', '2026-10-30']);
  });
});

/** Lets a client buy on account, pay by bank and in cash, get an order refunded and money paid out. Adds up each row of the month. */
async function addUpEachClient(): Promise<void> {
  const { client, orders } = await givenShop(app);
  const { sku } = await givenProduct(app);
  await admin.credit.putTerms(client.id);
  const [onCredit, canceled] = [
    await orders.place({ sku, quantity: 1 }),
    await orders.place({ sku, quantity: 2 }),
  ];
  await admin.orders.pay(onCredit, onAccount);
  await admin.orders.pay(canceled, onAccount);
  await admin.receipts.record(client.id, 60);
  await admin.orders.cancel(canceled);
  await admin.receipts.record(client.id, 100, { source: 'cash' });
  await admin.wallets.payOut(client.id, 20);
  const owing = await givenShop(app);
  await owing.orders.place({ sku, quantity: 1 });
  await admin.credit.putTerms(owing.client.id);
  await admin.orders.pay(await owing.orders.place({ sku, quantity: 1 }), onAccount);

  await visit.load('/dashboard/office/money?tab=month');
  const { name } = await admin.clients.get(client.id);
  const table = visit.page.getByRole('table', { name: 'Balances of clients' });
  await table.getByRole('row', { name }).waitFor();
  const rows = await table.locator('tbody tr').all();
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const row of rows) {
    const [, ...cells] = await row.getByRole('cell').allInnerTexts();
    const amounts = cells.map((text) =>
      [...text.matchAll(/(−?)₹([\d,.]+)/g)].map(
        ([, sign, digits]) => Number(digits!.replaceAll(',', '')) * (sign === '' ? 1 : -1),
      ),
    );
    const [closing, ...others] = amounts.pop()!;
    expect(others).toEqual([]);
    expect([cells, sumOf(amounts.flat())]).toEqual([cells, closing]);
  }
}

/** Ships an order, records that the month before was filed, uploads the portal's answer for the invoice, and begins the books for Tally. */
async function fileGstMonth(shop: Shop): Promise<void> {
  const tax = new TaxAdmin(app);
  const today = dateInShop(new Date());
  await tax.putProfile({ e_invoice_from: today });
  // As if the service had issued documents for two months.
  await app.sql`UPDATE tax_profiles SET effective_from = effective_from - interval '2 months'`;
  await tax.changeClient(shop.client.id, KARNATAKA);
  const { sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800 });
  const order = await shop.orders.place({ sku, quantity: 1 });
  await admin.orders.pay(order);
  await admin.orders.ship(order);
  const [invoice] = await tax.ofOrder(order);
  await visit.goTo('/dashboard/office/money?tab=gst');
  await visit.page.getByText('Every document passed all checks.').waitFor();
  await expectNothingToComplainAbout(visit);
  const before = new Date(Date.parse(`${today.slice(0, 7)}-01`) - DAY_MS);
  await visit.goTo(`/dashboard/office/money?tab=gst&month=${before.toISOString().slice(0, 7)}`);
  await visit.page.getByRole('button', { name: 'Mark as filed' }).click();
  const dialog = visit.page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Mark .* as filed$/ }).click();
  await visit.page.getByText('This month was filed.').waitFor();

  await visit.page.getByRole('link', { name: 'E-invoices' }).click();
  await visit.page.getByRole('link', { name: invoice!.number }).waitFor();
  await expectNothingToComplainAbout(visit);
  const result = registrationOf(invoice!.number);
  const cells = RESULT_COLUMNS.map((column) => result[column]);
  await visit.page
    .getByLabel('File of answers')
    .setInputFiles({
      name: 'answers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${RESULT_COLUMNS.join(',')}\n${cells.join(',')}\n`),
    });
  await visit.page.getByText('1 document registered, 0 refused.').waitFor();
  await visit.page.getByText('No document waits for its registration.').waitFor();

  await visit.goTo('/dashboard/office/money?tab=month');
  await visit.page.getByRole('button', { name: 'Set the first month…' }).click();
  await dialog.getByRole('button', { name: 'Save month' }).click();
  await visit.page.getByText('then the file at Import → Transactions').waitFor();
  await expectNothingToComplainAbout(visit);
}

/** Finds a refused order of a store from the page of its client. */
async function explainRefusal(shop: Shop): Promise<void> {
  await shop.orders
    .place({ sku: 'NO-SUCH', quantity: 1 }, { store_order_id: 'AT-1405' })
    .expect(422);
  await app.service(RequestFailuresService).store();
  await visit.resize({ width: 1280, scheme: 'light' });
  await visit.goTo('/dashboard/office');
  await visit.page.getByRole('link', { name: 'Clients', exact: true }).click();
  await visit.page.getByRole('table').getByRole('link').first().click();
  await visit.page.getByRole('link', { name: 'Refused requests' }).click();
  const row = visit.page.getByRole('row', { name: 'AT-1405' });
  expect(await row.innerText()).toContain('items.0.sku');
  const help = row.getByRole('link', { name: 'What to do about unknown_sku' });
  expect(await help.getAttribute('href')).toBe('/docs/errors#unknown_sku');
}
