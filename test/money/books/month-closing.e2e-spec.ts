import { SealsJob } from '../../../src/money/ledger/seals/seals.job.js';
import { SealsService } from '../../../src/money/ledger/seals/seals.service.js';
import { ClosedMonthsService } from '../../../src/money/ledger/closings/closed-months.service.js';
import type { MonthClosingDto } from '../../../src/money/books/month-closing.dto.js';
import type { AppError } from '../../../src/platform/http/errors.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { statusesOf } from '../../support/call.js';
import { openTransaction } from '../../support/database/database.js';
import { eventually } from '../../support/eventually.js';
import { Approvers, LARGE, waitingFor } from '../../support/money/approvers.js';
import { BankAdmin, utr } from '../../support/money/bank.js';
import { Payer } from '../../support/shop/checkouts.js';
import { admin, app, shop, startForEachTest } from '../../support/money/suite.js';

/** The month before this one in India, and the days since its middle. */
let month: string;
let daysAgo: number;
const thisMonth = dateInShop(new Date()).slice(0, 7);
startForEachTest(undefined, 'settings');
beforeEach(async () => {
  await app.stopJobs(SealsJob);
  const middle = new Date(`${thisMonth}-01T00:00:00Z`);
  middle.setUTCDate(middle.getUTCDate() - 15);
  month = dateInShop(middle).slice(0, 7);
  daysAgo = Math.ceil((Date.now() - middle.getTime()) / 86_400_000);
});

/** Moves all journals into the month before, as if they had been written then. */
const moveBack = (): Promise<unknown> =>
  app.dataSource.query(
    `SET session_replication_role = replica;
      UPDATE ledger_journals SET at = at - interval '${daysAgo} days';
      RESET session_replication_role`,
  );
const close = (of: unknown) => admin.call('closeMonth', { month: of });
const closed = async (status: number) =>
  ((await close(month).expect(status)).body as { data: MonthClosingDto }).data;
const problems = (of: unknown) => close(of).problems();

describe('closing a month', () => {
  it('counts its journals and keeps their last seal, once', async () => {
    await admin.receipts.record(shop.client.id, 500);
    await admin.wallets.payOut(shop.client.id, 120.5);
    await moveBack();
    await admin.receipts.record(shop.client.id, 9);
    await app.service(SealsService).sealAll();
    expect((await admin.reports.month(month)).closing).toBeNull();
    const closing = await closed(201);
    const [seal] = await app.sql<{ sha256: string }>`
      SELECT encode(sha256, 'hex') AS sha256 FROM ledger_seals WHERE seq = 2`;
    expect(closing).toEqual({
      month,
      journals: 2,
      debit: 620.5,
      last_seal: 2,
      last_sha256: seal!.sha256,
      closed_by: 'operator',
      closed_at: closing.closed_at,
    });
    expect(await closed(200)).toEqual(closing);
    expect((await admin.reports.month(month)).closing).toEqual(closing);
    const { data } = await admin.audit.list({ limit: 500 });
    expect(data.filter(({ action }) => action === 'month.closed')).toMatchObject([
      { subject: `month ${month}`, after: { journals: 2, debit_minor: 62_050, last_seq: 2 } },
    ]);
  });

  it('happens once if called concurrently', async () => {
    expect(await statusesOf(close(month), close(month), close(month))).toEqual([200, 200, 201]);
    const nothing = { journals: 0, debit: 0, last_seal: null, last_sha256: null };
    expect((await admin.reports.month(month)).closing).toMatchObject(nothing);
  });

  it('is refused before the month is over', async () => {
    expect(await problems(thisMonth)).toEqual(['month not_over']);
    expect(await problems('2999-01')).toEqual(['month not_over']);
  });

  it('waits until all its journals are sealed', async () => {
    await admin.receipts.record(shop.client.id, 500);
    await moveBack();
    await close(month).expectRefusal(409, 'month_unsettled');
    await app.service(SealsService).sealAll();
    expect((await closed(201)).journals).toBe(1);
  });

  it('waits for transactions that began before its end', async () => {
    const open = await openTransaction(app.connection);
    // As if the month had ended a millisecond after the beginning of the transaction.
    const now = "SELECT now() + interval '1 ms' AS ended";
    const { rows } = await open.query<{ ended: Date }>(now);
    const to = new Date(rows[0]!.ended.getTime() + 1);
    await eventually(() => Date.now() > to.getTime() + 1);
    const period = { from: new Date(to.getTime() - 60_000), to };
    const closing = () => app.service(ClosedMonthsService).close('2001-01', period);
    await expect(closing()).rejects.toMatchObject({ code: 'month_unsettled' });
    await open.rollback();
    // A job may have begun one then, too.
    const isClosed = (): Promise<boolean> =>
      closing().then(
        ({ isReplay }) => !isReplay,
        (error: AppError) => {
          if (error.code === 'month_unsettled') return false;
          throw error;
        },
      );
    await eventually(isClosed);
    await app.sql`SET session_replication_role = replica; DELETE FROM closed_months; RESET session_replication_role`;
  });

  it('cannot be undone', async () => {
    await closed(201);
    const statements = ['DELETE FROM closed_months', 'UPDATE closed_months SET journals = 1'];
    for (const statement of statements) {
      await expect(app.dataSource.query(statement)).rejects.toThrow('append-only');
    }
  });
});

