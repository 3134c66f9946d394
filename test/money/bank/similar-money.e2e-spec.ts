import { bank, claim, naming, rrn, startBankSuite, utr } from '../../support/money/bank.js';
import { app, balance, place, shop } from '../../support/money/suite.js';
import { givenShop } from '../../support/shop/shop.js';
import { TestBrowser } from '../../support/shop/people.js';
import { rowLock, whileLocked, whileQueued } from '../../support/database/locks.js';

startBankSuite();

/** Date of the lines: receipts by hand are dated by the test's day. */
const TODAY = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);

/** Imports a credit that names the client, but not by a number that the service knows. */
async function givenNamed(amount = 500, reference = utr(), description = naming(shop.client)) {
  await bank.importRows({ amount, reference, description, date: TODAY });
  return (await bank.lines.list({ limit: 1 })).data[0]!;
}

const wrongDigit = (number: string): string => number.replace(/\d/, '9');

/** Records money by hand, with a number that no line has. */
const record = (rest: object = {}, reference = rrn()) =>
  bank.receipts.record(shop.client.id, 500, { reference, ...rest });

/** Lets a claim be confirmed by hand, whose number has a wrong digit. */
async function givenConfirmed(number: string): Promise<number> {
  const id = await claim({ utr: wrongDigit(number), amount: 500, date: TODAY });
  expect(await bank.confirmTransfers(id)).toMatchObject([{ outcome: 'confirmed' }]);
  return id;
}

describe('a line whose money a person may have recorded under another number', () => {
  it('is asked about after a claim with a wrong digit was confirmed by hand', async () => {
    const number = utr();
    await givenConfirmed(number);
    const line = await givenNamed(500, number);
    expect(line).toMatchObject({
      state: 'suggested',
      suggestion: { reason: 'receipt_similar', client_id: shop.client.id },
    });
    const similar = [
      {
        kind: 'receipt',
        id: line.suggestion!.receipt_id,
        date: TODAY,
        amount: 500,
        reference: wrongDigit(number),
      },
    ];
    await bank.lines
      .credit(line.id, shop.client.id)
      .expectRefusal(409, 'receipt_similar', { similar });
    expect(await balance()).toBe(500);
  });

  it('is asked about if the receipt has no reference at all, nor the line', async () => {
    await bank.orders.pay(await place(), { method: 'bank_transfer' });
    const { id } = await givenNamed(110, '');
    const similar = [expect.objectContaining({ kind: 'receipt', amount: 110, reference: null })];
    const credit = bank.lines.credit(id, shop.client.id);
    await credit.expectRefusal(409, 'receipt_similar', { similar });
  });

  it('stays open where a claim with its own number would be confirmed', async () => {
    await record();
    const number = utr();
    const id = await claim({ utr: number, amount: 500, date: TODAY });
    const { matches } = await bank.importRows({ amount: 500, reference: number, date: TODAY });
    expect(matches).toMatchObject([{ outcome: 'receipt_similar', reason: 'receipt_similar' }]);
    expect(await bank.confirmTransfers(id)).toMatchObject([
      { id, outcome: 'receipt_similar', similar: [{ kind: 'receipt', amount: 500 }] },
    ]);
    expect(await balance()).toBe(500);
    const two = bank.call('confirmTransfers', { ids: [id, id + 1], other_money: true });
    expect(await two.problems()).toEqual(['ids one_transfer']);
    const confirmed = await bank.call('confirmTransfers', { ids: [id], other_money: true });
    expect(confirmed).toMatchObject([{ id, outcome: 'confirmed', similar: [] }]);
    expect(await balance()).toBe(1_000);
  });

  it('is asked about an open claim of the client with another number', async () => {
    const transfer = await claim({ utr: rrn(), amount: 500, date: TODAY });
    const { id } = await givenNamed();
    const similar = [expect.objectContaining({ kind: 'transfer', id: transfer })];
    await bank.lines.credit(id, shop.client.id).expectRefusal(409, 'receipt_similar', { similar });
    const same_as = { kind: 'transfer', id: transfer };
    expect(await bank.lines.credit(id, shop.client.id, { same_as })).toMatchObject({
      state: 'matched',
    });
    expect(await bank.confirmTransfers(transfer)).toMatchObject([{ outcome: 'confirmed' }]);
    expect(await balance()).toBe(500);
  });

  it('is no question 15 days later, of another amount, or of another client', async () => {
    const other = await givenShop(app);
    await record({ received_at: new Date(Date.now() - 15 * 86_400_000).toISOString() });
    await bank.receipts.record(shop.client.id, 501, { reference: rrn() });
    await bank.receipts.record(other.client.id, 500, { reference: rrn() });
    const { id } = await givenNamed();
    expect(await bank.lines.credit(id, shop.client.id)).toMatchObject({ state: 'matched' });
  });

  it('is credited as other money, which is in the audit log', async () => {
    const { id: receiptId } = await record();
    const { id } = await givenNamed();
    const credited = await bank.lines.credit(id, shop.client.id, { other_money: true });
    expect(credited).toMatchObject({ state: 'matched' });
    expect(await balance()).toBe(1_000);
    const { data } = await bank.audit.list({ subject: `client ${shop.client.id}`, limit: 5 });
    const entry = data.find(({ action }) => action === 'receipt.recorded');
    expect(entry?.after).toMatchObject({ other_money: [{ kind: 'receipt', id: receiptId }] });
  });

  it('counts to the limit of the person who says that it is other money', async () => {
    await record();
    const { id } = await givenNamed();
    const owner = await TestBrowser.ofOperator(app);
    const limits = await owner.admin('get', 'approval-limits');
    const { data } = limits.body as { data: object };
    await owner.admin('put', 'approval-limits', { ...data, receipt: 400, receipt_per_day: 400 });
    const finance = await TestBrowser.ofOperator(app, ['finance']);
    const body = { client_id: shop.client.id, other_money: true };
    const answer = await finance.admin('post', `bank-lines/${id}/credit`, body);
    await owner.admin('put', 'approval-limits', data);
    expect(answer.status).toBe(202);
    expect(await balance()).toBe(500);
  });

  it('is linked with the receipt as the same money, which can be undone', async () => {
    const { id: receipt_id } = await record();
    const { id } = await givenNamed();
    const same_as = { kind: 'receipt', id: receipt_id };
    await bank.lines
      .credit(id, shop.client.id, { same_as, tax_deducted: 1 })
      .expectRefusal(409, 'payment_recorded', { receipt_id });
    for (const _ of [1, 2]) {
      const linked = await bank.lines.credit(id, shop.client.id, { same_as });
      expect(linked).toMatchObject({ state: 'matched', matched: { receipt_id } });
    }
    expect(await balance()).toBe(500);
    expect(await bank.lines.undo(id)).toMatchObject({ state: 'suggested', matched: null });
    expect(await balance()).toBe(500);
    await bank.lines.credit(id, shop.client.id).expectRefusal(409, 'receipt_similar');
  });

  it('is asked about again when it is moved to another client after an undo', async () => {
    const other = await givenShop(app);
    const { id } = await givenNamed();
    await bank.lines.credit(id, shop.client.id);
    await bank.lines.undo(id);
    await bank.receipts.record(other.client.id, 500, { reference: rrn() });
    await bank.lines.credit(id, other.client.id).expectRefusal(409, 'receipt_similar');
    await bank.lines.credit(id, other.client.id, { other_money: true });
    expect([await balance(), await bank.walletBalance(other.client)]).toEqual([0, 1_000]);
  });
});

