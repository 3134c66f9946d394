import { givenApproversForEachTest, LARGE, two } from '../../support/money/approvers.js';
import { naming, statementOf, utr } from '../../support/money/bank.js';
import { unique } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';
import { SAME_ORIGIN, type BrowserAnswer, type TestBrowser } from '../../support/shop/people.js';
import { app, startSuite } from '../../support/money/suite.js';

startSuite();
givenApproversForEachTest();

/** An amount within the limit of every kind; two are above that of a day. */
const amount = 30_000;

const creditOwn = async (line: number, rest: object = {}) => {
  const credit = { client_id: two.shop.client.id, ...rest };
  return two.proposer.admin('post', `bank-lines/${line}/credit`, credit);
};

const confirmOwn = async (transfer: number) =>
  two.proposer.admin('post', 'transfers/confirm', { ids: [transfer] });

describe('a statement that a thief with one account of finance imported', () => {
  /** Imports a statement with a line and, by default, correct balances. Returns its receipt. */
  const imported = async (
    amount: number,
    change: (csv: string) => string = (csv) => csv,
    { reference = utr(), by = two.proposer, description = 'NEFT' } = {},
  ): Promise<{ source: string; amount: number; reference: string }> => {
    const first = { amount: 1, reference: utr() };
    const csv = change(statementOf([first, { amount, reference, description }]));
    await app
      .sendRaw('post', '/admin/transfers/match?accept_gap=true', {}, csv, 'text/csv')
      .set({ ...SAME_ORIGIN, Cookie: by.cookie! })
      .expect(200);
    return { source: 'bank', amount, reference };
  };
  const withoutBalances = (csv: string): string => csv.replace(/,[^,]*$/gm, ',');
  const withWrongBalance = (csv: string): string => csv.replace(/,-?\d+\.00\n$/, ',7.00\n');
  const credit = async (
    { reference }: { reference: string },
    by: TestBrowser,
    answer: object = {},
  ) => {
    const { id } = await two.admin.lines.find(reference);
    const client_id = two.shop.client.id;
    return by.admin('post', `bank-lines/${id}/credit`, { client_id, ...answer });
  };

  it('proves money if the balances add up, which the next one contradicts', async () => {
    const named = async () =>
      imported(LARGE, (csv) => csv, { description: naming(two.shop.client) });
    expect((await two.postReceipt(await named())).status).toBe(201);
    expect((await credit(await named(), two.proposer)).status).toBe(200);
  });

  it.each([
    ['without balances', withoutBalances],
    ['whose balances do not add up', withWrongBalance],
  ])('proves nothing to anyone %s, which anyone could type', async (_, change) => {
    expect((await two.postReceipt(await imported(LARGE, change))).status).toBe(202);
    const line = await imported(LARGE, change);
    expect((await credit(line, two.proposer)).status).toBe(202);
    const claimed = utr();
    await two.givenClaim(LARGE, claimed);
    await imported(LARGE, change, { reference: claimed });
    expect((await two.admin.lines.find(claimed)).suggestion?.reason).toBe('unproven');
    expect(await two.balance()).toBe(0);

    const receipt_id = await two.givenMoney(LARGE);
    const { id } = await two.admin.lines.find((await imported(-LARGE, change)).reference);
    const back = await two.proposer.admin('post', `bank-lines/${id}/return`, { receipt_id });
    expect(back.status).toBe(202);
    const receipt = { source: 'bank', amount: 50_000, reference: utr() };
    expect((await two.postReceipt(receipt)).status).toBe(201);
    await imported(50_000, change, receipt);
    expect((await two.admin.lines.find(receipt.reference)).state).toBe('matched');
    expect((await two.postReceipt({ amount: 1 })).status).toBe(202);
    // Nor to another person, who imports the line or credits it.
    const answer = { other_money: true };
    expect((await credit(line, two.approver, answer)).status).toBe(202);
    const theirs = await imported(LARGE, change, { by: two.approver });
    expect((await two.postReceipt({ ...theirs, ...answer })).status).toBe(202);
  });
});

