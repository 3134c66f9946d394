import { dayPeriod } from '../../../src/platform/days/shop-days.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { bank, type Movement, rrn, startBankSuite, utr } from '../../support/money/bank.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { admin, app, shop as anna } from '../../support/money/suite.js';

let bala: Shop;
startBankSuite({ UNPAID_ORDER_TTL_HOURS: '0' });
beforeEach(async () => {
  bala = await givenShop(app);
});

const claimBy = async (shop: Shop, claim: object) => {
  const browser = await TestBrowser.ofMember(app, shop.client, 'member');
  return browser.call('post', 'wallet/transfers', { amount: 500, date: '2026-11-21', ...claim });
};
const balances = () => Promise.all([anna, bala].map(({ client }) => bank.walletBalance(client)));
const nameOf = ({ client }: Shop): string => `CL${String(client.id).padStart(6, '0')}`;
const outcomes = async (...movements: Movement[]) =>
  (await bank.importRows(...movements)).matches.map(({ outcome, reason }) => [outcome, reason]);

describe('a credit of a statement', () => {
  it('confirms the one claim with its number and amount', async () => {
    const reference = utr();
    await claimBy(anna, { utr: reference, date: '2026-11-18' });
    const report = await bank.importRows({ amount: 500, reference });
    expect(report).toMatchObject({ rows: 1, confirmed: 1, new_rows: 1 });
    const { data } = await bank.receipts.list({ client_id: anna.client.id });
    expect(data).toMatchObject([{ received_at: '2026-11-20T18:30:00.000Z' }]);
    expect(report.matches).toMatchObject([{ state: 'matched', client_id: anna.client.id }]);
    expect(await balances()).toEqual([500, 0]);
    expect(await bank.lines.find(reference)).toMatchObject({
      state: 'matched',
      suggestion: null,
      decided_by: 'operator',
      matched: { kind: 'receipt', client_id: anna.client.id },
    });
  });

  it('confirms no claim of a day far from its own, until a person does, who sees the days', async () => {
    const reference = utr();
    await claimBy(anna, { utr: reference, date: '2026-11-10' });
    expect(await outcomes({ amount: 500, reference })).toEqual([['date_differs', 'date_differs']]);
    const { id, suggestion } = await bank.lines.find(reference);
    expect(suggestion).toMatchObject({ reason: 'date_differs', days_apart: 11 });
    expect(await balances()).toEqual([0, 0]);
    await bank.lines.credit(id, anna.client.id);
    expect(await balances()).toEqual([500, 0]);
    expect((await bank.call('listTransfers', { utr: reference })).data[0]!.status).toBe(
      'confirmed',
    );
  });

  it('is found by a number within its description', async () => {
    const number = rrn();
    await claimBy(anna, { utr: number });
    const description = `UPI/${number}/orders/asha@upi`;
    await bank.importRows({ amount: 500, reference: '0', description });
    expect(await balances()).toEqual([500, 0]);
  });

  it('names a client by a name or account that finance credited before', async () => {
    const payer = 'BHARAT ENTERPRISES';
    const first = await bank.givenLine(300, `NEFT CR-SBIN0001234-${payer}-bharat@upi`);
    expect(first).toMatchObject({ state: 'unmatched', suggestion: null });
    await bank.lines.credit(first.id, bala.client.id);
    const reference = utr();
    await claimBy(anna, { utr: reference });
    const later = `IMPS-${payer}-SBIN`;
    expect(await outcomes({ amount: 500, reference, description: later })).toEqual([
      ['ambiguous', 'other_client_named'],
    ]);
    expect((await bank.givenLine(70, 'UPI/bharat@upi/x')).suggestion).toMatchObject({
      reason: 'names_client',
      client_id: bala.client.id,
      client_name: expect.any(String),
    });
    expect(await balances()).toEqual([0, 300]);
  });

  it('suggests no client if it names two, one by its name and the other by its reference', async () => {
    const marina = await givenShop(app);
    await admin.clients.change(marina.client.id, { name: 'Marina Living' });
    const named = (who: string, code: Shop) => `NEFT CR-SBIN0001234-${who} ${nameOf(code)}-STORES`;
    const { suggestion } = await bank.givenLine(90, named('MARINA LIVING', bala));
    const ofMarina = { id: marina.client.id, name: 'Marina Living', named_by: 'MARINA LIVING' };
    const clients = [{ id: bala.client.id, named_by: nameOf(bala) }, ofMarina];
    expect(suggestion).toMatchObject({ reason: 'names_clients', client_id: null, clients });
    const claimed = { amount: 500, reference: utr() };
    await claimBy(anna, { utr: claimed.reference });
    const description = named('MARINA LIVING', anna);
    expect(await outcomes({ ...claimed, description })).toEqual([
      ['ambiguous', 'other_client_named'],
    ]);
    const own = await bank.givenLine(90, named('MARINA LIVING', marina));
    expect(own.suggestion).toMatchObject({ reason: 'names_client', client_id: marina.client.id });
    const namesake = await bank.givenLine(90, 'NEFT CR-MARINA LIVING');
    expect(namesake).toMatchObject({
      state: 'suggested',
      suggestion: { reason: 'named_like', client_id: marina.client.id },
    });
    await admin.clients.change(bala.client.id, { name: 'MARINA LIVING' });
    expect((await bank.givenLine(91, 'NEFT CR-MARINA LIVING')).suggestion).toBeNull();
  });

  it('names no client by a name that two clients have', async () => {
    const description = 'NEFT-COMMON TRADERS-SBIN';
    for (const { client } of [anna, bala]) {
      await bank.lines.credit((await bank.givenLine(5, description)).id, client.id);
    }
    expect(await bank.givenLine(5, description)).toMatchObject({ state: 'unmatched' });
  });

  it('is not credited if several clients claim it, or with another amount', async () => {
    const [both, other] = [utr(), utr()];
    for (const shop of [anna, bala]) await claimBy(shop, { utr: both });
    await claimBy(anna, { utr: other, amount: 70 });
    const rows = [
      { amount: 500, reference: both },
      { amount: 69, reference: other },
    ];
    expect(await outcomes(...rows)).toEqual([
      ['ambiguous', 'ambiguous'],
      ['amount_differs', 'amount_differs'],
    ]);
    expect(await balances()).toEqual([0, 0]);
  });

  it('is credited once its client claims it, by whichever statement comes next', async () => {
    const { reference } = await bank.givenLine(500);
    await claimBy(anna, { utr: reference });
    await bank.givenLine(1);
    expect(await balances()).toEqual([500, 0]);
  });

  it('stays the line of its client when another client claims it', async () => {
    const reference = utr();
    await claimBy(anna, { utr: reference });
    await bank.importRows({ amount: 500, reference });
    await claimBy(bala, { utr: reference });
    expect(await outcomes({ amount: 500, reference })).toEqual([['confirmed_before', null]]);
    const { data } = await bank.call('listTransfers', { client_id: bala.client.id });
    expect(await bank.confirmTransfers(data[0]!.id)).toMatchObject([{ outcome: 'utr_taken' }]);
    expect(await balances()).toEqual([500, 0]);
  });
});

