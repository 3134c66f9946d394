import { eventually } from '../../support/eventually.js';
import { statementOf, utr, type BankAdmin } from '../../support/money/bank.js';
import { onAccount } from '../../support/money/credit-admin.js';
import { givenClient, givenProduct } from '../../support/shop/given.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { DESK, expectNothingToComplainAbout } from './page-checks.js';
import { app, visit } from './suite.js';

/** Finds a client in the open dialog by an order's number and by its name; Enter chooses it, and sends nothing. */
export async function findClient(admin: BankAdmin, shop: Shop): Promise<void> {
  const { sku } = await givenProduct(app);
  const order = await shop.orders.place({ sku, quantity: 1 });
  const { name } = await admin.clients.get(shop.client.id);
  const client = visit.page.getByRole('dialog').getByRole('combobox', { name: 'Client' });
  for (const text of [order, name]) {
    await client.fill(text);
    await client.press('Enter');
    await eventually(async () => (await client.inputValue()) === `${shop.client.id} ${name}`);
  }
  // A name may begin as the numbers of orders do.
  const { id: other } = await givenClient(app);
  await app.sql`UPDATE clients SET name = 'Wooden Crafts' WHERE id = ${other}`;
  await client.fill('wooden');
  await client.press('Enter');
  await eventually(async () => (await client.inputValue()) === `${other} Wooden Crafts`);
}