describe('a receipt by hand while a line names its client and amount', () => {
  it('is asked about, and once more only for another line', async () => {
    const { id } = await givenNamed();
    const reference = rrn();
    await record({}, reference).expectRefusal(409, 'receipt_similar', {
      similar: [expect.objectContaining({ kind: 'bank_line', id, amount: 500, date: TODAY })],
    });
    await record({ other_money: true }, reference);
    expect(await bank.lines.credit(id, shop.client.id)).toMatchObject({ state: 'matched' });
    expect(await balance()).toBe(1_000);
  });

  it('is the same money as the line, and is matched with it', async () => {
    const { id } = await givenNamed();
    const { id: receipt_id } = await record({ same_as: { kind: 'bank_line', id } });
    const { data } = await bank.lines.list({ limit: 1 });
    expect(data).toMatchObject([{ id, state: 'matched', matched: { receipt_id } }]);
    expect(await balance()).toBe(500);
  });

  it('is not the same money as a line that was not asked about', async () => {
    const { id } = await givenNamed(501);
    await record({ same_as: { kind: 'bank_line', id } }).expectRefusal(409, 'receipt_similar');
    expect(await balance()).toBe(0);
  });

  it('is asked about for a claim, too, whose line it can be', async () => {
    const { id } = await givenNamed();
    const transfer = await claim({ utr: rrn(), amount: 500, date: TODAY });
    const [refused] = await bank.confirmTransfers(transfer);
    expect(refused).toMatchObject({ outcome: 'receipt_similar', similar: [{ id }] });
    const same_as = { kind: 'bank_line', id };
    const [confirmed] = await bank.call('confirmTransfers', { ids: [transfer], same_as });
    expect(confirmed).toMatchObject({ outcome: 'confirmed' });
    expect(await balance()).toBe(500);
  });

  it('is asked about when the line is credited at the same time', async () => {
    const { id } = await givenNamed();
    // Held: the line is credited, and writes its journal.
    const lock = 'LOCK TABLE ledger_journals IN SHARE ROW EXCLUSIVE MODE';
    const statuses = await whileQueued(app, lock, [
      () => bank.lines.credit(id, shop.client.id).status(),
      () => record().status(),
    ]);
    expect(statuses).toEqual([200, 409]);
    expect(await balance()).toBe(500);
  });

  it('passes alone when a line of the client is credited meanwhile that named no client', async () => {
    const { id } = await bank.givenLine(500);
    const lock = 'LOCK TABLE ledger_journals IN SHARE ROW EXCLUSIVE MODE';
    const statuses = await whileQueued(app, lock, [
      () => record().status(),
      () => bank.lines.credit(id, shop.client.id).status(),
    ]);
    expect(statuses).toEqual([201, 409]);
    expect(await balance()).toBe(500);
  });
});