describe('a line that cannot be credited', () => {
  it('a line whose row cannot be read, or has a day to come, does not stop the other lines', async () => {
    const [today, later] = [dateInShop(new Date()), utr()];
    const tomorrow = dateInShop(dayPeriod(today).to);
    const good = utr();
    for (const one of [good, later]) await claimBy(anna, { utr: one, amount: 20, date: today });
    const rows = `${today},NEFT,${utr()},,5,20\n2026-11-21,NEFT,${utr()},,ten,\n${tomorrow},NEFT,${later},,20,20\n${today},NEFT,${good},,20,40\n`;
    const report = await bank.import(
      `Date,Narration,Chq/Ref No,Withdrawal Amt,Deposit Amt,Balance\n${rows}`,
      { accept_gap: true },
    );
    const future = { line: 4, problem: expect.stringContaining('is in the future') };
    expect(report).toMatchObject({ confirmed: 1, new_rows: 2, problems: [{ line: 3 }, future] });
    expect(await balances()).toEqual([20, 0]);
  });

  it('is left for finance to decide, and the other lines are credited', async () => {
    const [bad, good] = [utr(), utr()];
    const order = await bala.placeNew();
    await claimBy(anna, { utr: bad });
    await claimBy(anna, { utr: good, amount: 20 });
    await app.sql`UPDATE bank_transfers SET order_numbers = ${[order]} WHERE utr = ${bad}`;
    expect(
      await outcomes({ amount: 500, reference: bad }, { amount: 20, reference: good }),
    ).toEqual([
      ['refused', 'refused'],
      ['confirmed', null],
    ]);
    expect(await balances()).toEqual([20, 0]);
  });
});

