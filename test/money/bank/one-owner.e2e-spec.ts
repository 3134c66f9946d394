import { TestApp } from '../../support/app.js';
import { BankAdmin, rrn, statementOf, utr } from '../../support/money/bank.js';
import { givenMember, TestBrowser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';

let app: TestApp;
let bank: BankAdmin;
let shop: Shop;
beforeAll(async () => {
  app = await TestApp.start();
  bank = new BankAdmin(app);
});
beforeEach(async () => {
  shop = await givenShop(app);
});
afterEach(() => app.expectInvariants());
afterAll(() => app.stop());

const claim = async (body: object): Promise<number> => {
  const browser = await TestBrowser.signedIn(app, await givenMember(app, shop.client, 'member'));
  const answer = await browser.call('post', 'wallet/transfers', { date: '2026-11-21', ...body });
  expect(answer.status).toBe(201);
  return (answer.body.data as { id: number }).id;
};
const statusOf = async (reference: string): Promise<unknown> => {
  const { body } = await app.admin('get', `transfers?utr=${reference}`).expect(200);
  return (body as { data: { status: string }[] }).data.map(({ status }) => status);
};
const balance = () => bank.walletBalance(shop.client);

describe('a line that names no client', () => {
  it('leaves the claim of another client alone', async () => {
    const reference = utr();
    await bank.importRows({ amount: 500, reference, description: 'NEFT-CL999999' });
    const { id } = await bank.lines.find(reference);
    await claim({ utr: reference, amount: 500 });
    const other = await givenShop(app);
    await bank.lines.credit(id, other.client.id);
    expect(await bank.walletBalance(other.client)).toBe(500);
    expect(await balance()).toBe(0);
    expect(await statusOf(reference)).toEqual(['claimed']);
  });
});

describe('a line with two numbers', () => {
  it('is the money of one claim, whichever numbers the client claims', async () => {
    const [reference, other] = [utr(), rrn()];
    await claim({ utr: reference, amount: 500 });
    await bank.importRows({ amount: 500, reference, description: `IMPS ${other}` });
    const id = await claim({ utr: other, amount: 500 });
    const { body } = await app.admin('post', 'transfers/confirm', { ids: [id] }).expect(200);
    expect(body).toMatchObject({ data: [{ id, outcome: 'utr_taken' }] });
    expect([await statusOf(reference), await statusOf(other)]).toEqual([
      ['confirmed'],
      ['claimed'],
    ]);
    expect(await balance()).toBe(500);
  });
});

describe('a debit with the reference of a receipt', () => {
  it('does not reverse it with another amount, or from another bank account', async () => {
    const reference = utr();
    const description = `RETURN ${reference}`;
    await bank.receipts.record(shop.client.id, 500, { reference });
    await bank.importRows({ amount: -400, reference: 'RET-4', description });
    const { id: other } = await bank.accounts.add({ name: reference });
    const elsewhere = statementOf([{ amount: -500, reference: 'RET-5', description }]);
    await bank.import(elsewhere, { bank_account_id: other });
    for (const name of ['RET-4', 'RET-5']) {
      const { id } = await bank.lines.find(name);
      expect((await bank.lines.return(id).refused(409)).code).toBe('bank_line_refused');
    }
    expect(await balance()).toBe(500);
  });
});
