import { unzipSync } from 'fflate';
import request from 'supertest';
import { dateInShop } from '../../src/platform/time-zone.js';
import { financialYearOf } from '../../src/tax/documents/numbers/document-number.js';
import { SHEETS } from '../../src/tax/india/gstr1/gstr1-sheets.js';
import { OPERATOR, TestApp } from '../support/app.js';
import { statusesOf } from '../support/call.js';
import { whileLocked } from '../support/database/locks.js';
import { Admin } from '../support/shop/admin.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { KARNATAKA, MAHARASHTRA, TaxAdmin } from '../support/tax/tax-admin.js';
import { unitsOfLines } from '../support/tax/taxed-order.js';

const TODAY = dateInShop(new Date());
const MONTH = TODAY.slice(0, 7);
/** Computes the first day of the month that is some months later. */
const firstDay = (later: number): string => {
  const [year, month] = MONTH.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
};
const LAST_MONTH = firstDay(-1).slice(0, 7);

const app = await TestApp.start();
const [admin, tax] = [new Admin(app), new TaxAdmin(app)];
const shop = await givenShop(app);
const made = { hsn: '7323', gstRateBp: 1_800, basePriceMinor: 118_00 };
const { sku } = await givenProduct(app, made);

const givenShipment = (quantity = 1) => givenOrderOf(shop, sku, quantity, 'pay', 'ship');
const get = (query: string) => app.admin('get', `reports/gstr1?${query}`);
const download = (query: string) =>
  request(app.server).get(`/admin/reports/gstr1?${query}`).set(OPERATOR);
const checks = (month = MONTH) => tax.call('checkGstReturn', { month });
const file = (month: unknown) => tax.call('fileGstReturn', { month });

describe('the GST month', () => {
  it('needs a tax profile', async () => {
    for (const call of [get(`month=${MONTH}`), get(`month=${MONTH}&format=csv`)]) {
      expect((await call.expect(404)).body).toMatchObject({ code: 'tax_profile_missing' });
    }
    await checks().refused(404);
    await file(LAST_MONTH).refused(404);
  });

  it('has the documents of shipments and refunds', async () => {
    await tax.putProfile();
    await tax.changeClient(shop.client.id, KARNATAKA);
    const order = await givenShipment(2);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 118 });
    await tax.changeClient(shop.client.id, { ...MAHARASHTRA, gstin: null });
    await givenShipment();
    await admin.products.change(sku, { gst_unit: 'DOZ' });
    await givenShipment(3);
    const { body, headers } = await get(`month=${MONTH}`).expect(200);
    const [year, month] = MONTH.split('-') as [string, string];
    expect(headers['content-disposition']).toBe(`attachment; filename="gstr1-${MONTH}.json"`);
    expect(body).toMatchObject({
      gstin: '27AAPFU0939F1ZV',
      fp: `${month}${year}`,
      b2b: [{ ctin: KARNATAKA.gstin, inv: [{ pos: '29', inv_typ: 'R' }] }],
      cdnr: [{ ctin: KARNATAKA.gstin, nt: [{ ntty: 'C', val: 118 }] }],
      b2cs: [{ sply_ty: 'INTRA', pos: '27', rt: 18 }],
      hsn: {
        hsn_b2b: [{ hsn_sc: '7323', uqc: 'PCS' }],
        hsn_b2c: [
          { hsn_sc: '7323', uqc: 'DOZ', qty: 3 },
          { hsn_sc: '7323', uqc: 'PCS', qty: 1 },
        ],
      },
      doc_issue: { doc_det: [{ doc_num: 1 }, { doc_num: 5 }] },
    });
    const { data } = await tax.documents();
    const signed = data.map((of) => (of.kind === 'invoice' ? of.taxable! : -of.taxable!));
    const taxable = signed.reduce((sum, one) => sum + one);
    const found = await checks();
    const none = { errors: 0, findings: [], filing: null };
    expect(found).toMatchObject({ month: MONTH, documents: 4, ...none });
    expect(found.rates).toMatchObject([{ rate: 18 }]);
    expect(found.rates[0]!.tables).toEqual(found.rates[0]!.hsn);
    expect(found.rates[0]!.tables.taxable).toBeCloseTo(taxable, 5);
  });

  it('is a sheet, or an archive of all sheets', async () => {
    const csv = await download(`month=${MONTH}&format=csv&sheet=b2cs`).expect(200);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text).toMatch(/^Type,Place Of Supply[^\r]*\r\nOE,27-Maharashtra,,18\.00[^\r]*\r\n$/);
    const zip = await download(`month=${MONTH}&format=csv`).responseType('blob').expect(200);
    expect(zip.headers['content-type']).toBe('application/zip');
    const files = unzipSync(zip.body as Buffer);
    expect(Object.keys(files)).toEqual(SHEETS.map((sheet) => `${sheet}.csv`));
    expect(Buffer.from(files['b2cs.csv']!).toString()).toBe(csv.text);
  });

  it('reads a month of several pages in the order of its days', async () => {
    await tax.catchUp('WS', (await tax.series())[0]!.financial_year, 1_200);
    expect(await checks()).toMatchObject({ documents: 4, canceled: 1_197, errors: 0 });
  });

  it('names its errors before 500 warnings', async () => {
    const { content } = (await tax.ofOrder(await givenShipment()))[0]!;
    const { number, recipient } = content!;
    const address = { ...recipient.address!, pincode: '560001' };
    await tax.copy(number, 500, { recipient: { ...recipient, address } });
    await tax.copy(number, 1, { place_of_supply: { state: '29', name: 'Karnataka' } });
    const { errors, warnings, findings } = await checks();
    expect([errors, warnings, findings.length]).toEqual([1, 500, 500]);
    expect(findings[0]).toMatchObject({ severity: 'error', code: 'tax_kind_wrong' });
  });
});

