import type { TransferDto } from '../../src/money/bank-transfers/bank-transfers.dto.js';
import { dateInShop } from '../../src/platform/time-zone.js';
import { dayPeriod } from '../../src/platform/days/shop-days.js';
import { unique } from '../support/shop/given.js';
import { rowLock, whileQueued } from '../support/database/locks.js';
import { TestBrowser, type BrowserAnswer } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { BANK_WRITERS } from './statements/bank-writers.js';
import { writeStatement } from './statements/statement-writer.js';
import { admin, app, balance, place, shop, startShopSuite } from '../support/money/suite.js';

const DETAILS = 'Indigo Wholesale\nAccount 50100012345678';
const TABS = 'text/tab-separated-values';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let browser: TestBrowser;
startShopSuite({ BANK_DETAILS: DETAILS });
beforeEach(async () => {
  browser = await TestBrowser.ofMember(app, shop.client, 'member');
});

const postClaim = (claim: object): Promise<BrowserAnswer> =>
  browser.call('post', 'wallet/transfers', {
    utr: unique('UTR-2026'),
    amount: 500,
    date: '2026-11-21',
    ...claim,
  });
const givenClaim = async (claim: object = {}): Promise<TransferDto> => {
  const answer = await postClaim(claim);
  expect(answer.status).toBe(201);
  return answer.body.data as TransferDto;
};
const refusalOfClaim = async (claim: object) => {
  const { status, body } = await postClaim(claim);
  return [status, ...(body.errors?.map(({ field, code }) => `${field} ${code}`) ?? [body.code])];
};
const confirmTransfers = async (...ids: number[]) => admin.call('confirmTransfers', { ids });
const postFile = (file: string | Buffer, type = 'text/csv', query = '') =>
  app.adminFile(`transfers/match${query}`, file, type);
const matchFile = async (file: string | Buffer, query = '', type = 'text/csv') => {
  const { body } = await postFile(file, type, query).expect(200);
  return (body as { data: { confirmed: number; matches: object[]; problems: object[] } }).data;
};

