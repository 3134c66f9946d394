import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import type { DocumentLine } from '../../src/tax/documents/document-content.js';
import { sumsOf } from '../../src/tax/documents/document-sums.js';
import { splitTax } from '../../src/tax/documents/tax-split.js';
import { afterUnchecked, execute } from '../support/database/database.js';
import { givenProduct } from '../support/shop/given.js';
import { DrawnOrder } from '../support/tax/drawn-order.js';
import { givenReturnedGoods, givenTaxedOrder, unitsOfLines } from '../support/tax/taxed-order.js';
import {
  KARNATAKA,
  MAHARASHTRA,
  startTaxSuite,
  tax,
  TAX_PROFILE,
} from '../support/tax/tax-admin.js';
import { admin, app, shop } from '../support/money/suite.js';

// To repeat a failure: HISTORY_SEED as the failed test names it.
const seed = Number(process.env.HISTORY_SEED ?? randomInt(2 ** 31));
const HISTORIES = 16;
/** Maximum number of events of an order. */
const STEPS_MAX = 15;

startTaxSuite();
beforeAll(async () => tax.putProfile());
beforeEach(async () => tax.changeClient(shop.client.id, KARNATAKA));

/** Lists the lines of an order's credit notes, note by note: line of the order, units, amount and tax in paise. */
const credited = async (order: string) =>
  (await tax.ofOrder(order))
    .filter(({ kind }) => kind === 'credit_note')
    .map(({ content }) => content!.lines)
    .map((lines) => lines.map((of) => [of.order_line, of.units, of.gross_minor, of.igst_minor]));

describe('the credit notes of goods that came back', () => {
  it('take back their tax, and none of what the client kept', async () => {
    const order = await givenReturnedGoods(shop);
    await admin.orders.refund(order, { amount: 10_000 });
    expect(await credited(order)).toEqual([[[2, 10, 1_000_000, 152_542]]]);
  });

  it('take it back within the state as well', async () => {
    await tax.changeClient(shop.client.id, { ...MAHARASHTRA, gstin: null });
    const order = await givenReturnedGoods(shop);
    await admin.orders.refund(order, { amount: 10_000 });
    const [, note] = await tax.ofOrder(order);
    expect(note!.tax).toEqual({ cgst: 762.71, sgst: 762.71, igst: 0 });
  });

  it('name the units once, however often they are refunded in parts', async () => {
    const order = await givenReturnedGoods(shop);
    await admin.orders.refund(order, { amount: 4_000 });
    await admin.orders.refund(order, { amount: 6_000 });
    expect(await credited(order)).toEqual([
      [[2, 10, 400_000, 61_017]],
      [[2, null, 600_000, 91_525]],
    ]);
  });

  it('name the units that are inspected later', async () => {
    const order = await givenReturnedGoods(shop, { inspected: 4 });
    await admin.orders.refund(order, { amount: 4_000 });
    await admin.orders.inspect(order, [{ line: 2, good: 9, scrap: 1 }]);
    await admin.orders.refund(order, { amount: 6_000 });
    expect(await credited(order)).toEqual([[[2, 4, 400_000, 61_017]], [[2, 6, 600_000, 91_525]]]);
  });

  it('are taken from the invoices in their order, in proportion if the refund is smaller', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.ship(order, unitsOfLines(4, 2));
    await admin.orders.deliver(order);
    await admin.orders.recordReturn(order, [
      { line: 1, quantity: 8 },
      { line: 3, quantity: 7 },
    ]);
    await admin.orders.return(order);
    await admin.orders.inspect(order, [{ line: 1, good: 7, scrap: 1 }]);
    await admin.orders.refund(order, { amount: 998 });
    await admin.orders.inspect(order, [{ line: 3, good: 7, scrap: 0 }]);
    await admin.orders.refund(order, { amount: 998 + 233.31 });
    expect((await credited(order)).map((note) => note.map((line) => line.slice(0, 3)))).toEqual([
      [
        [1, 6, 74_850],
        [1, 2, 24_950],
      ],
      [
        [1, null, 74_850],
        [3, 7, 23_331],
        [1, null, 24_950],
      ],
    ]);
  });

  it('take back the delivery charge that the refund names, and nothing else of the other lines', async () => {
    const order = await givenReturnedGoods(shop, { delivery: 100 });
    const refund = { amount: 10_060, delivery: 60 };
    const { notes } = await admin.orders.previewRefund(order, refund);
    await admin.orders.refund(order, refund);
    const [, note] = await tax.ofOrder(order);
    expect(note!.content).toMatchObject({ ...notes[0], reason: 'Broken' });
    expect(
      note!.content!.lines.map((line) => [line.order_line, line.delivery_minor, line.gross_minor]),
    ).toEqual([
      [1, 3_000, 3_000],
      [2, 3_000, 1_003_000],
    ]);
    for (const wrong of [
      { amount: 50, delivery: 40.01 },
      { amount: 5, delivery: 10 },
    ]) {
      expect(await admin.orders.refund(order, wrong).problems()).toContain('delivery out_of_range');
    }
    await admin.orders.refund(order, { amount: 40, delivery: 40 });
    expect((await credited(order))[1]).toEqual([
      [1, null, 2_000, 95],
      [2, null, 2_000, 305],
    ]);
  });

  it('take the rest from what did not come back, and then from all', async () => {
    const order = await givenReturnedGoods(shop, { delivery: 100 });
    await admin.orders.refund(order, { amount: 10_030 });
    await admin.orders.refund(order, { amount: 70 });
    expect((await credited(order)).map((note) => note.map((line) => line.slice(0, 3)))).toEqual([
      [
        [1, null, 3_000],
        [2, 10, 1_000_000],
      ],
      [[1, null, 7_000]],
    ]);
  });
});

