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

/** Changes an invoice as no code of the product would. */
function broken(
  change: Partial<DocumentContent>,
  line: Partial<DocumentLine> = {},
): IssuedDocument {
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
    expect(checks).toMatchObject({
      documents: 8,
      canceled: 1,
      errors: 0,
      warnings: 0,
      findings: [],
    });
    expect(checks.rates.map(({ tables }) => tables.rateBp)).toEqual([500, 1800]);
    for (const { tables, hsn } of checks.rates) {
      expect(tables).toEqual(hsn);
      expect(tables.sgstMinor).toBe(tables.cgstMinor);
    }
  });

  it.each<[CheckCode, string, IssuedDocument]>([
    [
      ...(['another_registration', 'belongs to another return'] as const),
      broken({ supplier: { ...invoice.content.supplier, gstin: KARNATAKA_GSTIN } }),
    ],
    ['sums_differ', 'not those of its lines', broken({ cgst_minor: 1 })],
    ['sums_differ', 'Line 1 (SKU-1) has amounts', broken({}, { unit: 'NOS', gross_minor: 1 })],
    [
      ...(['tax_differs', 'Line 1 (SKU-1) has tax that is not 5 %'] as const),
      broken({}, { taxable_minor: 748_50, cgst_minor: 0, sgst_minor: 0 }),
    ],
    ['tax_kind_wrong', 'charged with CGST and SGST', broken({ supply: 'inter_state' })],
    [
      ...(['gstin_invalid', 'is not valid'] as const),
      broken({ recipient: { ...invoice.content.recipient, gstin: '27AAPFU0939F1ZO' } }),
    ],
    [
      ...(['gstin_invalid', 'not of the place of supply, 29 Karnataka'] as const),
      broken({ place_of_supply: { state: '29', name: 'Karnataka' } }),
    ],
    ['hsn_invalid', 'HSN "00"', broken({}, { hsn: '00' })],
    ['hsn_too_short', '6 digits are required', broken({}, { hsn: '9405' })],
    ['unit_unknown', 'unit ""', broken({}, { unit: '' })],
    [
      ...(['pin_of_another_state', 'PIN 560001 does not look like one of 27 Maharashtra'] as const),
      broken({
        recipient: {
          ...invoice.content.recipient,
          address: { ...invoice.content.recipient.address!, pincode: '560001' },
        },
      }),
    ],
  ])('find %s: %s', async (code, message, document) => {
    const { findings } = await checked([document]);
    expect(findings).toContainEqual({
      code,
      id: 1,
      number: 'WS-2627-000001',
      message: expect.stringContaining(message) as string,
    });
  });

  it('compare the PIN of the delivery with its state if the client has none there', async () => {
    const { content } = invoiceOf({ position: 1, client: CHENNAI, goods });
    const document = {
      ...invoice,
      content: { ...content, recipient: { ...content.recipient, address: null } },
    };
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
    expect(findings).toEqual([
      {
        code: 'nil_below_zero',
        id: null,
        number: null,
        message: 'Credit notes take back more supplies at rate 0 than the month has: -100.00.',
      },
      {
        code: 'numbers_missing',
        id: null,
        number: null,
        message: 'Series WS has 3 numbers from WS-2627-000001 to WS-2627-000003, but 2 documents.',
      },
    ]);
    expect([errors, warnings]).toEqual([1, 1]);
  });

  it('name rates at which the HSN summary differs from the tables of supplies', () => {
    const sums = {
      rateBp: 1800,
      taxableMinor: 100_00,
      cgstMinor: 9_00,
      sgstMinor: 9_00,
      igstMinor: 0,
    };
    expect(rateFindings([{ tables: sums, hsn: sums }])).toEqual([]);
    expect(rateFindings([{ tables: sums, hsn: { ...sums, cgstMinor: 9_01 } }])).toMatchObject([
      {
        code: 'table_differs',
        message: expect.stringContaining('At 18 % the HSN summary has 100.00'),
      },
    ]);
  });

  it('list the first findings, and count all', async () => {
    const documents = Array.from({ length: LISTED_FINDINGS_MAX + 20 }, (_, index) => ({
      ...broken({}, { unit: '' }),
      position: index + 1,
    }));
    const { errors, findings } = await checked(documents);
    expect([errors, findings.length]).toEqual([LISTED_FINDINGS_MAX + 20, LISTED_FINDINGS_MAX]);
  });
});