describe('bank transfers', () => {
  it('go to the configured account, with a reference of the client', async () => {
    const { body } = await browser.call('get', 'bank-account');
    const reference = `CL${String(shop.client.id).padStart(6, '0')}`;
    expect(body.data).toEqual({
      details: DETAILS,
      payment_reference: reference,
      upi_address: null,
    });
  });

  it('are in the wallet once finance confirms them, and a UTR is credited once', async () => {
    const transfer = await givenClaim({ utr: 'hdfcn 5202611 21001', amount: 1_100.5 });
    const utr = 'HDFCN520261121001';
    expect(transfer).toMatchObject({ utr, status: 'claimed', amount: 1_100.5 });
    expect(await balance()).toBe(0);
    const again = await postClaim({ utr, amount: 1_100.5 });
    expect([again.status, (again.body.data as TransferDto).id]).toEqual([200, transfer.id]);
    expect(await refusalOfClaim({ utr, amount: 1_100 })).toEqual([409, 'transfer_claimed']);

    expect(await confirmTransfers(transfer.id)).toMatchObject([{ outcome: 'confirmed' }]);
    expect(await confirmTransfers(transfer.id)).toMatchObject([{ outcome: 'confirmed' }]);
    expect(await balance()).toBe(1_100.5);
    const { data: receipts } = await admin.receipts.list({ reference: utr });
    expect(receipts).toMatchObject([{ source: 'bank', method: 'bank_transfer', amount: 1_100.5 }]);
    const { body } = await browser.call('get', 'wallet/transfers');
    expect(body.data).toMatchObject([{ status: 'confirmed', receipt_id: receipts[0]!.id }]);
  });

  it('pay the orders that they name, in their order, each with its outcome', async () => {
    const first = await place(2);
    const canceled = await place(1);
    const dear = await place(9);
    const cheap = await place(1);
    const { id } = await givenClaim({ amount: 500, order_numbers: [first, canceled, dear, cheap] });
    await admin.orders.cancel(canceled);
    const [confirmation] = await confirmTransfers(id);
    expect(confirmation!.transfer!.orders).toEqual([
      { order_number: first, outcome: 'paid' },
      { order_number: canceled, outcome: 'not_payable' },
      { order_number: dear, outcome: 'amount_used_up' },
      { order_number: cheap, outcome: 'amount_used_up' },
    ]);
    expect((await admin.orders.get(first)).payments).toMatchObject([{ method: 'bank_transfer' }]);
    expect(await balance()).toBe(290);
  });

  it('are claimed again for no further orders', async () => {
    const [first, second] = [await place(1), await place(1)];
    const { id, utr } = await givenClaim({ order_numbers: [first] });
    const again = await postClaim({ utr });
    expect([again.status, again.body.data]).toMatchObject([200, { id, orders: [{}] }]);
    const further = { utr, order_numbers: [first, second] };
    expect(await refusalOfClaim(further)).toEqual([409, 'transfer_claimed']);
  });

  it('name orders of their own client only, each once', async () => {
    const foreign = await (await givenShop(app)).placeNew();
    const order = await place(1);
    const order_numbers = [order, foreign];
    expect(await refusalOfClaim({ order_numbers })).toEqual([422, 'order_numbers.1 unknown_order']);
    const twice = { order_numbers: [order, order] };
    expect(await refusalOfClaim(twice)).toEqual([422, 'order_numbers duplicate_value']);
    const wrong = ['utr invalid_utr', 'amount out_of_range', 'date invalid_date'];
    expect(await refusalOfClaim({ utr: 'a,b', amount: 0, date: '2026-02-30' })).toEqual([
      422,
      ...wrong,
    ]);
  });

  it('were sent on a day of the past, or today', async () => {
    const today = dateInShop(new Date());
    const date = dateInShop(dayPeriod(today).to);
    expect(await refusalOfClaim({ date })).toEqual([422, 'date date_in_future']);
    expect((await postClaim({ date: today })).status).toBe(201);
  });

  it('are confirmed many at once, and a refused one does not stop the others', async () => {
    const taken = unique('UTR-2026');
    await admin.receipts.record((await givenShop(app)).client.id, 500, { reference: taken });
    const [one, two, three] = [
      await givenClaim(),
      await givenClaim({ utr: taken }),
      await givenClaim(),
    ];
    await app.admin('post', `transfers/${one.id}/reject`, { reason: 'Not in the account' });
    const outcomes = await confirmTransfers(one.id, two.id, three.id, 999_999);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...['rejected', 'utr_taken', 'confirmed', 'not_found'],
    ]);
    expect(await balance()).toBe(500);
    const { body } = await browser.call('get', 'wallet/transfers');
    expect(body.data).toMatchObject([
      { status: 'confirmed' },
      { status: 'claimed' },
      { status: 'rejected', reason: 'Not in the account' },
    ]);
    expect((await postClaim({ utr: one.utr })).status).toBe(201);
    await app.admin('post', `transfers/${three.id}/reject`, { reason: 'Typo' }).expect(409);
    await app.admin('post', 'transfers/999999/reject', { reason: 'Typo' }).expect(404);
  });

  it('are credited once by two people who confirm at the same time', async () => {
    const { id } = await givenClaim();
    const works = [() => confirmTransfers(id), () => confirmTransfers(id)];
    await whileQueued(app, rowLock('bank_transfers', id), works);
    expect(await balance()).toBe(500);
  });
});