describe('money that a line has credited already', () => {
  /** Credits a line to the client. Returns its receipt. */
  const givenCredited = async (number = utr(), description?: string): Promise<number> => {
    const { id } = await givenNamed(500, number, description);
    return (await bank.lines.credit(id, shop.client.id)).matched!.receipt_id!;
  };

  it('is asked about when the claim of it has a wrong digit, and is linked with that', async () => {
    const number = utr();
    const id = await givenCredited(number);
    const transfer = await claim({ utr: wrongDigit(number), amount: 500, date: TODAY });
    const similar = [{ kind: 'receipt', id, amount: 500, reference: number, date: TODAY }];
    expect(await bank.confirmTransfers(transfer)).toMatchObject([
      { outcome: 'receipt_similar', similar },
    ]);
    const same_as = { kind: 'receipt', id };
    const linked = await bank.call('confirmTransfers', { ids: [transfer], same_as });
    expect(linked).toMatchObject([{ outcome: 'confirmed', transfer: { receipt_id: id } }]);
    expect(await balance()).toBe(500);
    const late = await claim({ utr: rrn(), amount: 500, date: TODAY });
    const twice = await bank.call('confirmTransfers', { ids: [late], same_as });
    expect(twice).toMatchObject([{ outcome: 'utr_taken' }]);
    await bank.call('confirmTransfers', { ids: [late], other_money: true });
    expect(await balance()).toBe(1_000);
  });

  it('is asked about when it is recorded under another number, and is the same receipt', async () => {
    const id = await givenCredited();
    const reference = rrn();
    const same_as = { kind: 'receipt', id };
    const similar = [expect.objectContaining(same_as)];
    await record({}, reference).expectRefusal(409, 'receipt_similar', { similar });
    expect((await record({ same_as }, reference).expect(200)).body).toMatchObject({ data: { id } });
    expect(await balance()).toBe(500);
    await record({ other_money: true }, reference);
    expect(await balance()).toBe(1_000);
  });

  it('is no question in cash, 15 days later, of another amount or client, or once it was reversed', async () => {
    const [id, other] = [await givenCredited(), await givenShop(app)];
    await record({ source: 'cash' });
    await record({ received_at: new Date(Date.now() - 15 * 86_400_000).toISOString() });
    await bank.receipts.record(shop.client.id, 501, { reference: rrn() });
    await bank.receipts.record(other.client.id, 500, { reference: rrn() });
    await bank.receipts.reverse(id);
    const released = { similar: [expect.objectContaining({ kind: 'bank_line' })] };
    await record().expectRefusal(409, 'receipt_similar', released);
  });

  it('is the very claim whose number its line has, which is confirmed without a question', async () => {
    const number = rrn();
    const receipt_id = await givenCredited(utr(), `${naming(shop.client)} IMPS ${number}`);
    const transfer = await claim({ utr: number, amount: 500, date: TODAY });
    const [confirmed] = await bank.confirmTransfers(transfer);
    expect(confirmed).toMatchObject({ outcome: 'confirmed', transfer: { receipt_id } });
    expect(await balance()).toBe(500);
  });
});

describe('a line and a claim that are the same money are locked in one order, without a deadlock', () => {
  /** Writes the statement that fails unless a call has locked a row. */
  const isLocked = (table: string, id: number): string =>
    `DO $$ BEGIN PERFORM ${rowLock(table, id).slice('SELECT'.length)} SKIP LOCKED;
      IF FOUND THEN RAISE EXCEPTION 'not locked'; END IF; END $$`;

  it('the claim before other money of the client waits, where the line is credited', async () => {
    const transfer = await claim({ utr: rrn(), amount: 500, date: TODAY });
    const { id } = await givenNamed();
    const money = `bank reference client ${shop.client.id} 50000`;
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('${money}', 0))`;
    const before = isLocked('bank_transfers', transfer);
    const same_as = { kind: 'transfer', id: transfer };
    const credited = await whileLocked(app, { lock, waiting: 1, before }, () =>
      bank.lines.credit(id, shop.client.id, { same_as }).status(),
    );
    expect([credited, await balance()]).toEqual([200, 500]);
  });

  it('the line before the claim, where the claim is confirmed', async () => {
    const transfer = await claim({ utr: rrn(), amount: 500, date: TODAY });
    const { id } = await givenNamed();
    const lock = rowLock('bank_transfers', transfer);
    const before = isLocked('statement_lines', id);
    const same_as = { kind: 'bank_line', id };
    const confirmed = await whileLocked(app, { lock, waiting: 1, before }, () =>
      bank.call('confirmTransfers', { ids: [transfer], same_as }).status(),
    );
    expect([confirmed, await balance()]).toEqual([200, 500]);
  });
});