it.each<[string, (id: number, reference: string, cheque: string) => Promise<BrowserAnswer>]>([
  ['by a credit', (id) => creditOwn(id)],
  ['by a receipt', (_, reference) => two.postReceipt({ source: 'bank', amount, reference })],
  ['by a claim', async (_, reference) => confirmOwn(await two.givenClaim(amount, reference))],
  ['by a cheque in hand', (id, _, cheque) => creditOwn(id, { cheque })],
])('a thief moves money of other clients %s only within the limit', async (how, move) => {
  const outcomes: unknown[] = [];
  for (const referenceOf of how === 'by a credit' ? [utr, () => ''] : [utr, utr]) {
    const { client } = await givenShop(app);
    const description = unique('Deposit ');
    const reference = referenceOf();
    await two.admin.importRows({ amount, reference, description });
    const { data: lines } = await two.admin.lines.list({ limit: 1 });
    const { id } = lines[0]!;
    const decide = async (by: TestBrowser, decision: string, body: object) =>
      by.admin('post', `bank-lines/${id}/${decision}`, body);
    expect((await decide(two.approver, 'credit', { client_id: client.id })).status).toBe(200);
    expect((await decide(two.proposer, 'undo', { reason: 'Wrong client' })).status).toBe(200);
    const cheque = String(lines[0]!.id + 700_000);
    if (how === 'by a cheque in hand') {
      const money = { source: 'cheque', reference: cheque, other_money: true };
      await two.admin.receipts.record(two.shop.client.id, amount, money);
    }
    const before = await two.balance();
    await move(id, reference, cheque);
    const { data: now } = await two.admin.lines.list({ limit: 1 });
    outcomes.push([now[0]!.state, (await two.balance()) - before]);
  }
  const moved = how === 'by a cheque in hand' ? 0 : amount;
  expect(outcomes).toEqual([
    ['matched', moved],
    ['suggested', 0],
  ]);
});

it('a thief moves money whose receipt has another number than its line only within the limit', async () => {
  const statuses: number[] = [];
  for (const how of ['bank_line', 'cheque']) {
    const { id: client_id } = (await givenShop(app)).client;
    const isCheque = how === 'cheque';
    const description = isCheque ? 'CLG' : naming({ id: client_id });
    await two.admin.importRows({ amount, reference: utr(), description });
    const { data: lines } = await two.admin.lines.list({ limit: 1 });
    const { id } = lines[0]!;
    const reference = isCheque ? '800001' : utr();
    const { id: receipt } = await two.admin.receipts.record(client_id, amount, {
      ...(isCheque ? { source: how } : { source: 'bank', same_as: { kind: how, id } }),
      reference,
      received_at: '2026-11-21T10:00:00Z',
    });
    if (isCheque) await two.admin.lines.credit(id, client_id, { cheque: reference });
    expect((await two.postReversal(receipt)).status).toBe(200);
    statuses.push((await creditOwn(id)).status);
  }
  expect(statuses).toEqual([200, 202]);
});

it('a thief links a line with an own receipt, and undoes that, only within the limit', async () => {
  const money = { source: 'bank', amount: 50_000, received_at: '2026-11-21T10:00:00Z' };
  const answer = await two.postReceipt({ ...money, reference: utr() });
  const { id: receipt } = answer.body.data as { id: number };
  const { id } = await two.admin.givenLine(50_000, naming(two.shop.client));
  const decide = async (decision: string, body: object) =>
    (await two.proposer.admin('post', `bank-lines/${id}/${decision}`, body)).status;
  const link = { client_id: two.shop.client.id, same_as: { kind: 'receipt', id: receipt } };
  expect(await decide('credit', link)).toBe(200);
  expect(await decide('undo', { reason: 'It is another client' })).toBe(200);
  expect(await two.balance()).toBe(50_000);
  expect((await two.postReceipt({ amount: 1 })).status).toBe(202);
  expect(await decide('credit', link)).toBe(200);
  expect((await two.postReceipt({ amount: 1, reference: utr() })).status).toBe(201);
  expect(await decide('undo', { reason: 'It is another client' })).toBe(409);
});
