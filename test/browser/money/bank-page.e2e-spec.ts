import { BankAdmin, statementOf, utr } from '../../support/money/bank.js';
import { givenOperator, TestBrowser } from '../../support/shop/people.js';
import { workbook } from '../../support/shop/supplier-file.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { BANK_WRITERS } from '../../money/statements/bank-writers.js';
import { writeStatement, type Movement } from '../../money/statements/statement-writer.js';
import type { Visit } from '../support/chromium.js';
import { app, browser, describeInBrowser, signInAs, visit } from '../support/suite.js';
import { Operator } from '../support/operator.js';
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

/** Writes a bank's statement with claimed transfers, one transfer that names a client, two charges, and rent. */
function monthOf(preset: string, claims: readonly string[], clientId: number): Buffer {
  const line = (amountMinor: number, reference: string, text: string): Movement => ({
    day: DAY,
    reference,
    description: `NEFT ${reference} ${text}`,
    direction: amountMinor > 0 ? 'in' : 'out',
    amountMinor: Math.abs(amountMinor),
  });
  return writeStatement(
    BANK_WRITERS.find((writer) => writer.preset === preset)!,
    [
      ...claims.map((reference) => line(250_00, reference, 'LAMP SHOP')),
      line(70_00, utr(), `CL${String(clientId).padStart(6, '0')}`),
      line(-17_70, utr(), 'SMS CHARGES'),
      line(-5_90, utr(), 'NEFT CHARGES'),
      line(-18_000_00, utr(), 'RENT NOVEMBER'),
    ],
  );
}

async function claim(references: readonly string[], amount: number): Promise<void> {
  const client = await TestBrowser.ofMember(app, shop.client, 'member');
  for (const reference of references) {
    await client.call('post', 'wallet/transfers', { utr: reference, amount, date: DAY });
  }
}

/** Every third of the banks: what their files have is tested where they are read. */
const BANKS = [...new Set(BANK_WRITERS.map(({ preset }) => preset))].filter(
  (_, index) => index % 3 === 0,
);

/** Settles one statement of each bank, one after the other on the same page, and counts the effort. */
async function settleInFour(): Promise<void> {
  const other = await givenShop(app);
  const { name } = await admin.clients.get(other.client.id);
  const before = await admin.walletBalance(shop.client);
  const actions: string[] = [];
  const finance = await Operator.signIn(browser, await givenOperator(app, ['finance']), actions);
  const accounts = [];
  for (const preset of BANKS) accounts.push(await admin.accounts.add({ name: preset }));
  await finance.goTo('money?tab=bank');
  for (const [index, preset] of BANKS.entries()) {
    const account = accounts[index]!;
    const claims = [utr(), utr(), utr()];
    await claim(claims, 250);
    await finance.goTo(`money?tab=bank&account=${account.id}`);
    await finance.upload(monthOf(preset, claims, other.client.id), 'statement');
    await finance.press('Store 7 lines');
    await finance.page.getByText('3 of 4 lines with money in confirmed a transfer.').waitFor();
    await finance.page.getByLabel('Select all lines on this page').check();
    await finance.press('Book 3 lines…');
    await finance.page.getByText(`₹70.00 to ${name}`).waitFor();
    if (index === 0) expect(await finance.accessibilityFindings()).toEqual([]);
    await finance.press('Book 3 lines', 'dialog');
    await finance.page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect([preset, actions.splice(0)]).toEqual([preset, Array(4).fill(expect.any(String))]);
    const { data } = await admin.lines.list({ bank_account_id: account.id });
    expect([preset, data.map(({ state }) => state).sort()]).toEqual([
      preset,
      [...Array(6).fill('matched'), 'unmatched'],
    ]);
  }
  expect(BANKS).toHaveLength(4);
  expect(await admin.walletBalance(shop.client)).toBe(before + 750 * BANKS.length);
  expect(await admin.walletBalance(other.client)).toBe(70 * BANKS.length);
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
    await expectNothingToComplainAbout(visit);
  });

  it('says once that what is booked or confirmed above the limit waits, and offers no second decision', () =>
    bookAboveTheLimit(admin));

  it('names the order or the clients that a line names, and leads to the payment of orders', () =>
    creditNamed(admin));

  it('compares the ledger with the bank in the closing of the day', async () => {
    await openClosing(admin, DAY);
    await says(visit, '₹1,617.50');
    await expectNothingToComplainAbout(visit);
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

  it(
    'settles statements of four banks in four actions each: claims, a line that names a client, and charges',
    settleInFour,
  );

  it('asks about a line of the amount of a cheque in hand, or of a receipt', askAboutCheque);

  it('says what an opening balance books as the difference', () => typeOpenings(admin));
});
