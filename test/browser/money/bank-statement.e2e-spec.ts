import { GatewaySettlementsService } from '../../../src/money/gateway/settlements/gateway-settlements.service.js';
import {
  RETURNED,
  NAMES,
  sixteenLines,
  type AnsweredLine,
} from '../../money/statements/sixteen-lines.js';
import { BankAdmin, statementOf, utr } from '../../support/money/bank.js';
import { Payer, sandboxAccount } from '../../support/shop/checkouts.js';
import { givenOperator, TestBrowser, type GivenUser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { Operator } from '../support/operator.js';
import { app, browser, describeInBrowser } from '../support/suite.js';

const DAY = '2026-11-21';
/** A claim of a number in a form that no bank has. */
const UNKNOWN_FORM = 'YBL/26-11/778899';

let admin: BankAdmin;
let person: GivenUser;
let finance: Operator;
const pressed: string[] = [];

const shops = {} as Record<keyof typeof NAMES, Shop>;
type Name = keyof typeof NAMES;

async function claim({ client }: Shop, reference: string, amount: number): Promise<void> {
  const member = await TestBrowser.ofMember(app, client, 'member');
  await member.call('post', 'wallet/transfers', { utr: reference, amount, date: DAY });
}

/** Lets a client pay by the gateway, which pays it out. */
async function givenSettlement({ client }: Shop): Promise<{ utr: string; amount: number }> {
  const payer = await Payer.of(app, client);
  const checkout = await payer.open(1_000);
  await payer.returnFrom(checkout, await payer.payAt(checkout));
  await sandboxAccount(app).settleNow();
  await app.service(GatewaySettlementsService).checkAll(new Date(Date.now() + 1_000));
  const [settlement] = (await admin.call('listGatewaySettlements')).data;
  return { utr: settlement!.utr!, amount: settlement!.amount };
}

/** Makes five clients, what they claim and have paid, and the lines of the bank. */
async function givenStatement(): Promise<AnsweredLine[]> {
  for (const name of Object.keys(NAMES) as Name[]) {
    shops[name] = await givenShop(app);
    await admin.clients.change(shops[name].client.id, { name: NAMES[name] });
  }
  const { marina, jaipur, lakeside } = shops;
  const claims = [utr(), UNKNOWN_FORM] as const;
  await claim(marina, claims[0], 4_500);
  await claim(marina, claims[1], 4_600);
  for (const { client } of [jaipur, lakeside])
    await admin.receipts.record(client.id, RETURNED.named);
  await admin.receipts.record(lakeside.client.id, RETURNED.unnamed);
  await admin.givenAccount({ account_last4: '4321' });
  const settlement = await givenSettlement(marina);
  const idOf = (name: Name): [Name, number] => [name, shops[name].client.id];
  const ids = Object.fromEntries((Object.keys(NAMES) as Name[]).map(idOf)) as Record<Name, number>;
  return sixteenLines({ claims, settlement, ids });
}

const rowOf = (table: string, name: string) =>
  finance.page.getByRole('table', { name: table }).getByRole('row', { name });

/** Gives a line its answer, and counts the presses. */
async function answer({ reference, amount, answer: given }: AnsweredLine): Promise<void> {
  if (given === null || given === 'all') return;
  pressed.length = 0;
  const { button, client, account, receiptOf } = given;
  await finance.press(new RegExp(`^${button}.*: ${reference}$`));
  const dialog = finance.page.getByRole('dialog');
  const typed = client && `${shops[client].client.id} ${NAMES[client]}`;
  if (typed) await dialog.getByRole('combobox', { name: 'Client' }).fill(typed);
  if (account) await dialog.getByLabel('Account').selectOption({ label: account });
  const receipt = dialog.getByLabel('Receipt');
  if (receiptOf) {
    const first = receipt.locator('option').nth(1);
    await first.waitFor({ state: 'attached' });
    const offered = await first.innerText();
    expect(offered).toContain(NAMES[receiptOf]);
    await receipt.selectOption(offered);
  }
  const verb = button.startsWith('Credit') ? 'Credit' : 'Book';
  const shown = Math.abs(amount).toLocaleString('en-IN', { minimumFractionDigits: 2 });
  const isReturn = button === 'Returned payment';
  await finance.press(isReturn ? 'Reverse the receipt' : `${verb} ₹${shown}`, 'dialog');
  await dialog.waitFor({ state: 'hidden' });
  expect([reference, pressed.length]).toEqual([reference, 2]);
}

async function expectMatched({ reference, matched }: AnsweredLine): Promise<void> {
  const { client, ...wanted } = matched;
  const found = (await admin.lines.find(reference.replaceAll(/\s/g, ''))).matched;
  const id = client === undefined ? {} : { client_id: shops[client].client.id };
  expect([reference, found]).toEqual([reference, expect.objectContaining({ ...wanted, ...id })]);
}

/** Counts the rows of a table that are seen without scrolling. */
const rowsInView = (table: string): Promise<number> =>
  finance.page
    .getByRole('table', { name: table })
    .locator('tbody tr')
    .evaluateAll((rows) => {
      const isInView = (row: Element): boolean => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      };
      return rows.filter(isInView).length;
    });

