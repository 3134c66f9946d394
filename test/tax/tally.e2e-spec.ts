import { dateInShop } from '../../src/platform/time-zone.js';
import { Admin } from '../support/shop/admin.js';
import { givenDemoSuite } from '../support/shop/demo.js';
import { givenClient } from '../support/shop/given.js';
import { readLedgers, readVouchers, type Voucher } from '../support/money/tally-file.js';
import { TaxAdmin } from '../support/tax/tax-admin.js';

const { app } = await givenDemoSuite();
const [admin, tax] = [new Admin(app), new TaxAdmin(app)];
const THIS_MONTH = dateInShop(new Date()).slice(0, 7);
const months = await app.sql<{ month: string }>`
  SELECT DISTINCT to_char(at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS month FROM ledger_journals ORDER BY 1`;
const MONTHS = months.map(({ month }) => month);

const fileOf = async (month: string) => {
  const path = `reports/tally?month=${month}`;
  const { headers, body } = await app.admin('get', path).responseType('blob').expect(200);
  return { name: headers['content-disposition'], vouchers: readVouchers(String(body)) };
};
const mastersOf = async () =>
  readLedgers(
    String((await app.admin('get', 'reports/tally/masters').responseType('blob').expect(200)).body),
  );
const checksOf = (month: string) => tax.call('checkTallyMonth', { month });
const setFrom = (from_month: string | null) => admin.call('putSalesVouchers', { from_month });
const paise = (amount: string | number): number => Math.round(Number(amount) * 100);
/** Sums the entries of vouchers by ledger, in paise; negative: a debit. */
const sumsOf = (vouchers: readonly Voucher[]) => {
  const sums = new Map<string, number>();
  for (const [ledger, , amount] of vouchers.flatMap(({ entries }) => entries)) {
    sums.set(ledger, (sums.get(ledger) ?? 0) + paise(amount));
  }
  return sums;
};
const isDocument = ({ type }: Voucher) => type === 'Sales' || type === 'Credit Note';

