import { execute } from '../../support/database/database.js';
import { statusesWhileLocked } from '../../support/database/locks.js';
import { bank, claim, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, balance, place, shop } from '../../support/money/suite.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';

startBankSuite();

let other: Shop;
beforeEach(async () => {
  other = await givenShop(app);
});

const record = (
  reference: string,
  {
    amount = 500,
    by = shop,
    ...rest
  }: { amount?: number; by?: Shop; source?: string; other_money?: boolean } = {},
) => bank.receipts.record(by.client.id, amount, { reference, ...rest });
/** Makes a reference of a bank without a known form. Its groups may distinguish it from another one. */
const ownNumber = (): string => `AB${rrn().slice(4)}`;
const dashed = (reference: string): string => `${reference.slice(0, 4)}-${reference.slice(4)}`;
const inDevanagari = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
const confirmed = async (id: number): Promise<string> =>
  (await bank.confirmTransfers(id))[0]!.outcome;
/** Changes a stored row as if an earlier release had written it. */
const unchecked = (statement: string): Promise<void> =>
  execute(app.connection, 'SET session_replication_role = replica', statement);

/** Spellings that are recorded as the number. statements/identifiers.spec.ts has all of them. */
const SPELLINGS: [string, (number: string) => string][] = [
  [
    'small letters and spaces',
    (number) => `${number.slice(0, 5).toLowerCase()} ${number.slice(5)}`,
  ],
  ['a word and a full stop around it', (number) => `UTR ${number}.`],
  ['digits of another script', inDevanagari],
];

/** Ways in which the money of a recorded transfer comes in again, one after the other, and what becomes of it. */
const AGAIN: [way: string, come: (reference: string) => Promise<unknown>, outcome: unknown][] = [
  ['a receipt', (one) => record(one).status(), 200],
  ['a receipt of another amount', (one) => record(one, { amount: 499 }).status(), 409],
  ['a receipt of another client', (one) => record(one, { by: other }).status(), 409],
  ['a receipt that is no transfer', (one) => record(one, { source: 'other' }).status(), 200],
  [
    'the payment of an order by cheque',
    async (reference) => bank.orders.pay(await place(), { method: 'cheque', reference }).status(),
    409,
  ],
  [
    'a claim of another client',
    async (one) => confirmed(await claim({ utr: one, amount: 500 }, other)),
    'utr_taken',
  ],
  [
    'a line of the bank',
    async (reference) => (await bank.importRows({ amount: 500, reference })).matches[0]!.outcome,
    'utr_taken',
  ],
  ['the line that is found', async (one) => (await bank.lines.find(one)).state, 'matched'],
  [
    'a claim of its client',
    async (one) => confirmed(await claim({ utr: one, amount: 500 })),
    'confirmed',
  ],
];