/** Changes the address of the shop, and finds the approval that it waits for. */
async function changeAddress(): Promise<void> {
  const { page } = finance;
  await givenOperator(app, ['owner']);
  await finance.goTo('settings');
  await finance.press('Change name and color');
  await page.getByRole('dialog').getByLabel('Address').fill('1, My Lane');
  await finance.press('Save', 'dialog');
  await page.getByRole('dialog', { name: 'It waits for another person' }).waitFor();
  await finance.press('Done', 'dialog');
  await finance.goTo('money?tab=approvals');
  await page.getByText('address (none) → 1, My Lane').waitFor();
}

describeInBrowser(
  'a statement in the office',
  () => {
    let lines: AnsweredLine[];
    beforeAll(async () => {
      admin = new BankAdmin(app);
      person = await givenOperator(app, ['finance']);
      finance = await Operator.signIn(browser, person, pressed);
      await finance.page.setViewportSize({ width: 1280, height: 800 });
      lines = await givenStatement();
    });
    afterAll(() => app.expectInvariants());

    it('of sixteen lines: its preview needs no password, all that is selected at once is right, and each other line takes two presses', async () => {
      const { page } = finance;
      await finance.goTo('money?tab=bank');
      await app.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`;
      const statement = `Account No : 50100012349999\n${statementOf(lines, { opening: 500_000 })}`;
      await finance.upload(statement, 'november.csv');
      for (const { reference, preview } of lines) {
        const row = rowOf('what each would become', reference);
        await row.getByText(preview).first().waitFor();
      }
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await finance.accessibilityFindings()).toEqual([]);
      await finance.press('Store 16 lines');
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      expect(await page.getByText(/^The statement (could|was) not/).count()).toBe(0);
      await finance.press('Confirm', 'dialog');
      await page.getByText('2 of 8 lines with money in confirmed a transfer.').waitFor();
      await finance.press('Use …9999');
      await page.getByRole('button', { name: 'Use …9999' }).waitFor({ state: 'hidden' });
      expect((await admin.accounts.default()).account_last4).toBe('9999');

      await finance.goTo('money');
      await finance.goTo('money?tab=bank');
      await rowOf('Lines of statements', lines[0]!.reference).waitFor();
      expect(await rowsInView('Lines of statements')).toBeGreaterThanOrEqual(8);

      await page.getByLabel('Select all lines on this page').check();
      await finance.press('Book 1 line…');
      await finance.press('Book 1 line', 'dialog');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const right = lines.filter(({ answer: given }) => given === null || given === 'all');
      for (const line of right) await expectMatched(line);
      const { data } = await admin.lines.list();
      expect(data.filter(({ state }) => state === 'matched')).toHaveLength(right.length);

      for (const line of lines) await answer(line);
      for (const line of lines) await expectMatched(line);
    });

    it('of which a colleague has decided some lines: they are named, and the others are booked', async () => {
      const { page } = finance;
      const { id } = await admin.accounts.add({ name: 'Charges' });
      const charges = [-10, -11, -12].map((amount) => {
        return { amount, reference: utr(), description: `SMS CHARGES ${-amount}` };
      });
      await admin.import(statementOf(charges), { bank_account_id: id });
      await page.goto(`/dashboard/office/money?tab=bank&account=${id}`);
      await page.getByLabel('Select all lines on this page').check();
      await finance.press('Book 3 lines…');
      const [ignored, booked, left] = await Promise.all(
        charges.map(({ reference }) => admin.lines.find(reference)),
      );
      await admin.lines.ignore(ignored!.id);
      await admin.lines.book(booked!.id, await admin.others.idOf('Taxes'));
      await finance.press('Book 3 lines', 'dialog');
      await page.getByText('2 lines not booked.').waitFor();
      for (const text of [
        '₹10.00 (SMS CHARGES 10): A colleague has ignored this line meanwhile.',
        '₹11.00 (SMS CHARGES 11): A colleague has decided about this line meanwhile.',
      ]) {
        await page.getByText(text).waitFor();
      }
      expect((await admin.lines.find(ignored!.reference!)).state).toBe('ignored');
      expect((await admin.lines.find(left!.reference!)).matched!.kind).toBe('bank_charge');
      const next = { amount: 5, date: '2026-11-22', reference: utr() };
      await finance.upload(statementOf([next], { opening: 777_777 }), 'december.csv');
      const gap =
        'the balance ₹7,77,777.00, but the last statement of “Charges” ended on 21 Nov 2026';
      await page.getByText(`The file begins with ${gap} with −₹33.00:`).waitFor();
      expect(await finance.accessibilityFindings()).toEqual([]);
    });

    it('with a returned payment: it is offered the receipts that fit, and any by its number', async () => {
      const { page } = finance;
      const { client } = shops.marina;
      const [first, second] = [
        await admin.receipts.record(client.id, 77),
        await admin.receipts.record(client.id, 77),
      ];
      const several = await admin.givenLine(-77, 'NEFT-RTN');
      const none = await admin.givenLine(-78, 'NEFT-RTN');
      await finance.goTo('money');
      await finance.goTo('money?tab=bank');
      const dialog = page.getByRole('dialog');
      await finance.press(`Returned payment: ${none.reference}`);
      await dialog.getByText('No receipt of ₹78.00 came to this account.').waitFor();
      expect(await dialog.getByRole('textbox').count()).toBe(0);
      await finance.press('Cancel', 'dialog');
      await finance.press(`Returned payment: ${several.reference}`);
      const receipt = dialog.getByRole('combobox', { name: 'Receipt' });
      await receipt.waitFor();
      expect(await receipt.locator('option').count()).toBe(4);
      expect(await receipt.inputValue()).toBe('');
      await receipt.selectOption('Another one, by its number');
      await dialog.getByLabel('Number of the receipt').fill(String(first.id));
      await finance.press('Reverse the receipt', 'dialog');
      await dialog.waitFor({ state: 'hidden' });
      const { matched } = await admin.lines.find(several.reference!);
      expect([matched!.receipt_id, first.id < second.id]).toEqual([first.id, true]);
    });

    it('with a transfer between own accounts: where it may be one of several, the page asks', async () => {
      const { page } = finance;
      await admin.others.add({ name: 'Transfers to savings', type: 'transfer' });
      const { reference } = await admin.givenLine(-79, 'TRF TO OWN ACCOUNT XX4321');
      await page.reload();
      await finance.press(`Own account: ${reference}`);
      const dialog = page.getByRole('dialog');
      const account = dialog.getByRole('combobox', { name: 'Account' });
      await account.waitFor();
      expect(await account.locator('option').allInnerTexts()).toEqual([
        ...['Choose an account', 'Transfers between own accounts', 'Transfers to savings'],
      ]);
      await account.selectOption('Transfers to savings');
      await finance.press('Book ₹79.00', 'dialog');
      await dialog.waitFor({ state: 'hidden' });
      const matched = { other_account: 'Transfers to savings' };
      expect(await admin.lines.find(reference!)).toMatchObject({ matched });
    });

    it('with the number of the account, which a second person approves: it is not offered again meanwhile', async () => {
      const { page } = finance;
      const { id } = await admin.accounts.add({ name: 'Rent' });
      await givenOperator(app, ['owner']);
      await page.goto(`/dashboard/office/money?tab=bank&account=${id}`);
      const lines = statementOf([{ amount: 5, reference: utr() }]);
      await finance.upload(`Account No : 50100012341111\n${lines}`, 'rent.csv');
      await finance.press('Use …1111');
      await finance.press('Done', 'dialog');
      await page.getByText('…1111 is Rent’s once another person approves it.').waitFor();
      expect(await page.getByRole('button', { name: 'Use …1111' }).count()).toBe(0);
      await finance.goTo('money?tab=approvals');
      const row = page.getByRole('row', { name: 'Where people pay or send goods' });
      await row.getByText('Rent', { exact: true }).waitFor();
      await row.getByText('last digits of the account (none) → 1111').waitFor();
    });

    it('and a second person approves another address of the shop, too', changeAddress);
  },
  { GATEWAY: 'sandbox' },
);