describe('the books of a month for Tally', () => {
  it('are journals for auditors until a month is chosen, and then in one form only', async () => {
    const month = MONTHS.at(-1)!;
    const journals = (of: string) => app.admin('get', `ledger/export?month=${of}&format=tally`);
    expect(await admin.call('getSalesVouchers')).toEqual({ from_month: null });
    expect(await checksOf(month)).toMatchObject({ with_sales: false, from_month: null });
    const path = `reports/tally?month=${month}`;
    expect((await app.admin('get', path).expect(422)).body).toMatchObject({
      errors: [{ field: 'month', code: 'no_sales_vouchers' }],
    });
    await journals(month).expect(200);

    expect(await setFrom(month)).toEqual({ from_month: month });
    await app.admin('get', path).expect(200);
    expect((await journals(month).expect(422)).body).toMatchObject({
      errors: [{ field: 'month', code: 'sales_vouchers' }],
    });
    await journals(MONTHS[0]!).expect(200);
    await app.admin('get', `reports/tally?month=${MONTHS[0]}`).expect(422);
    const { data } = await admin.audit.list({ limit: 1 });
    expect(data).toMatchObject([
      { action: 'sales_vouchers.changed', after: { from_month: month } },
    ]);
    expect(await admin.call('putSalesVouchers', { from_month: '2026-13' }).problems()).toEqual([
      'from_month invalid_month',
    ]);
  });

  it('have vouchers that balance, are the documents of the month, and equal its GST return by rate', async () => {
    await setFrom(MONTHS[0]!);
    let documents = 0;
    for (const month of MONTHS) {
      const { name, vouchers } = await fileOf(month);
      const end = month === THIS_MONTH ? '-so-far.xml' : '.xml';
      expect(name).toBe(`attachment; filename="tally-${month}${end}"`);
      for (const { number, entries } of vouchers) {
        const total = entries.reduce((sum, [, , amount]) => sum + paise(amount), 0);
        expect([number, total]).toEqual([number, 0]);
      }
      const stored = await app.sql<{ number: string; kind: string; total: number }>`
        SELECT document_number AS number, kind, total_minor AS total FROM tax_documents
        WHERE to_char(issued_on, 'YYYY-MM') = ${month} AND kind <> 'canceled' ORDER BY document_number`;
      const written = vouchers
        .filter(isDocument)
        .map(({ number, type, party, entries }) => ({
          number,
          type,
          total: Math.abs(paise(entries.find(([ledger]) => ledger === party)![2])),
        }));
      expect(written.sort((a, b) => (a.number < b.number ? -1 : 1))).toEqual(
        stored.map(({ number, kind, total }) => ({
          number,
          type: kind === 'credit_note' ? 'Credit Note' : 'Sales',
          total,
        })),
      );
      documents += stored.length;

      const sums = sumsOf(vouchers.filter(isDocument));
      const { rates } = await checksOf(month);
      const returned = await tax.call('checkGstReturn', { month });
      expect(rates).toEqual(returned.rates.map(({ rate, tables }) => ({ rate, ...tables })));
      for (const { rate, taxable } of rates) {
        expect([rate, sums.get(`Sales ${rate} %`) ?? 0]).toEqual([rate, paise(taxable)]);
      }
      for (const kind of ['cgst', 'sgst', 'igst'] as const) {
        const tax = rates.reduce((sum, row) => sum + paise(row[kind]), 0);
        expect([kind, sums.get(`Output ${kind.toUpperCase()}`) ?? 0]).toEqual([kind, tax]);
      }
    }
    expect(documents).toBeGreaterThan(200);
  });

  it('put the accounts of finance into the groups of their kind', async () => {
    const groups = new Map(await mastersOf());
    const names = ['Expenses', 'Interest', 'Taxes', 'Loans', 'Drawings'];
    expect([...names, 'Transfers between own accounts'].map((name) => groups.get(name))).toEqual([
      ...['Indirect Expenses', 'Indirect Incomes', 'Duties & Taxes'],
      ...['Loans (Liability)', 'Capital Account', 'Current Assets'],
    ]);
  });

  it('leave each client with what it owes, less its wallet and what is paid but not invoiced', async () => {
    const files = await Promise.all(MONTHS.map(fileOf));
    const vouchers = files.flatMap((file) => file.vouchers);
    const ledgers = new Map(await mastersOf());
    let parties = 0;
    for (const [ledger, sum] of sumsOf(vouchers)) {
      expect([ledger, ledgers.has(ledger)]).toEqual([ledger, true]);
      if (ledgers.get(ledger) === 'Sundry Debtors') parties += sum;
    }
    const { balance } = await app.row<{ balance: number }>`
      SELECT sum(balance_minor)::bigint AS balance FROM ledger_accounts
      WHERE kind IN ('client_wallet', 'client_debt', 'client_credit')`;
    const { paid_not_invoiced } = await checksOf(MONTHS.at(-1)!);
    expect(parties).toBe(balance + paise(paid_not_invoiced));
    expect(paise(paid_not_invoiced)).toBeGreaterThan(0);
  });

  it('name the invoices that a credit note corrects', async () => {
    const files = await Promise.all(MONTHS.map(fileOf));
    const notes = files
      .flatMap((file) => file.vouchers)
      .filter(({ type }) => type === 'Credit Note');
    expect(notes.length).toBeGreaterThan(5);
    for (const { reference, narration } of notes) {
      expect(reference).toMatch(/^(WS|BS)-\d{4}-\d{6}/);
      expect(narration).toContain(`corrects ${reference}`);
    }
  });

  it('have a ledger for each client, with the GSTIN if an earlier one has the name', async () => {
    const name = 'Śri & "Co" <x> कंपनी';
    const [one, two] = [await givenClient(app), await givenClient(app)];
    await admin.clients.change(one.id, { name });
    await tax.changeClient(two.id, { gstin: '29AAPFU0939F1ZR' });
    await admin.clients.change(two.id, { name: name.toUpperCase() });
    const cash = await givenClient(app);
    await admin.clients.change(cash.id, { name: 'cash' });
    const parties = (await mastersOf()).filter(([, group]) => group === 'Sundry Debtors');
    const id = (client: { id: number }) => `CL${String(client.id).padStart(6, '0')}`;
    expect(parties.map(([ledger]) => ledger)).toEqual(
      expect.arrayContaining([
        name,
        `${name.toUpperCase()} (29AAPFU0939F1ZR)`,
        `cash (${id(cash)})`,
      ]),
    );
  });

  it('say what is missing: shipments without an invoice, and documents after the closing', async () => {
    // Shipped from its first day on, unlike the month in which the demo begins.
    const month = MONTHS[1]!;
    expect((await checksOf(month)).problems).toEqual([]);
    await app.sql`INSERT INTO uninvoiced_shipments (shipment_id, order_number, client_id, problems, shipped_at)
      SELECT s.id, o.order_number, o.client_id, '[]', s.shipped_at FROM shipments s JOIN orders o ON o.id = s.order_id
      WHERE to_char(s.shipped_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') = ${month} ORDER BY s.id LIMIT 1`;
    expect((await checksOf(month)).problems).toEqual([
      { code: 'shipments_without_invoice', count: 1 },
    ]);
    await admin.call('closeMonth', { month });
    await app.sql`SET session_replication_role = replica;
      UPDATE closed_months SET closed_at = '2020-01-01'; RESET session_replication_role`;
    expect((await checksOf(month)).problems).toEqual([
      { code: 'shipments_without_invoice', count: 1 },
      { code: 'documents_after_closing', count: expect.any(Number) },
    ]);
  });
});
