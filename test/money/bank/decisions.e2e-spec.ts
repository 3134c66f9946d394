import { bank, claim, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { rowLock, statusesWhileLocked } from '../../support/database/locks.js';
import { givenShop } from '../../support/shop/shop.js';
import { app, balance, ledgerSum, shop } from '../../support/money/suite.js';

startBankSuite({ UNPAID_ORDER_TTL_HOURS: '0' });

describe('crediting a line', () => {
  it('puts its money into the wallet of a client, once', async () => {
    const { id, reference } = await bank.givenLine(500);
    const credited = await bank.lines.credit(id, shop.client.id);
    const matched = { kind: 'receipt', client_id: shop.client.id };
    expect(credited).toMatchObject({ state: 'matched', matched });
    expect((await bank.lines.credit(id, shop.client.id)).matched).toEqual(credited.matched);
    expect(await balance()).toBe(500);
    // Its text names no payer to be remembered.
    const { data: entries } = await bank.audit.list({ subject: `bank line ${id}` });
    expect(entries.map(({ action }) => action)).not.toContain('payer.remembered');
    const { data } = await bank.receipts.list({ client_id: shop.client.id });
    expect(data).toMatchObject([
      { source: 'bank', reference, amount: 500, received_at: '2026-11-20T18:30:00.000Z' },
    ]);
    const other = await givenShop(app);
    await bank.lines.credit(id, other.client.id).expectRefusal(409, 'bank_line_matched');
  });

  it('confirms the claim of the client, and pays the orders that it names', async () => {
    const order = await shop.placeNew();
    const { id, reference } = await bank.givenLine(110, 'NEFT-CL999999');
    await claim({ utr: reference, amount: 110, order_numbers: [order] });
    await bank.lines.credit(id, shop.client.id);
    expect((await bank.orders.get(order)).status).toBe('pending');
    const { body } = await app.admin('get', `transfers?utr=${reference}`).expect(200);
    expect(body).toMatchObject({ data: [{ status: 'confirmed' }] });
  });

  it('is refused with an unknown client', async () => {
    const { id } = await bank.givenLine(500);
    await bank.lines.credit(id, 999_999).expectProblems('client_id unknown_client');
    expect(await bank.lines.credit(999_999, shop.client.id).status()).toBe(404);
  });

  it('is refused if a receipt of another amount has its number', async () => {
    const { id, reference } = await bank.givenLine(500);
    const { id: receipt_id } = await bank.receipts.record(shop.client.id, 400, { reference });
    const credit = bank.lines.credit(id, shop.client.id);
    await credit.expectRefusal(409, 'payment_recorded', { receipt_id });
    await bank.importRows({ amount: 500, reference: reference! });
    const differs = { reason: 'receipt_differs', receipt_id };
    expect((await bank.lines.find(reference!)).suggestion).toMatchObject(differs);
    expect(await balance()).toBe(400);
  });

  it('is possible for a cheque whose number recurs', async () => {
    const row = { amount: 70, reference: '004711', description: 'CHQ DEP' };
    await bank.importRows(row, { ...row, amount: 80 });
    const { data } = await bank.lines.list({ limit: 2 });
    for (const { id } of data) await bank.lines.credit(id, shop.client.id);
    expect(await balance()).toBe(150);
  });
});

describe('tax that a client deducts', () => {
  beforeEach(() => bank.clients.change(shop.client.id, { tax_deducted_rate: 0.1 }));

  const givenTaxed = async () => {
    const order = await shop.placeNew(99);
    const total = (await bank.orders.get(order)).total!;
    return { order, total, tax: Math.round(total / 10) / 100, reference: utr() };
  };

  it('is suggested with the split, and becomes part of the receipt', async () => {
    const before = await ledgerSum('tax_receivable');
    const { order, total, tax, reference } = await givenTaxed();
    await claim({ utr: reference, amount: total, order_numbers: [order] });
    const { id, suggestion } = await bank.givenLine(total - tax, 'NEFT', reference);
    const client_id = shop.client.id;
    expect(suggestion).toMatchObject({ reason: 'tax_deducted', client_id, tax_deducted: tax });
    await bank.lines.credit(id, shop.client.id, { tax_deducted: tax });
    // Again, it is the same; with another amount, it is not silently taken for that.
    await bank.lines.credit(id, shop.client.id, { tax_deducted: tax });
    const edited = bank.lines.credit(id, shop.client.id, { tax_deducted: tax + 1 });
    await edited.expectRefusal(409, 'payment_recorded');
    expect((await bank.orders.get(order)).status).toBe('pending');
    expect(await balance()).toBe(0);
    expect(await ledgerSum('tax_receivable')).toBeCloseTo(before + tax);
    const { data } = await bank.receipts.list({ reference });
    expect(data).toMatchObject([{ amount: total - tax, tax_deducted: tax, credited: 0 }]);
  });

  it('is also suggested if the client claims the amount without it', async () => {
    const { order, total, tax, reference } = await givenTaxed();
    await claim({ utr: reference, amount: total - tax, order_numbers: [order] });
    const { id, suggestion } = await bank.givenLine(total - tax, 'NEFT', reference);
    expect(suggestion).toMatchObject({ reason: 'tax_deducted', tax_deducted: tax });
    await bank.lines.credit(id, shop.client.id, { tax_deducted: tax });
    expect((await bank.orders.get(order)).status).toBe('pending');
  });

  it('is part of a receipt that an operator records, and goes when it is reversed', async () => {
    const receipt = await bank.receipts.record(shop.client.id, 990, { tax_deducted: 10 });
    expect(receipt).toMatchObject({ amount: 990, tax_deducted: 10, wallet_balance: 1_000 });
    expect(await balance()).toBe(1_000);
    const before = await ledgerSum('tax_receivable');
    await bank.receipts.reverse(receipt.id);
    expect(await balance()).toBe(0);
    expect(await ledgerSum('tax_receivable')).toBeCloseTo(before - 10);
  });

  it('has a rate per client', async () => {
    const { id } = shop.client;
    expect((await bank.clients.get(id)).tax_deducted_rate).toBe(0.1);
    await bank.clients.change(id, { tax_deducted_rate: null });
    expect((await bank.clients.get(id)).tax_deducted_rate).toBeNull();
  });
});

describe('a returned payment', () => {
  it('offers the reversal of its receipt, once', async () => {
    const reference = utr();
    await claim({ utr: reference, amount: 500 });
    await bank.importRows({ amount: 500, reference });
    const line = await bank.givenLine(-500, `RETURN ${reference}`);
    expect(line.suggestion).toMatchObject({ reason: 'returned_payment' });
    expect(await balance()).toBe(500);
    const returned = await bank.lines.return(line.id);
    expect(returned.matched).toMatchObject({ kind: 'receipt', is_reversal: true });
    expect((await bank.lines.return(line.id)).matched).toEqual(returned.matched);
    expect(await balance()).toBe(0);
    // The line on which the money came stays that of the receipt, also when it is reversed once more.
    await bank.receipts.reverse(line.suggestion!.receipt_id!);
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
  });

  it('is offered the receipts of its amount on its account, those of the client that it names first', async () => {
    const [amount, other] = [611, await givenShop(app)];
    const elsewhere = { bank_account_id: await bank.givenAccount() };
    const reference = utr();
    await bank.import(statementOf([{ amount, reference }]), elsewhere);
    await bank.lines.credit((await bank.lines.find(reference)).id, shop.client.id);
    const record = async (clientId: number, money = amount): Promise<number> =>
      (await bank.receipts.record(clientId, money, { other_money: true })).id;
    const [first, second] = [await record(shop.client.id), await record(shop.client.id)];
    const [reversed, latest] = [await record(other.client.id), await record(other.client.id)];
    await record(other.client.id, amount + 1);
    await bank.receipts.reverse(reversed);
    const name = `CL${String(shop.client.id).padStart(6, '0')}`;
    const { id, suggestion } = await bank.givenLine(-amount, `REV-NEFT CR-${name}`);
    expect(suggestion).toMatchObject({ reason: 'return_unclear', client_id: shop.client.id });
    const offered = async (line: number) =>
      (await bank.lines.returnable(line)).map((one) => [one.receipt_id, one.is_reversed]);
    const others = [
      [latest, false],
      [reversed, true],
    ];
    expect(await offered(id)).toEqual([[second, false], [first, false], ...others]);
    await bank.lines.return(id, { receipt_id: second });
    const unnamed = await bank.givenLine(-amount, 'NEFT-RTN');
    expect(await offered(unnamed.id)).toEqual([...others, [first, false]]);
    expect(await bank.lines.returnable((await bank.givenLine(amount)).id)).toEqual([]);
    expect(await bank.lines.returnable(999_999).status()).toBe(404);
  });

  it('has one line, also if two are chosen at the same time', async () => {
    const receipt_id = (await bank.receipts.record(shop.client.id, 500)).id;
    const lines = [await bank.givenLine(-500), await bank.givenLine(-500)];
    const calls = lines.map(({ id }) => bank.lines.return(id, { receipt_id }));
    const lock = rowLock('receipts', receipt_id);
    expect((await statusesWhileLocked(app, lock, calls)).sort()).toEqual([200, 409]);
  });

  it('a returned payment of a receipt that was reversed before is matched with the reversal', async () => {
    const { reference } = await bank.givenLine(500);
    const { id } = await bank.receipts.record(shop.client.id, 500, { reference });
    await bank.receipts.reverse(id);
    const returned = await bank.givenLine(-500, `RETURN ${reference}`);
    const matched = { is_reversal: true, receipt_id: id };
    expect(returned).toMatchObject({ state: 'matched', matched });
    expect(await balance()).toBe(0);
  });

  it('becomes a debt if the money was spent', async () => {
    const reference = utr();
    const order = await shop.placeNew();
    await claim({ utr: reference, amount: 110, order_numbers: [order] });
    await bank.importRows({ amount: 110, reference });
    await bank.lines.return((await bank.givenLine(-110, `RETURN ${reference}`)).id);
    expect(await bank.clients.get(shop.client.id)).toMatchObject({ wallet_balance: 0, debt: 110 });
  });

  it('is refused for a credit, and for a debit without a receipt', async () => {
    for (const { id } of [await bank.givenLine(500), await bank.givenLine(-500)]) {
      await bank.lines.return(id).expectRefusal(409, 'bank_line_refused');
    }
  });
});

describe('a line without a client', () => {
  it('is a charge of the bank', async () => {
    const before = [await ledgerSum('bank'), await ledgerSum('bank_charges')];
    const { id } = await bank.givenLine(-23.6, 'CHARGES FOR NEFT');
    const charged = await bank.lines.charge(id);
    expect(charged).toMatchObject({ state: 'matched', matched: { kind: 'bank_charge' } });
    expect((await bank.lines.charge(id)).matched).toEqual(charged.matched);
    const after = [await ledgerSum('bank'), await ledgerSum('bank_charges')];
    const moved = after.map((sum, index) => Math.round((sum - before[index]!) * 100));
    expect(moved).toEqual([-2360, 2360]);
    await bank.lines.ignore(id).expectRefusal(409, 'bank_line_matched');
    await bank.lines.return(id).expectRefusal(409, 'bank_line_matched');
    await bank.lines.charge((await bank.givenLine(5)).id).expectRefusal(409, 'bank_line_refused');
  });

  it('waits on the account suspense until it is credited', async () => {
    const before = await ledgerSum('bank');
    const { id, reference } = await bank.givenLine(500);
    expect(await bank.lines.suspend(id)).toMatchObject({ state: 'unmatched', in_suspense: true });
    await bank.lines.suspend(id);
    expect([await ledgerSum('bank'), await ledgerSum('suspense')]).toEqual([before + 500, -500]);
    await bank.lines.ignore(id).expectRefusal(409, 'bank_line_refused');
    await claim({ utr: reference, amount: 500 });
    await bank.givenLine(1);
    const credited = { state: 'matched', in_suspense: false };
    expect(await bank.lines.find(reference!)).toMatchObject(credited);
    expect([await ledgerSum('bank'), await ledgerSum('suspense')]).toEqual([before + 500, 0]);
    expect(await balance()).toBe(500);
    await bank.lines.suspend((await bank.givenLine(-5)).id).expectRefusal(409, 'bank_line_refused');
  });

  it('is ignored for a reason, until a person decides otherwise', async () => {
    const { id, reference } = await bank.givenLine(500);
    const reason = 'From our savings account';
    const ignored = { state: 'ignored', ignored_reason: reason, decided_by: 'operator' };
    expect(await bank.lines.ignore(id, reason)).toMatchObject(ignored);
    await claim({ utr: reference, amount: 500 });
    await bank.importRows({ amount: 500, reference: reference! });
    expect(await balance()).toBe(0);
    await bank.lines.credit(id, shop.client.id);
    expect(await balance()).toBe(500);
  });
});

describe('a transfer between own accounts', () => {
  it('is suggested by the last digits of another account', async () => {
    const { id } = await bank.accounts.default();
    await bank.accounts.change(id, { account_last4: '9876' });
    await bank.givenAccount({ account_last4: '4321' });
    const out = await bank.givenLine(-700, 'TRF TO OWN ACCOUNT XXXX4321');
    expect(out.suggestion).toMatchObject({ reason: 'own_account', client_id: null });
    expect((await bank.givenLine(700, 'TPT 50100012344321')).suggestion).toMatchObject({
      reason: 'own_account',
    });
    for (const description of ['TRF XXXX9876', 'TRF XXXX1111', 'RENT 4321']) {
      expect((await bank.givenLine(-7, description)).suggestion).toBeNull();
    }
  });

  it('is of an account whose whole number is known only with that number, and of none of several with its digits', async () => {
    const details = 'Account 5010 0012 3456 8888';
    const account_last4 = '8888';
    const known = await bank.givenAccount({ account_last4, details });
    const suggested = async (description: string) =>
      (await bank.givenLine(-7, description)).suggestion;
    expect(await suggested('TPT-99990012348888-LANDLORD')).toBeNull();
    for (const digits of ['XX8888', '005010001234568888', '5010001234568888']) {
      const own = { reason: 'own_account', own_account_id: known };
      expect(await suggested(`TPT-${digits}-SELF`)).toMatchObject(own);
    }
    await bank.givenAccount({ account_last4 });
    const several = { reason: 'own_account', own_account_id: null };
    expect(await suggested('TRF TO OWN ACCOUNT XX8888')).toMatchObject(several);
  });
});

it('a line keeps what it taught about its payer if the bank returned the money', async () => {
  const [reference, description] = [utr(), 'NEFT CR-SBIN0001234-MADURAI STORES'];
  const { id } = await bank.givenLine(500, description, reference);
  const { matched } = await bank.lines.credit(id, shop.client.id);
  const returned = await bank.givenLine(-500, `RETURN ${reference}`);
  await bank.lines.return(returned.id);
  await bank.receipts.reverse(matched!.receipt_id!);
  const suggestion = { client_id: shop.client.id };
  expect(await bank.givenLine(70, description)).toMatchObject({ suggestion });
});

it('the list of lines has the latest first, and is filtered', async () => {
  const [one, two] = [utr(), utr()];
  await bank.importRows(
    { amount: 5, reference: one, date: '2025-01-21' },
    { amount: -6, reference: two, date: '2025-01-22' },
  );
  const references = async (query: object) =>
    (await bank.lines.list({ ...query })).data.map(({ reference }) => reference);
  expect(await references({ from: '2025-01-21', to: '2025-01-22' })).toEqual([two, one]);
  expect(await references({ to: '2025-01-21' })).toEqual([one]);
  expect(await references({ to: '2025-01-22', direction: 'out' })).toEqual([two]);
  expect(await references({ to: '2025-01-22', state: 'matched' })).toEqual([]);
  const { id } = await bank.accounts.default();
  expect(await references({ to: '2025-01-22', bank_account_id: id, limit: 1 })).toEqual([two]);
});