/** Credits a line that names an order, which it pays, and then a line that names two clients. */
export async function creditNamed(admin: BankAdmin): Promise<void> {
  const [shop, other] = [await givenShop(app), await givenShop(app)];
  const { sku } = await givenProduct(app);
  const order = await shop.orders.place({ sku, quantity: 1 });
  const { total } = await app.row<{
    total: string;
  }>`SELECT total_minor / 100.0 AS total FROM orders WHERE order_number = ${order}`;
  const named = await shop.orders.place({ sku, quantity: 2 });
  await other.orders.place({ sku, quantity: 1 });
  const [one, two, returned] = [utr(), utr(), utr()];
  const { id } = await admin.accounts.add({ name: 'For orders' });
  const rows = [
    { amount: Number(total), reference: one, description: `NEFT ${order}` },
    { amount: 121, reference: two, description: `NEFT ${named} ${codeOf(other)}` },
    { amount: 62, reference: returned, description: `NEFT RTN ${codeOf(other)}` },
  ];
  await admin.import(statementOf(rows), { bank_account_id: id });
  const { page } = visit;
  await visit.load(`/dashboard/office/money?tab=bank&account=${id}`);
  const dialog = page.getByRole('dialog');
  const { name } = await admin.clients.get(shop.client.id);
  await page.getByText(`Not claimed, names ${order} · ${name}`).waitFor();
  await page.getByRole('button', { name: `Credit to ${name}: ${one}` }).click();
  const pays = dialog.getByLabel(`Pay order ${order}, which the line names`);
  expect(await pays.isChecked()).toBe(true);
  await dialog.getByText(`then order ${order} if enough is left.`).waitFor();
  const client = dialog.getByRole('combobox', { name: 'Client' });
  const suggested = await client.inputValue();
  await client.fill(`${other.client.id} Another`);
  await dialog.getByText(`This line is suggested for ${name}.`).waitFor();
  expect(await pays.count()).toBe(0);
  await client.fill(suggested);
  expect(await dialog.getByLabel('It is other money').count()).toBe(0);
  await dialog.getByRole('button', { name: /^Credit ₹/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await admin.orders.get(order)).status).toBe('pending');
  const { name: second } = await admin.clients.get(other.client.id);
  const reference = `Reference ${codeOf(other)} of ${second}`;
  await page.getByText(`${reference}, order ${named} of ${name}: choose`).waitFor();
  await page.getByText('The payment that it returns is not booked yet').waitFor();
  const decisions = page.getByRole('row', { name: returned }).getByRole('button');
  await page.getByRole('button', { name: `More: ${returned}` }).click();
  await page.getByRole('button', { name: `Ignore: ${returned}` }).waitFor();
  const offered = await decisions.allInnerTexts();
  expect(offered).toEqual(['Other account…', 'Credit to…', 'Suspense', 'Ignore']);
  await page.getByRole('button', { name: `Credit to…: ${two}` }).click();
  await dialog.getByText('A claimed transfer is confirmed').waitFor();
  await dialog.getByRole('button', { name: `${other.client.id} ${second}` }).click();
  await dialog.getByText(`claimed it, ₹121.00 goes to the wallet of ${second}.`).waitFor();
  await expectNothingToComplainAbout(visit);
  await dialog.getByRole('button', { name: /^Credit ₹/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await admin.walletBalance(other.client)).toBe(121);
  const offer = page.getByRole('link', {
    name: `Pay 1 order of ${second} from the wallet · ₹110.00`,
  });
  await offer.waitFor();
  await undoCredit(two, second);
  await offer.waitFor({ state: 'hidden' });
  await creditTogether(admin);
}

/** Credits the lines of six clients together. One client owes money, one line names an order and pays it, and four wallets can pay an order afterwards. */
async function creditTogether(admin: BankAdmin): Promise<void> {
  const { sku } = await givenProduct(app);
  const shops = await Promise.all(Array.from({ length: 6 }, () => givenShop(app)));
  const [debtor, named, ...others] = shops as [Shop, Shop, ...Shop[]];
  await admin.credit.putTerms(debtor.client.id);
  await admin.orders.pay(await debtor.orders.place({ sku, quantity: 1 }), onAccount);
  const order = await named.orders.place({ sku, quantity: 1 });
  for (const one of others) await one.orders.place({ sku, quantity: 1 });
  const { id } = await admin.accounts.add({ name: 'For orders of several' });
  const rows = shops.map((one) => {
    return {
      amount: 110,
      reference: utr(),
      description: `NEFT ${one === named ? order : codeOf(one)}`,
    };
  });
  await admin.import(statementOf(rows), { bank_account_id: id });
  const { page } = visit;
  await visit.load(`/dashboard/office/money?tab=bank&account=${id}`);
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('button', { name: `: ${rows[0]!.reference}` })
    .first()
    .click();
  const { name } = await admin.clients.get(debtor.client.id);
  await dialog.getByText(`claimed it, ₹110.00 pays 1 order that ${name} bought on`).waitFor();
  await dialog.getByText('bought on account, those due first, ₹0.00 goes to the wallet').waitFor();
  await dialog.getByRole('textbox', { name: 'Cheque in hand' }).fill('400712');
  await dialog.getByText('This money was recorded already: no wallet changes.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Select all lines on this page').check();
  await page.getByRole('button', { name: 'Book 6 lines…' }).click();
  await dialog.getByText('Names and accounts of payers are remembered').waitFor();
  await dialog.getByText(`, for order ${order} (NEFT`).waitFor();
  await dialog.getByRole('button', { name: 'Book 6 lines' }).click();
  await page.getByText('Wallets can pay orders now.').waitFor();
  expect((await admin.orders.get(order)).status).toBe('pending');
  await page.getByRole('link', { name: 'and 1 more client' }).waitFor();
  const links = page.getByRole('link', { name: /^Pay 1 order of .* from the wallet · ₹110\.00$/ });
  expect(await links.count()).toBe(3);
  await expectNothingToComplainAbout(visit);
  await links.first().click();
  await page.getByLabel('Select all orders on this page').check();
  await page.getByRole('button', { name: 'Pay 1 from wallet · ₹110.00' }).waitFor();
  // A phone does not show it.
  await visit.resize(DESK);
  await visit.load(`/dashboard/office/money?tab=receipts&client=${debtor.client.id}`);
  await page.getByText('On account ₹110.00').waitFor();
}

function codeOf({ client }: Shop): string {
  return `CL${String(client.id).padStart(6, '0')}`;
}

/** Books money to another account above the limit of the day. A notice and the line's row say that it waits, and no dialog repeats it. */
export async function bookAboveTheLimit(admin: BankAdmin): Promise<void> {
  const [small, rent, { id }] = [utr(), utr(), await admin.accounts.add({ name: 'For the rent' })];
  const movements = [
    { amount: -312, reference: small },
    { amount: -50_000, reference: rent },
  ];
  const file = statementOf(movements, { opening: null });
  await admin.import(file, { bank_account_id: id });
  await visit.load(`/dashboard/office/money?tab=bank&account=${id}`);
  await visit.page.getByRole('button', { name: `Other account: ${small}` }).click();
  const first = visit.page.getByRole('dialog', { name: 'to another account' });
  await first.getByText(`21 Nov 2026 · −₹312.00 · ${small}`).waitFor();
  await first.getByLabel('Account').selectOption({ label: 'Taxes' });
  expect(await first.innerText()).not.toContain('waits');
  await first.getByRole('button', { name: 'Book ₹312.00' }).click();
  await first.waitFor({ state: 'hidden' });
  await visit.page.getByRole('button', { name: `Other account: ${rent}` }).click();
  const form = visit.page.getByRole('dialog', { name: 'to another account' });
  await form.getByText('This waits until another person').waitFor();
  await form.getByText(/that you recorded today, it is ₹50,3\d\d\./).waitFor();
  await form.getByText('One person records at most ₹50,000.00 a day alone.').waitFor();
  await form.getByLabel('Account').selectOption({ label: 'Taxes' });
  await form.getByRole('button', { name: 'Book ₹50,000.00' }).click();
  await form.waitFor({ state: 'hidden' });
  await visit.page.getByText('₹50,000.00 is not recorded yet.').waitFor();
  await visit.page.getByText('With what the same person recorded that day').waitFor();
  expect(await visit.page.getByRole('dialog').count()).toBe(0);
  const row = visit.page.getByRole('row', { name: rent });
  await row.getByText('Waits for approval').waitFor();
  await row.getByRole('link', { name: 'Approvals' }).waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  const again = { name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
  await visit.page.getByLabel('Choose a').setInputFiles(again);
  const preview = visit.page.getByRole('table', { name: 'what each would become' });
  await preview.getByRole('row', { name: rent }).getByText('Waits for approval').waitFor();
  await expectNothingToComplainAbout(visit);
  await visit.goTo('/dashboard/office/money?tab=approvals');
  await visit.page.getByRole('button', { name: 'Withdraw bank line of ₹50,000.00' }).click();
  await visit.page
    .getByRole('dialog', { name: 'Withdraw bank line of ₹50,000.00 (money out)?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await confirmAboveTheLimit();
}

/** Undoes the credit of a line. The client whose money it was not is not offered for it again. */
async function undoCredit(reference: string, name: string): Promise<void> {
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Undo: ${reference}` }).click();
  await dialog.getByText(`It is booked for ${name}. A reversing entry takes`).waitFor();
  await dialog.getByLabel('Reason').fill('It is of another client');
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: `Credit to…: ${reference}` }).click();
  await dialog.getByText(`Its receipt of ${name} was reversed.`).waitFor();
  expect(await dialog.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
}

/** Confirms a transfer above the limit. Its row then says that it waits, leads there, and offers no second confirmation. */
async function confirmAboveTheLimit(): Promise<void> {
  const [{ client }, reference] = [await givenShop(app), utr()];
  const member = await TestBrowser.ofMember(app, client);
  const claim = { utr: reference, amount: 60_000, date: '2026-11-21' };
  await member.call('post', 'wallet/transfers', claim);
  const { page } = visit;
  await visit.load('/dashboard/office/money');
  const row = page.getByRole('row', { name: reference });
  await row.getByRole('button', { name: `Confirm ${reference}` }).click();
  await page.getByRole('button', { name: 'Confirm transfer' }).click();
  await row.getByText('Waits for approval').waitFor();
  await row.getByRole('link', { name: 'Approvals' }).waitFor();
  expect(await row.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
  await expectNothingToComplainAbout(visit);
  await row.getByRole('button', { name: `Reject ${reference}` }).click();
  await page.getByLabel('Reason').fill('It did not arrive');
  await page.getByRole('button', { name: 'Reject transfer' }).click();
  await row.waitFor({ state: 'hidden' });
  // No person rejected the approval: it ended.
  await visit.goTo('/dashboard/office/money?tab=approvals&status=all');
  const reason = 'Ended\nNo longer needed: the transfer was rejected.';
  const state = page.getByRole('row', { name: reference }).getByRole('cell').nth(2);
  expect(await state.innerText()).toContain(reason);
}

/** Credits a line whose money is recorded under another number: the dialog asks, and links both. */
export async function askAboutSimilar(admin: BankAdmin): Promise<void> {
  const [typed, reference] = [utr(), utr()];
  const { client } = await givenShop(app);
  const receipt = { reference: typed, received_at: '2026-11-21T06:00:00Z' };
  const { id } = await admin.receipts.record(client.id, 35, receipt);
  const description = `NEFT CL${String(client.id).padStart(6, '0')}`;
  for (let count = 1; count <= 6; count += 1)
    await admin.receipts.record(client.id, 35, { ...receipt, reference: utr() });
  await admin.importRows({ amount: 35, reference, description });
  await visit.load('/dashboard/office/money?tab=bank');
  const dialog = visit.page.getByRole('dialog');
  const why = 'A receipt may be the same money: credit the line, and say whether it is';
  const box = visit.page.getByRole('checkbox', { name: `Select ${reference}` });
  expect(await box.getAttribute('title')).toBe(`A person decides about it alone: ${why}.`);
  await visit.page
    .getByRole('button', { name: `: ${reference}` })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Credit ₹35.00' }).click();
  const choice = dialog.getByLabel('Is it the same money?');
  await choice.waitFor();
  await expectNothingToComplainAbout(visit);
  const same = `It is the same money as receipt ${typed} of 21 Nov 2026`;
  expect(await choice.locator('option').count()).toBe(7);
  await dialog.getByRole('button', { name: 'Show all 7' }).click();
  await choice.selectOption({ label: same });
  await dialog.getByRole('button', { name: 'Credit ₹35.00' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await admin.lines.find(reference)).matched).toMatchObject({ receipt_id: id });
}

/** Types opening balances, of an account without one and of one that has one, and does not set them. */
export async function typeOpenings(admin: BankAdmin): Promise<void> {
  const [account] = await admin.accounts.list();
  const opened = await admin.accounts.add({ name: 'Opened' });
  await admin.accounts.setOpening(opened.id, '2026-11-20', 900_000);
  const sentences = [
    [account!, /^The ledger has .* of this day\. ₹[\d,.]+ is booked as the difference\.$/],
    [opened, /has ₹9,00,000\.00 at the .*\. ₹1,00,000\.00 is booked as the difference\.$/],
  ] as const;
  for (const [{ id, name }, sentence] of sentences) {
    await visit.load(`/dashboard/office/money?tab=bank&view=accounts&account=${id}`);
    await visit.page.getByRole('button', { name: `Opening balance of ${name}` }).click();
    const opening = visit.page.getByRole('dialog');
    await opening.getByLabel('Balance').fill('1000000');
    await opening.getByText(sentence).waitFor();
    await visit.page.keyboard.press('Escape');
    await opening.waitFor({ state: 'hidden' });
  }
}

/** Opens the closing of a day on which a client paid for orders on account. An account has its first statement then, and no opening balance. */
export async function openClosing(admin: BankAdmin, day: string): Promise<void> {
  const { id } = await admin.accounts.add({ name: 'Without an opening' });
  await admin.import(statementOf([{ amount: 9, reference: utr() }], { opening: 700 }), {
    bank_account_id: id,
  });
  const report = '**/reports/day?*';
  await visit.page.route(report, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    const data = { ...body.data, credits: { count: 1, amount: -8_000 } };
    await route.fulfill({ response, json: { ...body, data } });
  });
  await visit.goTo(`/dashboard/office/money?tab=day&date=${day}`);
  await visit.page.getByRole('row', { name: 'Orders on account paid 1 −₹8,000.00' }).waitFor();
  await visit.page.unroute(report);
  const account = visit.page.locator('section', { hasText: 'Without an opening' });
  await account.getByText('₹700.00 is unexplained.').waitFor();
  await account.getByText('Enter the opening balance, which this account has not yet').waitFor();
  await expectNothingToComplainAbout(visit);
  const link = account.getByRole('link', { name: 'opening balance' });
  expect(await link.getAttribute('href')).toMatch(/view=accounts/);
}