describe("a bank's number of a transfer", () => {
  it.each(SPELLINGS)('a number that is typed with %s is one credit', async (_, typed) => {
    for (const number of [utr(), rrn()]) {
      const { id, reference } = await record(typed(number), { other_money: true });
      expect(reference.replace(/\s/g, '').toUpperCase()).toBe(number);
      for (const again of [number, typed(number), ` ${number} .`]) {
        expect((await record(again).expect(200)).body).toMatchObject({ data: { id } });
      }
      for (const [way, come, outcome] of AGAIN) {
        expect([way, await come(number)]).toEqual([way, outcome]);
      }
    }
    expect([await balance(), await bank.walletBalance(other.client)]).toEqual([1_000, 0]);
  });

  it('is the same for the payment of one order', async () => {
    const [order, reference] = [await place(), utr()];
    await bank.orders.pay(order, { reference: `UTR ${reference}` });
    expect(await bank.orders.pay(order, { reference })).toMatchObject({ outcome: 'applied' });
    expect(await balance()).toBe(0);
  });

  it('is one claim, however its client types it, and its line confirms that', async () => {
    const reference = utr();
    const browser = await TestBrowser.ofMember(app, shop.client, 'member');
    const claimed: unknown[] = [];
    for (const typed of [`UTR ${reference}`, reference, inDevanagari(reference)]) {
      const body = { utr: typed, amount: 500, date: '2026-11-21' };
      claimed.push((await browser.call('post', 'wallet/transfers', body)).body.data);
    }
    expect(claimed).toEqual([claimed[0], claimed[0], claimed[0]]);
    expect(claimed[0]).toMatchObject({ utr: reference });
    await bank.importRows({ amount: 500, reference });
    expect(await balance()).toBe(500);
  });

  it.each([
    ['with a word', utr(), (number: string) => `UTR${number}`],
    ['with a word', rrn(), (number: string) => `UTR${number}`],
    ['as it was typed', '१२३ INVOICE', (typed: string) => typed],
    ['as it was typed', 'BILL\u00a07', (typed: string) => typed],
  ])('a number that an earlier release stored %s is found: %s', async (_, typed, stored) => {
    const { id, reference } = await record(typed);
    await unchecked(`UPDATE receipts SET reference = '${stored(typed)}' WHERE id = ${id}`);
    expect((await record(typed).expect(200)).body).toMatchObject({ data: { id } });
    const isNumber = stored(typed) !== typed;
    if (isNumber) expect((await bank.givenLine(500, 'NEFT', typed)).state).toBe('matched');
    await unchecked(`UPDATE receipts SET reference = '${reference}' WHERE id = ${id}`);
    expect(await balance()).toBe(500);
  });

  it('is recorded for a line that an earlier release stored with the word alone', async () => {
    const number = utr();
    const { id } = await bank.givenLine(500, 'NEFT', `UTR${number}`);
    await unchecked(
      `UPDATE statement_lines SET identifiers = ARRAY['UTR${number}'] WHERE id = ${id}`,
    );
    await record(number);
    expect((await bank.lines.list({ limit: 1 })).data).toMatchObject([{ state: 'matched' }]);
  });

  it('in digits of another script is recognized when its statement comes again, and when it is recorded', async () => {
    const number = utr();
    const printed = inDevanagari(number);
    const csv = statementOf([{ amount: 500, reference: printed }]);
    expect(await bank.import(csv, { accept_gap: true })).toMatchObject({ new_rows: 1 });
    expect(await bank.lines.find(printed)).toMatchObject({ state: 'unmatched' });
    expect(await bank.import(csv)).toMatchObject({ new_rows: 0 });
    await record(number);
    expect(await bank.lines.find(printed)).toMatchObject({ state: 'matched' });
  });

  it.each([
    [utr(), ' '],
    [utr(), ''],
    [rrn(), ''],
  ])('%s is credited once if two lines show it, one with a word and %j', async (printed, glue) => {
    const references = [`UTR${glue}${printed}`, printed];
    await bank.importRows(...references.map((reference) => ({ amount: 500, reference })));
    const [clean, worded] = (await bank.lines.list({ limit: 2 })).data;
    await bank.lines.credit(worded!.id, shop.client.id);
    for (const { client } of [shop, other]) {
      await bank.lines.credit(clean!.id, client.id).expectRefusal(409, 'payment_recorded');
    }
    expect(await balance()).toBe(500);
  });
});

describe('a receipt whose reference has other marks than that of its money', () => {
  it('is the same money as another receipt, as the payment of an order, and as its line with the same tax', async () => {
    const [reference, paid] = [ownNumber(), ownNumber()];
    const { id: receipt_id } = await record(dashed(reference));
    await record(reference).expectRefusal(409, 'payment_recorded', { receipt_id });
    await record(dashed(paid), { amount: 110 });
    const payment = bank.orders.pay(await place(), { method: 'neft', reference: paid });
    await payment.expectRefusal(409, 'payment_recorded');
    const { id } = await bank.givenLine(500, 'NEFT', reference);
    const taxed = bank.lines.credit(id, shop.client.id, { tax_deducted: 5 });
    await taxed.expectRefusal(409, 'payment_recorded');
    const { matched } = await bank.lines.credit(id, shop.client.id);
    expect(matched).toMatchObject({ receipt_id });
    expect(await balance()).toBe(610);
  });

  it('is the same money as the claim of its client', async () => {
    const reference = ownNumber();
    await record(dashed(reference));
    await claim({ utr: reference, amount: 500 });
    await bank.importRows({ amount: 500, reference });
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
    expect(await balance()).toBe(500);
  });

  it('is other money if it is of another amount or client, or was reversed', async () => {
    const reference = ownNumber();
    const { id } = await record(dashed(reference));
    expect(await record(reference, { amount: 501 }).status()).toBe(201);
    expect(await record(`${reference}.`, { by: other }).status()).toBe(201);
    await bank.receipts.reverse(id);
    expect(await record(`(${reference})`).status()).toBe(201);
  });

  it('two lines of one amount whose references differ by a dash are two credits, however each is recorded', async () => {
    const [one, two] = [ownNumber(), ownNumber()];
    const references = [one, two].flatMap((reference) => [reference, dashed(reference)]);
    await bank.importRows(...references.map((reference) => ({ amount: 500, reference })));
    for (const reference of [one, dashed(one), two]) await record(reference);
    const { id } = await bank.lines.find(dashed(two));
    await bank.lines.credit(id, shop.client.id);
    expect(await record(two).status()).toBe(200);
    expect(await balance()).toBe(2_000);
  });

  it('is refused within another reference of the same client and amount, in either order, and is other money in two', async () => {
    for (const order of ['first', 'last']) {
      const references = [rrn()].flatMap((number) => [number, `INV 1 ${number}`]);
      const [first, second] = order === 'first' ? references : references.toReversed();
      await record(first!);
      await record(second!).expectRefusal(409, 'payment_recorded');
    }
    const number = rrn();
    for (const invoice of [1, 2]) await record(`INV ${invoice} ${number}`);
    expect(await balance()).toBe(2_000);
  });

  it.each(['-', '()', '—/—', '#'])('is refused without a letter or a digit: %j', (typed) =>
    record(typed).expectProblems('reference invalid_reference'),
  );
});

