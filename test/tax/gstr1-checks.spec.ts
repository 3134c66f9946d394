import type { CheckCode } from '../../src/tax/india/gstr1/document-checks.js';
import {
  checkMonth,
  LISTED_FINDINGS_MAX,
  rateFindings,
  type MonthChecks,
} from '../../src/tax/india/gstr1/month-checks.js';
import type { IssuedDocument, MonthDocument } from '../../src/tax/india/gstr1/month-document.js';
import type { DocumentContent, DocumentLine } from '../../src/tax/documents/document-content.js';
import {
  AT_HOME,
  canceledOf,
  CHENNAI,
  invoiceOf,
  KARNATAKA,
  KARNATAKA_GSTIN,
  MAHARASHTRA,
  noteOf,
  pagesOf,
  SUPPLIER_GSTIN,
} from '../support/tax/documents.js';

const checked = (documents: readonly MonthDocument[]): Promise<MonthChecks> =>
  checkMonth(pagesOf(documents), { gstin: SUPPLIER_GSTIN, hsnDigits: 6 });

const goods = [
  { units: 3, unitPriceMinor: 249_50, rateBp: 500 },
  { units: 1, unitPriceMinor: 33_33, rateBp: 1800 },
];
const invoice = invoiceOf({ position: 1, client: MAHARASHTRA, goods });
const { supplier, recipient } = invoice.content;
const ELSEWHERE = { ...supplier, gstin: KARNATAKA_GSTIN };
const MISTYPED = { ...recipient, gstin: '27AAPFU0939F1ZO' };
const MOVED = { ...recipient, address: { ...recipient.address!, pincode: '560001' } };
const PLACE = { state: '29', name: 'Karnataka' };
const UNTAXED = { taxable_minor: 748_50, cgst_minor: 0, sgst_minor: 0 };

/** Changes an invoice as no code of the product would. */
function broken(change: Partial<DocumentContent>, line: Partial<DocumentLine> = {}) {
  const [first, ...others] = invoice.content.lines;
  return {
    ...invoice,
    content: { ...invoice.content, lines: [{ ...first!, ...line }, ...others], ...change },
  };
}

describe('the checks of a month', () => {
  it('find nothing in documents of every kind, and compare each rate with the HSN summary', async () => {
    const abroad = invoiceOf({ position: 2, client: KARNATAKA, goods });
    const sez = { ...MAHARASHTRA, sez: 'without_payment' as const };
    const checks = await checked([
      ...[invoice, abroad, noteOf([invoice], 400_00, { position: 1 })],
      noteOf([abroad], 1, { position: 2 }),
      noteOf([abroad], 100_00, { position: 3, isWithTax: false }),
      canceledOf('invoice', 'WS', 3),
      invoiceOf({ position: 4, client: sez, goods }),
      invoiceOf({ position: 5, client: CHENNAI, goods }),
      invoiceOf({ position: 6, client: AT_HOME, goods }),
    ]);
    const counts = { documents: 8, canceled: 1, errors: 0, warnings: 0 };
    expect(checks).toMatchObject({ ...counts, findings: [] });
    expect(checks.rates.map(({ tables }) => tables.rateBp)).toEqual([500, 1800]);
    for (const { tables, hsn } of checks.rates) {
      expect(tables).toEqual(hsn);
      expect(tables.sgstMinor).toBe(tables.cgstMinor);
    }
  });

  it.each<[CheckCode, string, IssuedDocument]>([
    ['another_registration', 'belongs to another return', broken({ supplier: ELSEWHERE })],
    ['sums_differ', 'not those of its lines', broken({ cgst_minor: 1 })],
    ['sums_differ', 'Line 1 (SKU-1) has amounts', broken({}, { unit: 'NOS', gross_minor: 1 })],
    ['tax_differs', 'Line 1 (SKU-1) has tax that is not 5 %', broken({}, UNTAXED)],
    ['tax_kind_wrong', 'charged with CGST and SGST', broken({ supply: 'inter_state' })],
    ['gstin_invalid', 'is not valid', broken({ recipient: MISTYPED })],
    [
      'gstin_invalid',
      'not of the place of supply, 29 Karnataka',
      broken({ place_of_supply: PLACE }),
    ],
    ['hsn_invalid', 'HSN "00"', broken({}, { hsn: '00' })],
    ['hsn_too_short', '6 digits are required', broken({}, { hsn: '9405' })],
    ['unit_unknown', 'unit ""', broken({}, { unit: '' })],
    [
      'pin_of_another_state',
      'PIN 560001 does not look like one of 27',
      broken({ recipient: MOVED }),
    ],
  ])('find %s: %s', async (code, message, document) => {
    const { findings } = await checked([document]);
    const told = expect.stringContaining(message);
    expect(findings).toContainEqual({ code, id: 1, number: 'WS-2627-000001', message: told });
  });

  it('compare the PIN of the delivery with its state if the client has none there', async () => {
    const { content } = invoiceOf({ position: 1, client: CHENNAI, goods });
    const unplaced = { ...content.recipient, address: null };
    const document = { ...invoice, content: { ...content, recipient: unplaced } };
    expect(await checked([document])).toMatchObject({ warnings: 0 });
    const ship_to = { ...content.ship_to!, pincode: '110001' };
    const away = { ...document, content: { ...document.content, ship_to } };
    expect(await checked([away])).toMatchObject({ errors: 0, warnings: 1 });
  });

  it('find gaps of a series, and more nil rated supplies taken back than made', async () => {
    const nil = [{ ...goods[0]!, rateBp: 0 }];
    const earlier = invoiceOf({ position: 1, client: MAHARASHTRA, goods: nil });
    const { findings, errors, warnings } = await checked([
      invoice,
      invoiceOf({ position: 3, client: MAHARASHTRA, goods }),
      noteOf([earlier], 100_00, { position: 1 }),
    ]);
    const nilRated = 'Credit notes take back more supplies at rate 0 than the month has: -100.00.';
    const missing =
      'Series WS has 3 numbers from WS-2627-000001 to WS-2627-000003, but 2 documents.';
    expect(findings).toEqual([
      { code: 'numbers_missing', id: null, number: null, message: missing },
      { code: 'nil_below_zero', id: null, number: null, message: nilRated },
    ]);
    expect([errors, warnings]).toEqual([1, 1]);
  });

  it('name rates at which the HSN summary differs from the tables of supplies', () => {
    const halves = { cgstMinor: 9_00, sgstMinor: 9_00 };
    const sums = { rateBp: 1800, taxableMinor: 100_00, ...halves, igstMinor: 0 };
    expect(rateFindings([{ tables: sums, hsn: sums }])).toEqual([]);
    const message = expect.stringContaining('At 18 % the HSN summary has 100.00');
    const found = rateFindings([{ tables: sums, hsn: { ...sums, cgstMinor: 9_01 } }]);
    expect(found).toMatchObject([{ code: 'table_differs', message }]);
  });

  it.each([
    ['list the errors of the month first', { unit: '' }, {}],
    ['list errors before warnings', {}, { recipient: MOVED }],
  ])('%s, of 500 findings, and count all', async (_, line, change) => {
    const documents = Array.from({ length: LISTED_FINDINGS_MAX + 20 }, (_, index) => ({
      ...broken(change, line),
      position: 2 * index,
    }));
    const { errors, warnings, findings } = await checked(documents);
    expect([errors + warnings, findings.length]).toEqual([
      documents.length + 1,
      LISTED_FINDINGS_MAX,
    ]);
    expect(findings[0]).toMatchObject({ code: 'numbers_missing' });
  });
});
