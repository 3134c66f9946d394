import { TestApp } from '../../support/app.js';
import { rowLock, whileQueued } from '../../support/database/locks.js';
import { bank, type Movement, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { unique } from '../../support/shop/given.js';
import { TestBrowser } from '../../support/shop/people.js';
import { dayPeriod } from '../../../src/platform/days/shop-days.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { app, ledgerSum, shop } from '../../support/money/suite.js';
import { inDays } from '../../support/time.js';

const DETAILS = 'Indigo Wholesale\nAccount 50100012345678\nIFSC HDFC0000001';

startBankSuite({ BANK_DETAILS: DETAILS.replaceAll('\n', '\\n') });

const dayBefore = (days: number): string => dateInShop(inDays(-days));
const today = dayBefore(0);
const add = (account: object = {}) => bank.accounts.add({ name: unique('Account'), ...account });
const NO_ROWS = { booked_only: [], bank_only: [] };
const importInto = (bank_account_id: number, opening: number, ...movements: Movement[]) =>
  bank.import(statementOf(movements, { opening }), { bank_account_id });
const printed = async () => {
  const browser = await TestBrowser.ofMember(app, shop.client, 'member');
  const { body } = await browser.call('get', 'bank-account');
  return (body.data as { details: string | null }).details;
};

describe('bank accounts', () => {
  it('begin with the default one, which BANK_DETAILS fills once', async () => {
    const [first] = await bank.accounts.list();
    expect(first).toEqual({
      id: first!.id,
      name: 'Bank account',
      is_default: true,
      details: DETAILS,
      ifsc: 'HDFC0000001',
      account_last4: '5678',
      upi_address: null,
      opened_on: null,
      opening_balance: null,
      column_mapping: null,
      charge_limit: 1_000,
    });
    expect(await printed()).toBe(DETAILS);
    await bank.accounts.change(first!.id, { details: 'Moved' });
    await (await TestApp.startOn(app.connection, { BANK_DETAILS: 'Another' })).stop();
    expect(await printed()).toBe('Moved');
    await bank.accounts.change(first!.id, { details: null });
    await (await TestApp.startOn(app.connection, { BANK_DETAILS: 'Another' })).stop();
    expect(await printed()).toBeNull();
    await bank.accounts.change(first!.id, { details: DETAILS });
  });

  it('are added and changed, each with its own name', async () => {
    const name = unique('Account');
    const { id } = await add({ name, ifsc: 'HDFC0000002', account_last4: '9999' });
    await bank.accounts.add({ name }).expectRefusal(409, 'bank_account_exists');
    expect(await bank.accounts.change(id, { account_last4: null })).toMatchObject({
      name,
      ifsc: 'HDFC0000002',
      account_last4: null,
      is_default: false,
      details: null,
    });
    const taken = bank.accounts.change(id, { name: 'Bank account' });
    await taken.expectRefusal(409, 'bank_account_exists');
    expect(await bank.accounts.change(999_999, { name: 'x' }).status()).toBe(404);
    const wrong = bank.accounts.add({ name, ifsc: 'HDFC1000001', account_last4: '12' });
    await wrong.expectProblems('ifsc invalid_ifsc', 'account_last4 digits_expected');
  });

  it('read statements with the columns that a person chose, and remember them', async () => {
    const { id } = await add();
    const file = 'When,What,Plus,Minus\n21/11/2026,NEFT,5.00,\n';
    expect(await bank.import(file, { bank_account_id: id }).status()).toBe(422);
    const names = { When: 'date', What: 'description', Plus: 'credit', Minus: 'debit' };
    const columns = Object.entries(names).map(([header, column]) => ({ header, column }));
    await bank.accounts.change(id, { column_mapping: { columns } });
    expect(await bank.import(file, { bank_account_id: id })).toMatchObject({ new_rows: 1 });
    // Another form is read by the names of its columns, which are remembered then.
    expect(await importInto(id, 0, { amount: 6 })).toMatchObject({ new_rows: 1 });
    const account = (await bank.accounts.list()).find((one) => one.id === id)!;
    const second = { header: 'Narration', column: 'description' };
    expect(account.column_mapping!.columns[1]).toEqual(second);
    expect((await bank.accounts.change(id, { column_mapping: null })).column_mapping).toBeNull();
    for (const wrong of [5, {}, { columns: [] }, { columns: [5] }, { preset: 'x', columns }]) {
      expect(await bank.accounts.change(id, { column_mapping: wrong }).status()).toBe(422);
    }
  });

  it('read the balances of a bank whose earlier files had none, unless a person left them out', async () => {
    const { id } = await add();
    const query = { bank_account_id: id, dry_run: true };
    const header = 'Date,Narration,Withdrawal,Deposit';
    const csv = `${header},Balance\n21/11/2026,NEFT,,5.00,105.00\n`;
    await bank.import(`${header}\n21/11/2026,NEFT,,5.00\n`, { bank_account_id: id });
    expect(await bank.import(csv, query)).toMatchObject({ closing_balance: 105 });
    const columns = [
      ...['Date', 'Narration', 'Withdrawal', 'Deposit'].map((name, index) => ({
        header: name,
        column: (['date', 'description', 'debit', 'credit'] as const)[index],
      })),
      { header: 'Balance', column: null },
    ];
    await bank.accounts.change(id, { column_mapping: { columns } });
    expect(await bank.import(csv, query)).toMatchObject({ closing_balance: null });
  });

  it('other than the default one have a ledger account of their own', async () => {
    const { id } = await add();
    const [ours, theirs] = [utr(), utr()];
    await importInto(id, 0, { amount: 500, reference: ours, date: today });
    const line = await bank.lines.find(ours);
    expect(line.bank_account_id).toBe(id);
    await bank.lines.credit(line.id, shop.client.id);
    await bank.receipts.record(shop.client.id, 300, { reference: theirs });
    expect((await bank.accounts.closing(id, today)).ledger_balance).toBe(500);
    const unknown = bank.import('Date,Debit,Credit\n', { bank_account_id: 999_999 });
    expect(await unknown.status()).toBe(404);
  });

  it('keep their balances and their past when another one becomes the default', async () => {
    const former = await bank.accounts.default();
    const { id } = await add({ details: 'Account 2' });
    await importInto(id, 0, { amount: 70, reference: utr(), date: today });
    const [line] = (await bank.lines.list({ bank_account_id: id })).data;
    await bank.lines.charge(line!.id).status();
    await bank.lines.credit(line!.id, shop.client.id);
    const ledgerOf = async (account: number) =>
      (await bank.accounts.closing(account, today)).ledger_balance;
    const before = [await ledgerOf(former.id), await ledgerOf(id)];
    expect(await bank.accounts.makeDefault(id)).toMatchObject({ is_default: true });
    await bank.accounts.makeDefault(id);
    expect([await ledgerOf(former.id), await ledgerOf(id)]).toEqual(before);
    expect(await printed()).toBe('Account 2');
    await bank.receipts.record(shop.client.id, 5);
    expect([await ledgerOf(former.id), await ledgerOf(id)]).toEqual([before[0], before[1]! + 5]);
    const [first, ...others] = (await bank.accounts.list()).map((account) => account.is_default);
    expect([first, new Set(others)]).toEqual([true, new Set([false])]);
    await bank.accounts.makeDefault(former.id);
  });

  it('become the default in the order of the calls', async () => {
    const former = await bank.accounts.default();
    const added = [(await add()).id, (await add()).id];
    const calls = added.map((id) => async () => bank.accounts.makeDefault(id).status());
    const lock = rowLock('bank_accounts', former.id);
    expect(await whileQueued(app, lock, calls)).toEqual([200, 200]);
    expect((await bank.accounts.default()).id).toBe(added[1]);
    await bank.accounts.makeDefault(former.id);
  });

  it('do not include cash, which has an account of its own', async () => {
    const { id } = await bank.accounts.default();
    const before = (await bank.accounts.closing(id, today)).ledger_balance;
    await bank.receipts.record(shop.client.id, 300, { source: 'cash' });
    expect((await bank.accounts.closing(id, today)).ledger_balance).toBe(before);
    expect(await ledgerSum('cash')).toBe(300);
  });
});

describe('the closing of a day', () => {
  let account: number;
  beforeEach(async () => {
    account = (await add()).id;
  });
  const closing = (date = today) => bank.accounts.closing(account, date);
  const balances = (ledger_balance: number, bank_balance: number, unexplained = 0) => {
    return { ledger_balance, bank_balance, unexplained };
  };

  it('compares nothing before there is an opening balance or a statement', async () => {
    const nothing = { since: null, bank_balance: null, unexplained: null };
    expect(await closing()).toMatchObject({ ...nothing, ledger_balance: 0, ...NO_ROWS });
    expect(await bank.accounts.closing(999_999, today).status()).toBe(404);
    await bank.accounts.closing(account, '2026-02-30').expectProblems('date invalid_date');
  });

  it('has the balances of ledger and bank, and the lines between them', async () => {
    await bank.accounts.setOpening(account, dayBefore(3), 1_000);
    const [credited, open, returned] = [utr(), utr(), utr()];
    const movements = [
      { amount: 500, reference: credited, date: dayBefore(2) },
      { amount: 200, reference: open, date: dayBefore(2) },
      { amount: -23.6, description: 'CHARGES', reference: returned, date: dayBefore(1) },
    ];
    const report = await importInto(account, 1_000, ...movements);
    const sums = { opening_balance: 1_000, closing_balance: 1_676.4, money_in: 700 };
    expect(report).toMatchObject({ ...sums, money_out: 23.6, balance_problem: null, new_rows: 3 });
    await bank.lines.credit((await bank.lines.find(credited)).id, shop.client.id);
    const day = await closing();
    expect(day).toMatchObject({
      ...balances(1_500, 1_676.4),
      since: dayBefore(3),
      booked_only: [],
    });
    expect(day.bank_only.map(({ reference }) => reference)).toEqual([open, returned]);
    await bank.lines.charge((await bank.lines.find(returned)).id);
    await bank.lines.suspend((await bank.lines.find(open)).id);
    expect(await closing()).toMatchObject({ ...balances(1_676.4, 1_676.4), ...NO_ROWS });
    // On the days before, the bank already had what was recorded today.
    expect(await closing(dayBefore(2))).toMatchObject({
      ...balances(1_000, 1_700),
      booked_only: [],
      bank_only: [{ reference: credited }, { reference: open }],
    });
    expect(await closing(dayBefore(4))).toMatchObject({ since: null, bank_balance: null });
  });

  it('says what neither list explains, such as a statement that is missing', async () => {
    await bank.accounts.setOpening(account, dayBefore(3), 1_000);
    await importInto(account, 1_200, { amount: 50, reference: utr(), date: dayBefore(1) });
    const bank_only = [{ amount: 50 }];
    expect(await closing()).toMatchObject({ ...balances(1_000, 1_250, -200), bank_only });
  });

  it('lists 500 rows a side and explains the difference by all of them', async () => {
    const lines = Array.from({ length: 501 }, () => ({ amount: 1, date: dayBefore(1) }));
    await importInto(account, 0, ...lines);
    const { bank_only, ...day } = await closing();
    expect(bank_only).toHaveLength(500);
    expect(day).toMatchObject(balances(0, 501));
    await bank.accounts.setOpening(account, today, 501);
    await app.sql`WITH journals AS (
        INSERT INTO ledger_journals (kind, key, actor) SELECT 'suspense', 'suspense:line:' || id, 'test'
          FROM statement_lines WHERE bank_account_id = ${account} RETURNING id, key
      ), postings AS (
        INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor)
          SELECT j.id, a.line, a.id, CASE a.line WHEN 1 THEN 100 ELSE -100 END FROM journals j, (
            SELECT id, row_number() OVER (ORDER BY kind DESC) AS line FROM ledger_accounts
            WHERE kind = 'suspense' OR kind = 'bank_account' AND owner_id = ${account}
          ) a
      ) UPDATE statement_lines l SET suspense_journal_id = j.id FROM journals j WHERE j.key = 'suspense:line:' || l.id`;
    const { booked_only, ...later } = await closing();
    expect(booked_only).toHaveLength(500);
    expect(later).toMatchObject(balances(1_002, 501));
  });

  it('lists recorded money that is on no statement, but no receipt that was reversed', async () => {
    const former = await bank.accounts.default();
    await bank.accounts.makeDefault(account);
    await bank.accounts.setOpening(account, today, 0);
    const reference = utr();
    await bank.receipts.record(shop.client.id, 300, { reference });
    await bank.wallets.payOut(shop.client.id, 100, { reference: unique('OUT') });
    const { id } = await bank.receipts.record(shop.client.id, 50);
    await bank.receipts.reverse(id);
    expect(await closing()).toMatchObject({
      ...balances(200, 0),
      booked_only: [
        { kind: 'receipt', amount: 300, reference },
        { kind: 'payout', amount: -100 },
      ],
    });
    await bank.accounts.makeDefault(former.id);
  });

  it('begins with an opening balance that is a journal of the ledger, once', async () => {
    const booked = async (): Promise<number> => {
      const row = await app.row<{ sum: number }>`
        SELECT -sum(p.amount_minor)::bigint AS sum FROM ledger_postings p
          JOIN ledger_accounts a ON a.id = p.account_id WHERE a.owner_id = ${account}`;
      return row.sum / 100;
    };
    for (const balance of [5_000, 5_000, 4_000.5]) {
      const opened = await bank.accounts.setOpening(account, today, balance);
      expect(opened).toMatchObject({ opened_on: today, opening_balance: balance });
      expect(await booked()).toBe(balance);
    }
    // What came in since is not part of an earlier balance.
    const reference = utr();
    await importInto(account, 4_000.5, { amount: 300, reference, date: today });
    await bank.lines.credit((await bank.lines.find(reference)).id, shop.client.id);
    await bank.accounts.setOpening(account, dayBefore(1), 1_000);
    expect(await booked()).toBe(1_300);
  });

  it('has an opening balance next to what the account holds already, alone, and refuses one of a day to come', async () => {
    const { id } = await bank.accounts.default();
    await bank.receipts.record(shop.client.id, 300);
    await bank.accounts.setOpening(id, today, 4_000.5);
    // What other accounts hold is no part of it.
    const { held } = await app.row<{ held: number }>`
      SELECT -sum(p.amount_minor)::bigint AS held FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
        JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'bank'
        WHERE j.at < ${dayPeriod(today).from} OR j.key LIKE 'opening:bank:%'`;
    expect(held).toBe(400_050);
    const { ledger_balance: before } = await bank.accounts.closing(id, today);
    await bank.accounts.setOpening(id, today, 4_001.5);
    expect((await bank.accounts.closing(id, today)).ledger_balance).toBe(before + 1);
    await bank.accounts.setOpening(id, dayBefore(-1), 5).expectProblems('date date_in_future');
  });
});