describe('the credit notes of refunds', () => {
  it('have one line for one returned line of sixty, however small the refund', async () => {
    const skus: string[] = [];
    for (let index = 0; index < 60; index++) {
      const basePriceMinor = 1_000 + 900 * index;
      skus.push((await givenProduct(app, { basePriceMinor, gstRateBp: 1_800, hsn: '8509' })).sku);
    }
    const order = await shop.orders.place(skus.map((sku) => ({ sku, quantity: 1 })));
    await admin.sell(order);
    await admin.orders.recordReturn(order, [{ line: 60, quantity: 1 }]);
    await admin.orders.return(order);
    await admin.orders.inspect(order, [{ line: 60, good: 1, scrap: 0 }]);
    await admin.orders.refund(order, { amount: 10 });
    expect(await credited(order)).toEqual([[[60, 1, 1_000, 153]]]);
  });

  it('are shown before they are issued, with the units that the refund restocks', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order);
    await admin.orders.return(order);
    const refund = { amount: 500, restock: [{ line: 2, quantity: 1 }] };
    const { notes } = await admin.orders.previewRefund(order, refund);
    expect(await credited(order)).toEqual([]);
    await admin.orders.refund(order, refund);
    expect(await credited(order)).toEqual([[[2, 1, 50_000, 7_627]]]);
    expect((await tax.ofOrder(order))[1]!.content).toMatchObject({ ...notes[0], reason: 'Broken' });
  });

  it('leave out what a close gave back, which was never invoiced', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(6, 1, 7));
    await admin.orders.close(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 1_000 });
    const [, note] = await tax.ofOrder(order);
    expect(note!.total).toBe(1_000);
    await admin.orders.refund(order);
    const [invoice, , rest] = await tax.ofOrder(order);
    expect(rest!.total).toBeCloseTo(invoice!.total - 1_000, 5);
  });

  it('are two after the GSTIN changed between two shipments', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(10));
    await tax.changeClient(shop.client.id, { ...MAHARASHTRA, gstin: '27AAACR5055K1Z7' });
    await admin.orders.ship(order);
    await admin.orders.return(order);
    await admin.orders.refund(order);
    const [first, second, ...notes] = await tax.ofOrder(order);
    const facts = ({ total, tax: taxes, content }: typeof first & object) => ({
      total,
      taxes,
      gstin: content!.recipient.gstin,
    });
    expect(notes.map(facts)).toEqual([first!, second!].map(facts));
  });

  it('wait for the invoice of goods that were shipped without one', async () => {
    await tax.putProfile({ on_missing: 'ship' });
    const b = await givenProduct(app, { basePriceMinor: 100_000, hsn: '8509', gstRateBp: 1_800 });
    const a = await givenProduct(app, { basePriceMinor: 100_000 });
    const order = await shop.orders.place([a, b].map(({ sku }) => ({ sku, quantity: 2 })));
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order, unitsOfLines(2));
    await admin.orders.ship(order);
    await admin.orders.recordReturn(order, [{ line: 1, quantity: 2 }]);
    await admin.orders.return(order);
    await admin.orders.inspect(order, [{ line: 1, good: 2, scrap: 0 }]);
    await admin.orders.refund(order, { amount: 2_000 });
    expect(await credited(order)).toEqual([]);
    await admin.products.change(a.sku, { hsn: '6109', gst_rate: 5 });
    await tax.invoice(order, shipments[0]!.id);
    expect(await credited(order)).toEqual([[[1, 2, 200_000, 9_524]]]);
    await tax.putProfile();
  });
});