describe('a bank statement', () => {
  it('confirms transfers by UTR and amount, and reports the other rows', async () => {
    const [good, short] = [await givenClaim({ amount: 1_100 }), await givenClaim({ amount: 70 })];
    const csv =
      'Date,Narration,Ref No./Cheque No.,Withdrawal,Deposit Amt,Balance\n' +
      `21/11/26,NEFT,${good.utr.toLowerCase()},,"1,100.00",1100.00\n` +
      `21/11/26,NEFT,${short.utr},,69.00,1169.00\n` +
      `21/11/26,UPI CL000042 ORDERS,432112345678,,5.00,1174.00\n` +
      '21/11/26,RENT,000123,900.00,,274.00\n' +
      '21/11/26,UPI,1,,x,\n';
    expect(await matchFile(csv, '?dry_run=true')).toMatchObject({ dry_run: true, confirmed: 1 });
    expect(await balance()).toBe(0);
    const report = await matchFile(csv);
    expect(report).toMatchObject({ rows: 3, confirmed: 1, problems: [{ line: 6 }] });
    expect(report.matches).toMatchObject([
      { line: 2, outcome: 'confirmed', transfer_id: good.id, client_id: shop.client.id },
      { line: 3, outcome: 'amount_differs', amount: 69, claimed_amount: 70 },
      { line: 4, outcome: 'not_claimed', transfer_id: null, client_id: 42 },
    ]);
    expect(await balance()).toBe(1_100);
    expect((await matchFile(csv)).matches).toMatchObject([{ outcome: 'confirmed_before' }, {}, {}]);
    expect(await balance()).toBe(1_100);
    const { body } = await postFile('a,b\n1,2\n').expect(422);
    expect(body).toMatchObject({ code: 'import_refused' });
  });

  it('matches no claim of a company name, a branch code or an account number', async () => {
    expect(await refusalOfClaim({ utr: 'ENTERPRISES' })).toEqual([422, 'utr invalid_utr']);
    // Such claims are from before they were refused.
    await app.sql`INSERT INTO bank_transfers (client_id, utr, amount_minor, sent_on, order_numbers, claimed_by)
        VALUES (${shop.client.id}, 'ENTERPRISES', 5000000, '2026-11-21', '{}', 'test')`;
    await givenClaim({ utr: 'HDFC0000240', amount: 50_000 });
    const account = await givenClaim({ utr: '50100012345678', amount: 50_000 });
    const text = `NEFT CR-HDFC0000240-BHARAT ENTERPRISES-CL000013-50100012345678`;
    const report = await matchFile(
      `Date,Narration,Chq/Ref No,Credit\n21/11/26,${text},,"50,000.00"\n21/11/26,NEFT,${account.utr},"50,000.00"\n`,
    );
    expect(report.matches).toMatchObject([
      { outcome: 'not_claimed', client_id: 13 },
      { outcome: 'not_claimed', client_id: null },
    ]);
    expect(await balance()).toBe(0);
  });

  it.each(BANK_WRITERS)('confirms a claim in the format of $preset, $form', async (bank) => {
    const description = `NEFT/SBIN4${unique('2604').replace('-', '').padStart(11, '0')}/MEERA`;
    const [, utr] = description.split('/');
    await givenClaim({ utr, amount: 1_100 });
    const movements = (['in', 'out'] as const).map((direction) => ({
      day: '2026-11-21',
      direction,
      amountMinor: 110_000,
      reference: '',
      description,
    }));
    // Each bank's file names an account of its own.
    const { last4 } = await app.row<{ last4: string | null }>`
      SELECT account_last4 AS last4 FROM bank_accounts WHERE is_default`;
    await app.sql`UPDATE bank_accounts SET account_last4 = NULL`;
    const file = writeStatement(bank, movements);
    const isWorkbook = file.toString('latin1', 0, 2) === 'PK';
    const type = isWorkbook ? XLSX : bank.preset === 'sbi' ? TABS : 'text/plain';
    const { matches, problems } = await matchFile(file, '?accept_gap=true', type);
    expect(matches).toMatchObject([{ outcome: 'confirmed', amount: 1_100 }]);
    expect([problems, await balance()]).toEqual([[], 1_100]);
    const restore = 'UPDATE bank_accounts SET account_last4 = coalesce(account_last4, $1)';
    await app.dataSource.query(restore, [last4]);
  });

  it('is reported if its balances do not add up', async () => {
    const { problems } = await matchFile(
      'Date,Description,Debit,Credit,Balance\n21/11/26,A,,5,105\n21/11/26,B,,5,120\n',
      '?accept_gap=true',
    );
    expect(problems).toEqual([
      { line: 3, problem: expect.stringContaining('The balance of row 3 is 120.00') },
    ]);
  });

  it.each(['application/json', 'application/pdf'])('is refused as %s', async (type) => {
    const { status, body } = await postFile('{}', type);
    expect([status, body]).toMatchObject([415, { code: 'unsupported_media_type' }]);
  });
});