it('money in cash is not the money of a line with the same number', async () => {
  const reference = utr();
  await record(reference, { source: 'cash' });
  const { id, state } = await bank.givenLine(500, 'NEFT', reference);
  expect(state).toBe('unmatched');
  await bank.lines.credit(id, shop.client.id);
  expect(await balance()).toBe(1_000);
});

it('a line with two numbers is the money of one claim, whichever numbers the client claims', async () => {
  const [reference, second] = [utr(), rrn()];
  const first = await claim({ utr: reference, amount: 500 });
  await bank.importRows({ amount: 500, reference, description: `IMPS ${second}` });
  const late = await claim({ utr: second, amount: 500 });
  expect([await confirmed(first), await confirmed(late)]).toEqual(['confirmed', 'utr_taken']);
  expect(await balance()).toBe(500);
});

it('a line that names no client leaves the claim of another client alone', async () => {
  const { id, reference } = await bank.givenLine(500, 'NEFT-CL999999');
  const claimed = await claim({ utr: reference, amount: 500 });
  await bank.lines.credit(id, other.client.id);
  expect([await bank.walletBalance(other.client), await balance()]).toEqual([500, 0]);
  const { data } = await bank.call('listTransfers', { utr: reference });
  expect(data).toMatchObject([{ id: claimed, status: 'claimed' }]);
});

describe('a cheque whose number is typed in another way', () => {
  const cheque = (reference: string, of = shop) =>
    bank.receipts.record(of.client.id, 700, { source: 'cheque', reference });

  it('is refused as the one that is recorded, also from the bank, and the same call again is answered', async () => {
    const { id: receipt_id } = await cheque('034177');
    const named = `Receipt ${receipt_id} of this client has the cheque 034177`;
    const message = expect.stringContaining(named);
    for (const typed of ['34177', 'Ch.No.034177', '034177.0', '३४१७७', '034-177']) {
      await cheque(typed).expectRefusal(409, 'payment_recorded', { message, receipt_id });
    }
    const payment = { method: 'cheque', reference: '34177' };
    expect(await bank.orders.pay(await place(), payment).status()).toBe(409);
    expect(await record('CHQ 34177', { amount: 700 }).status()).toBe(409);
    for (const same of ['034177', '０３４１７７']) expect(await cheque(same).status()).toBe(200);
    expect(await balance()).toBe(700);
  });

  it('is another cheque if its digits or its client differ, or the first one was reversed', async () => {
    const { id } = await cheque('CHQ 034178');
    expect(await cheque('034178 B').status()).toBe(201);
    expect(await cheque('034178', other).status()).toBe(201);
    await bank.receipts.reverse(id);
    expect(await cheque('34178').status()).toBe(201);
  });

  it.each([
    ['the line', true],
    ['the cheque', false],
  ])('is cleared by its line with zeros before it, if %s came first', async (_, isLineFirst) => {
    const [printed, typed] = isLineFirst ? ['034190', '34190'] : ['034191', '34191'];
    const line = { amount: 700, reference: printed, description: 'CHQ DEP' };
    if (isLineFirst) await bank.importRows(line);
    const { id } = await cheque(typed);
    if (!isLineFirst) await bank.importRows(line);
    expect(await bank.lines.find(printed)).toMatchObject({ state: 'matched' });
    const { data } = await bank.receipts.list({ client_id: shop.client.id });
    expect(data).toMatchObject([{ id, in_hand: false }]);
    expect(await balance()).toBe(700);
  });

  it('is recorded once by two calls at the same time', async () => {
    const lock = "SELECT pg_advisory_xact_lock(hashtextextended('bank reference 034179', 0))";
    const calls = ['34179', 'CHQ 034179'].map((typed) => cheque(typed));
    expect((await statusesWhileLocked(app, lock, calls)).sort()).toEqual([201, 409]);
  });
});
