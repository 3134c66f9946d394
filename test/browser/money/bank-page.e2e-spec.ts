import { BankAdmin, statementOf, utr } from '../../support/money/bank.js';
import { TestBrowser } from '../../support/shop/people.js';
import { workbook } from '../../support/shop/supplier-file.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import type { Visit } from '../support/chromium.js';
import { app, describeInBrowser, signInAs, visit } from '../support/suite.js';
import { expectNothingToComplainAbout } from '../support/page-checks.js';
import {
  askAboutSimilar,
  bookAboveTheLimit,
  creditNamed,
  findClient,
  openClosing,
  typeOpenings,
} from '../support/line-dialogs.js';

const DAY = '2026-11-21';

let admin: BankAdmin;
let shop: Shop;

async function upload({ page }: Visit, name: string, buffer: Buffer): Promise<void> {
  const mimeType = 'application/octet-stream';
  await page.getByLabel('Choose a').setInputFiles({ name, mimeType, buffer });
}

async function says({ page }: Visit, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

/** Presses a button of a line, and then the button of its dialog. */
async function decide(
  { page }: Visit,
  reference: string,
  [button, action]: [RegExp, RegExp],
  reason?: string,
  account?: string,
): Promise<void> {
  const lines = page.getByRole('table', { name: 'Lines of statements' });
  const row = lines.getByRole('row', { name: reference });
  const more = row.getByRole('button', { name: /^More/ });
  if ((await row.getByRole('button', { name: button }).count()) === 0) await more.click();
  await row.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  if (account !== undefined) await dialog.getByLabel('Account').selectOption({ label: account });
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function claim(references: readonly string[], amount: number): Promise<void> {
  const client = await TestBrowser.ofMember(app, shop.client, 'member');
  for (const reference of references) {
    await client.call('post', 'wallet/transfers', { utr: reference, amount, date: DAY });
  }
}

/** Books two lines. The line with the amount of the client's cheque is refused, and credited with its number. */
async function askAboutCheque(): Promise<void> {
  const reference = utr();
  await admin.receipts.record(shop.client.id, 33, { source: 'cheque', reference: '400711' });
  const { id } = await admin.accounts.add({ name: 'Cheques' });
  const description = `CLG CL${String(shop.client.id).padStart(6, '0')}`;
  const line = { amount: 33, reference, description };
  const other = { amount: 34, reference: utr(), description };
  await admin.import(statementOf([line, other]), { bank_account_id: id });
  await visit.load(`/dashboard/office/money?tab=bank&account=${id}`);
  const dialog = visit.page.getByRole('dialog');
  await visit.page.getByLabel('Select all lines on this page').check();
  await visit.page.getByRole('button', { name: 'Book 2 lines…' }).click();
  await dialog.getByRole('button', { name: 'Book 2 lines' }).click();
  await says(visit, `₹33.00 (${description}): Client ${shop.client.id} has cheque 400711`);
  await expectNothingToComplainAbout(visit);
  expect((await admin.lines.find(other.reference)).state).toBe('matched');
  await visit.page.getByRole('button', { name: /^Credit to .*:/ }).click();
  await dialog.getByRole('button', { name: 'Credit ₹33.00' }).click();
  await dialog.getByLabel('It is other money than a cheque in hand').waitFor();
  await dialog.getByRole('textbox', { name: 'Cheque in hand' }).fill('400711');
  await dialog.getByRole('button', { name: 'Credit ₹33.00' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await admin.lines.find(reference)).matched).toMatchObject({ kind: 'clearing' });
  await askAboutSimilar(admin);
}

describeInBrowser('the bank in the office', () => {
  beforeAll(async () => {
    admin = new BankAdmin(app);
    shop = await givenShop(app);
  });
  signInAs(['finance']);
  afterAll(() => app.expectInvariants());

  it('stores a statement, and has a button for each kind of line', async () => {
    const claimed = utr();
    const named = utr();
    const unknown = utr();
    const own = utr();
    const charge = utr();
    const bounced = utr();
    await admin.receipts.record(shop.client.id, 40, { reference: bounced });
    await claim([claimed], 500);
    await admin.accounts.setOpening((await admin.accounts.default()).id, DAY, 1_000);
    const statement = statementOf(
      [
        { amount: 40, reference: bounced },
        { amount: 500, reference: claimed },
        {
          amount: 70,
          reference: named,
          description: `NEFT CL${String(shop.client.id).padStart(6, '0')}`,
        },
        { amount: 30, reference: unknown },
        { amount: 30, reference: own },
        { amount: -12.5, reference: charge, description: 'SMS charges' },
        { amount: -40, reference: bounced, description: 'RETURN' },
      ],
      { opening: 1_000 },
    );
    await visit.goTo('/dashboard/office/money?tab=bank');
    await upload(visit, 'november.csv', Buffer.from(statement));
    await says(visit, '1 of 5 lines with money in would confirm a transfer.');
    await says(visit, 'Opening ₹1,000.00 + ₹670.00 in − ₹52.50 out = closing ₹1,617.50');
    expect((await admin.lines.list()).data).toEqual([]);
    await expectNothingToComplainAbout(visit);
    await visit.page.getByRole('button', { name: 'Store 7 lines' }).click();
    await says(visit, '1 of 5 lines with money in confirmed a transfer.');
    expect(await admin.walletBalance(shop.client)).toBe(540);

    await decide(visit, named, [/^Credit to /, /^Credit ₹70\.00$/]);
    const dialog = visit.page.getByRole('dialog');
    const cheque = dialog.getByRole('textbox', { name: 'Cheque in hand' });
    await visit.page.getByRole('button', { name: `Credit to…: ${unknown}` }).click();
    await cheque.fill('400711');
    await findClient(admin, shop);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const box = visit.page.getByLabel(`Select ${unknown}`);
    expect(await box.getAttribute('title')).toContain('A person decides about it alone');
    await visit.page.getByRole('button', { name: `Credit to…: ${own}` }).click();
    await cheque.waitFor();
    expect(await dialog.getByRole('button', { name: 'Fill in what you typed' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await decide(visit, unknown, [/^Suspense/, /^Book ₹30\.00$/]);
    await decide(visit, own, [/^Ignore/, /out of the books/], 'From our savings account');
    await decide(visit, charge, [/^Bank charge/, /^Book ₹12\.50$/]);
    await decide(visit, 'RETURN', [/^Reverse the receipt/, /^Reverse the receipt$/]);
    expect(await admin.walletBalance(shop.client)).toBe(570);
    await decide(visit, charge, [/^Undo/, /^Undo$/], 'It was the rent');
    await decide(visit, charge, [/^Other account/, /^Book ₹12\.50$/], undefined, 'Taxes');
    const { data } = await admin.lines.list();
    expect(
      data.map(({ description, state, in_suspense }) => [description, state, in_suspense]),
    ).toEqual(
      expect.arrayContaining([
        ['SMS charges', 'matched', false],
        ['RETURN', 'matched', false],
        ['NEFT', 'ignored', false],
        ['NEFT', 'unmatched', true],
      ]),
    );
  });

  it('says once that what is booked or confirmed above the limit waits, and offers no second decision', () =>
    bookAboveTheLimit(admin));

  it('names the order or the clients that a line names, and leads to the payment of orders', () =>
    creditNamed(admin));

  it('compares the ledger with the bank in the closing of the day', async () => {
    await openClosing(admin, DAY);
    await says(visit, '₹1,617.50');
  });

  it('reads a file of an unknown bank by columns that the person chooses, and remembers them', async () => {
    const { id } = await admin.accounts.add({ name: 'Village bank' });
    const rows = [
      ['When', 'Story', 'Mark', 'Took', 'Gave', 'Stand'],
      [DAY, 'NEFT', utr(), '', '90.00', '90.00'],
      [DAY, 'NEFT', utr(), '15.00', '', '75.00'],
    ];
    await visit.resize({ width: 1280, scheme: 'light' });
    await visit.load(`/dashboard/office/money?tab=bank&account=${id}`);
    const file = workbook(rows);
    await upload(visit, 'village.xlsx', file);
    await says(visit, 'The statement could not be read.');
    for (const [name, field] of [
      ...([
        ['When', 'Date'],
        ['Story', 'Description'],
        ['Mark', 'Reference'],
      ] as const),
      ...([
        ['Took', 'Money out'],
        ['Gave', 'Money in'],
        ['Stand', 'Balance'],
      ] as const),
    ]) {
      await visit.page.getByLabel(`Column ${name} is`).selectOption({ label: field });
    }
    await visit.page.getByRole('button', { name: 'Read by these columns' }).click();
    const sums = 'Opening ₹0.00 + ₹90.00 in − ₹15.00 out = closing ₹75.00';
    await says(visit, sums);
    await visit.page.route('**/transfers/match?*', (route) => route.abort(), { times: 1 });
    await visit.page.getByRole('button', { name: 'Store 2 lines' }).click();
    await says(visit, 'It may have been done: look before you repeat it.');
    await visit.page.getByRole('button', { name: 'Read by these columns' }).click();
    await says(visit, sums);
    await visit.page.getByRole('button', { name: 'Store 2 lines' }).click();
    await says(visit, '0 of 1 line with money in confirmed a transfer.');
    await visit.load(`/dashboard/office/money?tab=bank&account=${id}`);
    await upload(visit, 'village.xlsx', file);
    await says(visit, '0 new lines');
    expect((await admin.lines.list({ bank_account_id: id })).data).toHaveLength(2);
  });

  it('asks about a line of the amount of a cheque in hand, or of a receipt', askAboutCheque);

  it('says what an opening balance books as the difference', () => typeOpenings(admin));
});