const query = (statement: string) => app.dataSource.query<unknown>(statement);
/** Writes the statement that files any month. Documents get later days. */
const filingOf = (month: string) =>
  `INSERT INTO gst_filings (month, gstin, documents, filed_by) VALUES ('${month}', '', 0, 'a test') ON CONFLICT DO NOTHING`;
const fileAnyway = (month: string) => query(filingOf(month));
/** Writes the statement that adds a canceled number to a series, as the next one of the day's financial year. */
const canceled = (series: string, day: string) =>
  `INSERT INTO tax_documents (kind, series, financial_year, number, document_number, issued_on, total_minor,
      taxable_minor, cgst_minor, sgst_minor, igst_minor, content)
    SELECT 'canceled', series, financial_year, last_number + 1, series, '${day}', 0, 0, 0, 0, 0, '{}'
    FROM document_series WHERE series = '${series}' AND financial_year = financial_year('${day}')`;

describe('a GST month that was filed', () => {
  it('is over, and is filed once: who, when, and an entry in the audit log', async () => {
    await file(MONTH).expectProblems('month not_over');
    await app.sql`UPDATE tax_profiles SET effective_from = effective_from - interval '3 months'`;
    const filing = await file(LAST_MONTH);
    const filed = { gstin: '27AAPFU0939F1ZV', documents: 0, filed_by: 'operator' };
    expect(filing).toMatchObject({ month: LAST_MONTH, ...filed });
    const again = await file(LAST_MONTH).expect(200);
    expect(again.body).toEqual({ success: true, data: filing });
    expect((await checks(LAST_MONTH)).filing).toEqual(filing);
    const { data } = await admin.audit.list({ limit: 500 });
    expect(data.filter(({ action }) => action === 'gst_return.filed')).toMatchObject([
      { subject: `GST return ${LAST_MONTH}`, after: { documents: 0 } },
    ]);
  });

  it('is filed once by two people at once', async () => {
    const earlier = firstDay(-2).slice(0, 7);
    expect(await statusesOf(file(earlier), file(earlier))).toEqual([200, 201]);
  });

  it('waits for the documents that are being issued', async () => {
    const earlier = firstDay(-3).slice(0, 7);
    await app.sql`UPDATE tax_profiles SET effective_from = effective_from - interval '3 months'`;
    const lock = `SELECT FROM reserve_document_number('QQ', '${earlier}-15')`;
    const locked = { lock, waiting: 1, before: canceled('QQ', `${earlier}-15`) };
    const filing = await whileLocked(app, locked, async () => file(earlier));
    expect(filing.documents).toBe(1);
  });

  it('gets no document any more: not by a clock that went back, and not by numbers printed before', async () => {
    // As if the clock had been in the next month, and went back.
    await fileAnyway(MONTH);
    const order = await givenShipment();
    expect((await tax.ofOrder(order))[0]!.issued_on).toBe(firstDay(1));
    expect((await checks()).documents).toBe(506);
    await expect(query(canceled('CN', TODAY))).rejects.toThrow('filed month');
    await expect(app.sql`DELETE FROM gst_filings`).rejects.toThrow('append-only');
    const year = Number(TODAY.slice(2, 4)) - (TODAY.slice(5) < '04' ? 2 : 1);
    const before = `${year}${year + 1}`;
    await fileAnyway(`20${year + 1}-03`);
    // As if the profile had been in force then.
    await app.sql`UPDATE tax_profiles SET effective_from = ${`20${year}-04-01`}::date`;
    await tax.catchUp('WS', before, 3).expectRefusal(409, 'month_filed');
  });

  it('changes the credit notes of a refund under way, and all that was refunded is credited', async () => {
    const year = 2000 + Number(financialYearOf(firstDay(1)).slice(2));
    const given = () => givenOrderOf(shop, sku, 2, 'pay');
    const orders = [await given(), await given()];
    for (const order of orders) await admin.orders.ship(order, unitsOfLines(1));
    await fileAnyway(`${year}-03`);
    for (const order of orders) await admin.orders.ship(order);
    // The tax of the first invoices can be taken back until then, that of the second ones a year longer.
    await fileAnyway(`${year}-11`);
    const credit = async (order: string) => {
      await admin.orders.return(order);
      await admin.orders.refund(order);
      const [first, second, ...notes] = await tax.ofOrder(order);
      expect(notes.map(({ total }) => total)).toEqual([first!.total, second!.total]);
      return notes.map(({ content }) => content!.is_with_tax);
    };
    expect(await credit(orders[0]!)).toEqual([false, true]);
    // That year ends between the two notes.
    const after = 'CREATE RULE after AS ON INSERT TO tax_documents DO ALSO';
    await query(`${after} ${filingOf(`${year + 1}-11`)}`);
    expect(await credit(orders[1]!)).toEqual([false, false]);
    expect(await app.sql`SELECT * FROM credit_note_faults()`).toEqual([]);
  });
});