it('a decision about a line of a bank statement is undone until the month of its entry is closed', async () => {
  const bank = new BankAdmin(app);
  const [first, second] = [
    await bank.givenLine(-5, 'SMS CHARGES'),
    await bank.givenLine(-6, 'SMS CHARGES'),
  ];
  for (const { id } of [first, second]) await bank.lines.charge(id);
  const credited = await bank.givenLine(50);
  const receiptId = (await bank.lines.credit(credited.id, shop.client.id)).matched!.receipt_id;
  const { id: returnedId } = await bank.receipts.record(shop.client.id, 40);
  const returned = await bank.givenLine(-40, 'NEFT-RTN');
  await bank.lines.return(returned.id, { receipt_id: returnedId });
  const suspended = await bank.givenLine(30);
  await bank.lines.suspend(suspended.id);
  await moveBack();
  await bank.lines.undo(first.id);
  await app.service(SealsService).sealAll();
  await closed(201);
  const message = (remedy: string) =>
    `The month ${month} of this entry is closed, so it stays. ${remedy}`;
  const undo = (line: { id: number }, remedy: string) =>
    bank.lines.undo(line.id).expectRefusal(409, 'bank_line_refused', { message: message(remedy) });
  await undo(second, 'Tell your accountant, who corrects it by an entry of this month.');
  await undo(
    credited,
    `Reverse receipt ${receiptId} instead: that is an entry of today, and the line is open again.`,
  );
  await undo(returned, `Record the money of receipt ${returnedId} again, as received today.`);
  await undo(suspended, 'Credit the line to its client, or wait until the client is known.');
  // What the sentences say works.
  await bank.receipts.reverse(receiptId!);
  expect(await bank.lines.find(credited.reference!)).toMatchObject({ state: 'suggested' });
  await bank.lines.credit(suspended.id, shop.client.id);
});

