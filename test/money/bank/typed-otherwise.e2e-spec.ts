import { bank, claim, rrn, startBankSuite, utr } from '../../support/money/bank.js';
import { app, balance, place, shop } from '../../support/money/suite.js';
import { givenShop } from '../../support/shop/shop.js';
import { statusesWhileLocked } from '../../support/database/locks.js';

startBankSuite();

/** Makes a reference of a bank without a known form. Its groups may distinguish it from another one. */
const ownNumber = (): string => `AB${rrn().slice(4)}`;
const dashed = (reference: string): string => `${reference.slice(0, 4)}-${reference.slice(4)}`;
const record = (reference: string) => bank.receipts.record(shop.client.id, 500, { reference });

describe('a receipt that was typed with a dash, and the line of its money without it', () => {
  it('are one credit, when an operator credits the line', async () => {
    const reference = ownNumber();
    const { id: receiptId } = await record(dashed(reference));
    const { id } = await bank.givenLine(500, 'NEFT', reference);
    await bank.lines.credit(id, shop.client.id);
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
    const { data } = await bank.receipts.list({ client_id: shop.client.id });
    expect(data).toMatchObject([{ id: receiptId, amount: 500 }]);
    expect(await balance()).toBe(500);
  });

  it('are no credit of tax that the receipt does not have', async () => {
    const reference = ownNumber();
    await record(dashed(reference));
    const { id } = await bank.givenLine(500, 'NEFT', reference);
    const credit = bank.lines.credit(id, shop.client.id, { tax_deducted: 5 });
    await credit.expectRefusal(409, 'payment_recorded');
    expect(await balance()).toBe(500);
  });

  it('are one credit, when the client claims the transfer', async () => {
    const reference = ownNumber();
    await record(dashed(reference));
    await claim({ utr: reference, amount: 500 });
    await bank.importRows({ amount: 500, reference });
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
    expect(await balance()).toBe(500);
  });
});

/** Writes the digits of a text in full width, as some keyboards do. */
const inFullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

it.each([
  [
    'broken by a new line',
    (number: string) => `UPI CR ${number.slice(0, 3)}\n${number.slice(3)} ASHA`,
  ],
  ['in groups', (number: string) => `IMPS ${number.replace(/(.{4})(?=.)/g, '$1 ')} ASHA`],
  ['right behind a word', (number: string) => `UTR${number}/ASHA`],
])(
  'a receipt with the number of a transfer is the money of a line that has it %s',
  async (_, written) => {
    const number = rrn();
    await record(number);
    const { id, state } = await bank.givenLine(500, written(number));
    expect(state).toBe('matched');
    await bank.lines.credit(id, shop.client.id);
    expect(await balance()).toBe(500);
  },
);

describe("the bank's number of a transfer, typed with words around it", () => {
  const TYPED: [string, (reference: string) => string][] = [
    ['UTR before it', (reference) => `UTR ${reference}`],
    ['words and marks before it', (reference) => `neft utr no. ${reference.toLowerCase()}`],
    ['a full stop after it', (reference) => `${reference}.`],
    ['UPI and a slash before it', (reference) => `UPI/${reference}`],
    ['digits in full width', inFullWidth],
  ];

  it.each(TYPED)('a number with %s is the same money', async (_, typed) => {
    for (const number of [utr(), rrn()]) {
      const { id } = await record(typed(number));
      for (const again of [number, typed(number), ` ${number} .`]) {
        expect((await record(again).expect(200)).body).toMatchObject({ data: { id } });
      }
      const { client: other } = await givenShop(app);
      const theirs = bank.receipts.record(other.id, 500, { reference: number });
      await theirs.expectRefusal(409, 'payment_recorded', { receipt_id: id });
      expect(await bank.givenLine(500, 'NEFT', number)).toMatchObject({ state: 'matched' });
    }
    expect(await balance()).toBe(1_000);
  });

  it('is proved by its line, which came before it', async () => {
    const { reference } = await bank.givenLine(500);
    await record(`UTR ${reference}`);
    expect(await bank.lines.find(reference!)).toMatchObject({ state: 'matched' });
  });

  it('is the same for the payment of an order', async () => {
    const [order, reference] = [await place(), utr()];
    await bank.orders.pay(order, { reference: `UTR ${reference}` });
    expect(await bank.orders.pay(order, { reference })).toMatchObject({ outcome: 'applied' });
    expect(await balance()).toBe(0);
  });

  it('is the same for the claim of its client', async () => {
    const [reference, other] = [utr(), rrn()];
    await claim({ utr: `UTR ${reference}`, amount: 500 });
    await bank.importRows({ amount: 500, reference });
    const id = await claim({ utr: other, amount: 500 });
    await record(`UPI/${other}`);
    await bank.confirmTransfers(id);
    expect(await balance()).toBe(1_000);
  });

  it('is other money if it has further digits: they may tell two payments apart', async () => {
    const reference = rrn();
    await record(`INV 1 ${reference}`);
    await record(`INV 2 ${reference}`);
    expect(await balance()).toBe(1_000);
  });
});

