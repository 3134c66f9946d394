import { KARNATAKA } from '../../support/tax/tax-admin.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { Admin } from '../../support/shop/admin.js';
import { TestApp } from '../../support/app.js';
import { allPages } from '../../support/call.js';
import { givenShop } from '../../support/shop/shop.js';
import { admin, app, startSuite } from '../../support/money/suite.js';
import { inDays } from '../../support/time.js';

/** Reads a CSV file of the Admin API as rows of cells; none of them is quoted. */
async function rowsOf(path: string): Promise<string[][]> {
  return (await admin.file(path)).map((line) => line.split(','));
}

/** Adds amounts in hundredths. */
function sumOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + Math.round(Number(cell) * 100), 0) / 100;
}

/** Computes the date of a number of days from now, in India. */
const day = (offset: number): string => dateInShop(inDays(offset));
const none = { count: 0, amount: 0 };

startSuite();

describe('the closing of a day', () => {
  it('sums the movements, and balances', async () => {
    const shop = await givenShop(app);
    const { id } = shop.client;
    const orders = [await shop.placeNew(), await shop.placeNew()];
    const [canceled = ''] = orders;
    await admin.receipts.record(id, 500, { orders });
    await admin.receipts.record(id, 20.5, { source: 'cash' });
    const mistake = await admin.receipts.record(id, 7, { source: 'other' });
    await admin.receipts.reverse(mistake.id);
    await admin.orders.cancel(canceled);
    await admin.wallets.payOut(id, 100);
    await admin.adjustments.make(id, -0.5);

    const report = await admin.reports.day({ date: day(0) });
    expect(report).toEqual({
      date: day(0),
      time_zone: 'Asia/Kolkata',
      from: `${day(-1)}T18:30:00.000Z`,
      to: `${day(0)}T18:30:00.000Z`,
      receipts: {
        bank: { count: 1, amount: 500 },
        cash: { count: 1, amount: 20.5 },
        other: { count: 1, amount: 7 },
        gateway: none,
      },
      reversals: { count: 1, amount: -7 },
      settles: { count: 2, amount: -220 },
      refunds: { count: 1, amount: 110 },
      payouts: { count: 1, amount: -100 },
      set_aside: none,
      adjustments: { count: 1, amount: -0.5 },
      openings: none,
      disputes: none,
      debts: none,
      credits: none,
      wallets: { opening: 0, closing: 310 },
      difference: 0,
      balanced: true,
    });
    const wallets = { opening: 310, closing: 310 };
    expect(await admin.reports.day({ date: day(1) })).toMatchObject({ wallets, settles: none });
    const empty = { wallets: { opening: 0, closing: 0 } };
    expect(await admin.reports.day({ date: day(-1) })).toMatchObject(empty);
  });

  it.each([
    ['2026-01-15', 'UTC', '2026-01-15T00:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['2026-01-15', 'Asia/Kolkata', '2026-01-14T18:30:00.000Z', '2026-01-15T18:30:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    // The clocks were put forward from midnight to one, and back from one to midnight.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['2025-11-02', 'America/Havana', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
  ])(
    'the closing of %s in %s begins and ends at midnight there',
    async (date, timeZone, from, to) => {
      const report = await admin.reports.day({ date, time_zone: timeZone });
      expect(report).toMatchObject({ date, time_zone: timeZone, from, to, balanced: true });
    },
  );

  it('has a CSV file whose lines add up to the closing balance', async () => {
    const [header, ...lines] = await rowsOf(`reports/day/export?date=${day(0)}`);
    expect(header).toEqual(['line', 'count', 'amount']);
    expect(lines[0]![0]).toBe('opening balance');
    expect(lines.at(-1)).toEqual(['closing balance', '', '310.00']);
    expect(lines).toContainEqual(['receipts: cash', '1', '20.50']);
    expect(sumOf(lines.slice(0, -1).map(([, , amount = '']) => amount))).toBe(310);
  });

  it('has the same amounts as the closing of its month, the statements of clients and their files', async () => {
    const month = day(0).slice(0, 7);
    const shop = await givenShop(app);
    const { id } = shop.client;
    const number = await shop.placeNew();
    await admin.receipts.record(id, 200, { orders: [number] });
    await admin.orders.cancel(number);
    await admin.wallets.payOut(id, 30);
    const { gstin } = await admin.clients.change(id, { gstin: KARNATAKA.gstin });

    const statement = await admin.wallets.statement(id, month);
    const sums = { opening: 0, received: 310, spent: 140, closing: 170 };
    expect(statement).toEqual({ month, ...sums, entries_count: 4 });
    const { data: clients } = await admin.reports.clients(month);
    expect(clients.find(({ client_id }) => client_id === id)).toMatchObject({
      gstin,
      opening: 0,
      received: 200,
      orders_paid: -110,
      refunds: 110,
      payouts: -30,
      adjustments: 0,
      closing: 170,
    });
    const list = (page: object) => admin.call('listMonthOfClients', { month, ...page });
    expect((await allPages(1, list)).flat()).toEqual(clients);
    const report = await admin.reports.month(month);
    const from = new Date(`${month}-01T00:00:00+05:30`).toISOString();
    expect(report).toMatchObject({ month, from, balanced: true });
    expect(sumOf(clients.map(({ closing }) => String(closing)))).toBe(report.wallets.closing);
    expect((await admin.wallets.entries(id, { month })).data[0]!.balance_after).toBe(170);
    expect((await admin.wallets.entries(id, { month: '2026-01' })).data).toEqual([]);

    const [header, ...rows] = await rowsOf(`reports/month/export?month=${month}`);
    expect(header!.at(-1)).toBe('closing');
    const own = rows.find(([client]) => client === String(id))!;
    const cells = Object.fromEntries(header!.map((name, index) => [name, own[index]]));
    expect(cells).toMatchObject({ orders_paid: '-110.00', payouts: '-30.00', adjustments: '0.00' });
    expect(sumOf(rows.map((row) => row.at(-1)!))).toBe(report.wallets.closing);
    for (const row of rows) expect(sumOf(row.slice(3, -1))).toBe(Number(row.at(-1)));
    const lines = await rowsOf(`clients/${id}/wallet/statement/export?month=${month}`);
    expect(lines.at(-1)!.slice(1)).toEqual(['closing balance', '', '', '', '', '170.00']);
  });
});

describe('a report', () => {
  it('refuses unknown clients', async () => {
    await admin.wallets.statement(999_999, '2026-01').expectRefusal(404, 'client_not_found');
  });

  it('does not balance if a posting is missing', async () => {
    // The seal of the broken journal stays, so this needs books of its own.
    const broken = await TestApp.start();
    const shop = await givenShop(broken);
    await broken.dataSource.query(
      `SET session_replication_role = replica;
        INSERT INTO ledger_accounts (kind, client_id, balance_minor) VALUES ('client_wallet', ${shop.client.id}, 9);
        INSERT INTO ledger_journals (kind, key, actor) VALUES ('adjustment', 'broken', 'test');
        INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
          SELECT j.id, 1, a.id, 5, 9 FROM ledger_journals j, ledger_accounts a
          WHERE j.key = 'broken' AND a.client_id = ${shop.client.id};
        RESET session_replication_role`,
    );
    const report = await new Admin(broken).reports.day({ date: day(0) });
    await broken.stop();
    expect(report).toMatchObject({ difference: 0.04, balanced: false });
  });

  it.each([
    ['date', 'invalid_date', ['date=today', 'date=2026-1-1', 'date=9999-12-31']],
    ['time_zone', 'unknown_value', ['date=2026-01-01&time_zone=%2B05:30']],
  ])('refuses a wrong %s: %s', async (field, code, queries) => {
    for (const query of queries) await admin.reports.day(query).expectProblems(`${field} ${code}`);
  });
});