describe('money that arrived in a closed month', () => {
  it('is booked today, and listed as received earlier', async () => {
    const before = await admin.reports.month(month);
    await closed(201);
    const received_at = `${month}-20T10:00:00.000Z`;
    const late = { received_at, reference: 'LATE-1' };
    const { id } = await admin.receipts.record(shop.client.id, 300.5, late);
    await admin.receipts.record(shop.client.id, 7);
    const closing = (await admin.reports.month(month)).closing;
    const booked_later = { count: 1, amount: 300.5 };
    expect(await admin.reports.month(month)).toEqual({ ...before, closing, booked_later });
    expect(await admin.reports.month(thisMonth)).toMatchObject({
      closing: null,
      received_earlier: { count: 1, amount: 300.5 },
      receipts: { bank: { count: 2, amount: 307.5 } },
    });
    const earlier = admin.call('listReceivedEarlier', { month: thisMonth });
    const { data, next_cursor } = await earlier;
    expect(next_cursor).toBeNull();
    expect(data).toEqual([
      {
        id: expect.any(Number),
        kind: 'receipt',
        is_reversal: false,
        receipt_id: id,
        client_id: shop.client.id,
        client_name: expect.any(String),
        other_account: null,
        reference: 'LATE-1',
        description: null,
        amount: 300.5,
        date: `${month}-20`,
        booked_at: expect.any(String),
        reversed_at: null,
      },
    ]);
  });

  it('is listed with everything that lines of the bank of an earlier month booked', async () => {
    const bank = new BankAdmin(app);
    const date = `${month}-28`;
    const today = dateInShop(new Date());
    await bank.importRows(
      { amount: 31.2, reference: 'INT-1', date, description: 'INT.PD' },
      { amount: -6, reference: 'FEE-1', date, description: 'SMS CHARGES' },
      { amount: 70, reference: 'UNKNOWN-1', date, description: 'CASH DEP' },
      { amount: -9, reference: 'FEE-2', date: today, description: 'SMS CHARGES' },
    );
    const interest = await bank.others.add({ name: 'Interest paid', type: 'interest' });
    const line = await bank.lines.find('INT-1');
    expect(line.booked_on).toBeNull();
    const booked = await bank.lines.book(line.id, interest.id);
    expect(booked).toMatchObject({ date, booked_on: today });
    for (const fee of ['FEE-1', 'FEE-2']) await bank.lines.charge((await bank.lines.find(fee)).id);
    const suspended = await bank.lines.suspend((await bank.lines.find('UNKNOWN-1')).id);
    expect(suspended).toMatchObject({ matched: null, booked_on: today });
    const { received_earlier: earlier } = await admin.reports.month(thisMonth);
    expect(earlier).toEqual({ count: 3, amount: 95.2 });
    expect((await admin.reports.month(month)).booked_later).toEqual(earlier);
    const { data } = await admin.call('listReceivedEarlier', { month: thisMonth });
    expect(data).toMatchObject([
      { kind: 'suspense', reference: 'UNKNOWN-1', amount: 70, date },
      { kind: 'bank_charge', reference: 'FEE-1', amount: -6, date, description: 'SMS CHARGES' },
      { kind: 'other', other_account: 'Interest paid', amount: 31.2, date, client_id: null },
    ]);
    const tally = await app.admin('get', `ledger/export?month=${thisMonth}&format=tally`);
    const narrations = [...tally.text.matchAll(/<NARRATION>(.*?)<\/NARRATION>/g)].map(
      ([, text]) => text,
    );
    expect(narrations.filter((text) => text!.includes('bank&#39;s day'))).toHaveLength(3);
    // The client of a suspended line becomes known: its money moved at the bank once.
    await bank.lines.credit(suspended.id, shop.client.id);
    const sums = { count: 5, amount: earlier.amount };
    expect((await admin.reports.month(thisMonth)).received_earlier).toEqual(sums);
    expect((await admin.reports.month(month)).booked_later).toEqual(sums);
    const credited = await admin.call('listReceivedEarlier', { month: thisMonth });
    expect(credited.data).toMatchObject([
      { kind: 'suspense', is_reversal: true, amount: -70, date },
      { kind: 'receipt', amount: 70, date },
      ...data,
    ]);
  });

  it('counts on the day of its line once the bank has told it', async () => {
    const bank = new BankAdmin(app);
    const { browser } = await Payer.of(app, shop.client);
    const reference = utr();
    const claim = { utr: reference, amount: 40, date: `${month}-28` };
    const { body } = await browser.call('post', 'wallet/transfers', claim);
    const ids = [(body.data as { id: number }).id];
    await admin.call('confirmTransfers', { ids });
    const sums = async () => [
      (await admin.reports.month(thisMonth)).received_earlier.count,
      (await admin.reports.month(month)).booked_later.count,
    ];
    expect(await sums()).toEqual([1, 1]);
    await bank.importRows({ amount: 40, reference, date: dateInShop(new Date()) });
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched' });
    expect(await sums()).toEqual([0, 0]);
  });

  it('changes nothing of that month, whichever way it is booked', async () => {
    const two = await Approvers.given(app);
    const bank = two.admin;
    const day = `${month}-20`;
    const [ofLine, ofClaim] = [utr(), utr()];
    const { id: early } = await admin.receipts.record(shop.client.id, 300);
    const { id: account } = await bank.accounts.default();
    await moveBack();
    await app.service(SealsService).sealAll();
    await closed(201);
    const before = await admin.reports.month(month);
    const sums = async (): Promise<unknown> =>
      (await app.admin('get', `ledger/export/sums?month=${month}`).expect(200)).body;
    const booked = await sums();

    await admin.receipts.reverse(early);
    await bank.accounts.setOpening(account, day, 77);
    const payer = await Payer.of(app, shop.client);
    await payer.browser.call('post', 'wallet/transfers', { utr: ofClaim, amount: 40, date: day });
    await bank.importRows(
      { amount: 40, reference: ofClaim, date: day },
      { amount: 50, reference: ofLine, date: day },
      { amount: -6, reference: 'FEE', date: day, description: 'SMS CHARGES' },
    );
    await bank.lines.credit((await bank.lines.find(ofLine)).id, shop.client.id);
    await bank.lines.charge((await bank.lines.find('FEE')).id);
    const waiting = waitingFor(await two.postReceipt({ received_at: `${day}T10:00:00Z` }));
    await two.approve(waiting.id);

    const { data: clients } = await admin.reports.clients(thisMonth);
    const ofClient = clients.find(({ client_id }) => client_id === shop.client.id);
    expect(ofClient).toMatchObject({ opening: 300, received: -210, closing: 90 });
    const { received_earlier } = await admin.reports.month(thisMonth);
    expect(received_earlier).toEqual({ count: 4, amount: 40 + 50 - 6 + LARGE });
    const after = { ...before, booked_later: received_earlier };
    expect([await admin.reports.month(month), await sums()]).toEqual([after, booked]);
  });
});