it(`the documents of any order are those of an independent book (HISTORY_SEED=${seed})`, async () => {
  const histories = fc.asyncProperty(fc.gen(), async (gen) => {
    const order = await DrawnOrder.place(shop, (max) => gen(fc.nat, { max }));
    for (let steps = 0; steps < STEPS_MAX && (await order.step()); steps++);
  });
  await fc.assert(histories, { seed, numRuns: HISTORIES, endOnFailure: true });
  const month = TAX_PROFILE.effective_from.slice(0, 7);
  expect((await tax.call('checkGstReturn', { month })).findings).toEqual([]);
});

describe('stored credit notes', () => {
  it.each([
    [
      'credit note that is not spread as its rule says',
      "UPDATE tax_documents SET content = (content::jsonb - 'basis')::text WHERE kind = 'credit_note'",
    ],
    [
      'credit note that is not spread as its rule says',
      `UPDATE tax_documents SET content = jsonb_set(content::jsonb, '{lines,0,units}', '9')::text WHERE kind = 'credit_note'`,
    ],
    [
      'credit note for more units than came back, or at another price',
      'UPDATE order_items SET restocked_quantity = 8 WHERE restocked_quantity = 9',
    ],
    [
      'delivery charge that is refunded beyond the order, or credited beyond the refunds',
      'UPDATE orders SET refunded_delivery_minor = 1',
    ],
  ])('are recomputed: %s', async (rule, statement) => {
    const order = await givenReturnedGoods(shop);
    await admin.orders.refund(order, { amount: 10_000 });
    const [, note] = await tax.ofOrder(order);
    const faults = `SELECT subject FROM credit_note_faults() WHERE broken = '${rule}'`;
    const found = await afterUnchecked(app.connection, [statement], faults);
    const subject = rule.startsWith('credit note') ? note!.number : order;
    expect(found).toContainEqual({ subject });
  });

  it('credit notes of earlier releases stay, are recomputed by their rule, and are listed for the accountant', async () => {
    const order = await givenReturnedGoods(shop);
    await admin.orders.refund(order, { amount: 10_000 });
    const [invoice, note] = (await tax.ofOrder(order)).map(({ content }) => content!);
    const { basis: _basis, ...first } = note!;
    const lines = invoice!.lines.map((line): DocumentLine => {
      const { taxableMinor, igstMinor } = splitTax(500_000, line.rate_bp, 'inter_state');
      return {
        ...line,
        units: null,
        unit_price_minor: null,
        gross_minor: 500_000,
        taxable_minor: taxableMinor,
        igst_minor: igstMinor,
        credits: { number: invoice!.number, issued_on: invoice!.issued_on, line: line.line },
      };
    });
    const content = JSON.stringify({ ...first, lines, ...sumsOf(lines) });
    await execute(
      app.connection,
      'SET session_replication_role = replica',
      `UPDATE tax_documents SET content = '${content}', sha256 = sha256(prev_sha256 || '${content}'),
        taxable_minor = ${sumsOf(lines).taxable_minor}, igst_minor = ${sumsOf(lines).igst_minor}
        WHERE document_number = '${note!.number}'`,
      `UPDATE document_series SET last_sha256 = (SELECT sha256 FROM tax_documents WHERE document_number = '${note!.number}')
        WHERE series = 'CN'`,
    );
    const { text } = await app.admin('get', 'reports/credit-note-rules').expect(200);
    const own = text.split('\r\n').filter((row) => row.startsWith(order));
    expect(own.map((row) => row.split(',').slice(-9))).toEqual([
      ['6109', '500', '5000.00', '4761.90', '238.10', '0.00', '0.00', '0.00', '0'],
      ['8509', '1800', '5000.00', '4237.29', '762.71', '10000.00', '8474.58', '1525.42', '10'],
    ]);
    expect(own[0]).toContain(`,${invoice!.number},`);
  });
});