it('a credit with the number of a payout returns it: no claim takes it, and its client gets it back', async () => {
  await bank.receipts.record(anna.client.id, 1_000);
  const reference = utr();
  await bank.wallets.payOut(anna.client.id, 100, { reference });
  await bank.importRows({ amount: -100, reference });
  await claimBy(bala, { utr: reference, amount: 100 });
  await bank.importRows({ amount: 100, reference, description: 'NEFT RETURN' });
  expect(await balances()).toEqual([900, 0]);
  const { data } = await bank.call('listBankLines', { state: 'suggested' });
  const line = data.find((one) => one.reference === reference)!;
  const suggestion = { reason: 'payout_returned', client_id: anna.client.id };
  expect(line).toMatchObject({ direction: 'in', suggestion });
  await bank.lines.credit(line.id, anna.client.id);
  expect(await balances()).toEqual([1_000, 0]);
});

describe('money that an operator recorded', () => {
  it('money recorded under another number of the same line is not credited again by a claim', async () => {
    const [number, typed] = [rrn(), utr()];
    const row = { amount: 500, reference: typed, description: `IMPS/${number}/x` };
    await bank.receipts.record(anna.client.id, 500, { reference: typed });
    await claimBy(anna, { utr: number });
    await bank.importRows(row);
    expect(await balances()).toEqual([500, 0]);
    const { data } = await bank.call('listTransfers', { utr: number });
    await bank.confirmTransfers(data[0]!.id);
    expect(await balances()).toEqual([500, 0]);
  });

  it('money recorded after its line was imported is matched with this line', async () => {
    const [reference, cheque] = [utr(), utr()];
    const order = await anna.placeNew();
    await bank.importRows({ amount: 500, reference }, { amount: 110, reference: cheque });
    await bank.receipts.record(anna.client.id, 500, {
      reference: `utr ${reference.toLowerCase()}`,
    });
    await bank.orders.pay(order, { method: 'cheque', reference: cheque });
    for (const one of [reference, cheque]) {
      expect(await bank.lines.find(one)).toMatchObject({ state: 'matched' });
    }
    await claimBy(bala, { utr: reference });
    expect(await outcomes({ amount: 500, reference })).toEqual([['utr_taken', null]]);
    expect(await balances()).toEqual([500, 0]);
  });

  it('frees its line when it is reversed, so that another client can be credited', async () => {
    const { reference } = await bank.givenLine(500);
    const { id } = await bank.receipts.record(anna.client.id, 500, { reference });
    await bank.receipts.reverse(id);
    const suggestion = { reason: 'receipt_reversed', receipt_id: id };
    expect(await bank.lines.find(reference!)).toMatchObject({ state: 'suggested', suggestion });
    await bank.receipts.record(bala.client.id, 500, { reference });
    const matched = { client_id: bala.client.id };
    expect(await bank.lines.find(reference!)).toMatchObject({ state: 'matched', matched });
    expect(await balances()).toEqual([0, 500]);
  });
});