it('two lines of one amount whose references differ by a dash are two credits, however each is recorded', async () => {
  const [one, two] = [ownNumber(), ownNumber()];
  await bank.importRows(
    ...[one, two].flatMap((reference) => [
      { amount: 500, reference },
      { amount: 500, reference: dashed(reference) },
    ]),
  );
  for (const reference of [one, dashed(one), two]) await record(reference);
  const { id } = await bank.lines.find(dashed(two));
  await bank.lines.credit(id, shop.client.id);
  expect(await balance()).toBe(2000);
  expect(await record(two).status()).toBe(200);
  expect(await balance()).toBe(2000);
});

describe('a cheque whose number is typed in another way', () => {
  const cheque = (reference: string, clientId = shop.client.id) =>
    bank.receipts.record(clientId, 700, { source: 'cheque', reference });

  it('is refused as the one that is recorded, and the same call again is answered', async () => {
    const { id } = await cheque('034177');
    for (const typed of [
      ...['34177', 'CHQ 034177', 'cheque no. 34177', 'Chq-0034177', '034177.', 'CQ034177'],
      ...['CK 34177', '(034177)', 'Nº 34177', '34177.', 'Ch.No.034177', '034177.0', '३४१७७'],
      ...['034-177', 'cheque\u00a0no\u00a0034177', 'CHEQUE NUMBER 34177', '034177 CHQ'],
    ]) {
      await cheque(typed).expectRefusal(409, 'payment_recorded', {
        message: expect.stringContaining(`Receipt ${id} of this client has the cheque 034177`),
        receipt_id: id,
      });
    }
    const payment = { method: 'cheque', reference: '34177' };
    expect(await bank.orders.pay(await place(), payment).status()).toBe(409);
    expect(await cheque('034177').status()).toBe(200);
    expect(await cheque(inFullWidth('034177')).status()).toBe(200);
    expect(await balance()).toBe(700);
  });

  it('is another cheque if its digits or its client differ, or the first one was reversed', async () => {
    const { id } = await cheque('CHQ 034178');
    expect(await cheque('034178 B').status()).toBe(201);
    const { client: other } = await givenShop(app);
    expect(await cheque('034178', other.id).status()).toBe(201);
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
    expect((await bank.receipts.list({ client_id: shop.client.id })).data).toMatchObject([
      { id, in_hand: false },
    ]);
    expect(await balance()).toBe(700);
  });

  it('is recorded once by two calls at the same time', async () => {
    const lock = "SELECT pg_advisory_xact_lock(hashtextextended('bank reference 034179', 0))";
    const calls = ['34179', 'CHQ 034179'].map((typed) => cheque(typed));
    expect((await statusesWhileLocked(app, lock, calls)).sort()).toEqual([201, 409]);
  });
});
