import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { DocumentContent } from '../../src/tax/documents/document-content.js';
import { inv01Problems, ITEMS_MAX, toInv01 } from '../../src/tax/india/e-invoice/inv01.js';
import {
  invoiceOf,
  KARNATAKA,
  KARNATAKA_GSTIN,
  MAHARASHTRA,
  noteOf,
  SUPPLIER_GSTIN,
} from '../support/tax/documents.js';
import { INV01 } from '../support/tax/published-schemas.js';

const validate = new Ajv({ allErrors: true, multipleOfPrecision: 3, strict: false }).compile(INV01);

type Item = Record<'Qty' | 'UnitPrice' | 'TotAmt' | 'Discount' | 'AssAmt', number>;

function written(content: DocumentContent): Record<string, unknown> & { ItemList: Item[] } {
  expect(inv01Problems(content)).toEqual([]);
  const file = toInv01(content);
  validate(file);
  expect(validate.errors).toBeNull();
  return file as Record<string, unknown> & { ItemList: Item[] };
}

const goods = [
  { units: 6, unitPriceMinor: 249_50, rateBp: 500, hsn: '8302' },
  { units: 7, unitPriceMinor: 33_33, rateBp: 1800 },
];
const { content } = invoiceOf({ position: 1, client: KARNATAKA, goods, deliveryMinor: 100_00 });

const SHORT_PIN = { ...content.recipient.address!, pincode: '0110' };

/** Changes what an invoice says. */
const changed = (change: Partial<DocumentContent>): DocumentContent => ({ ...content, ...change });

const PUNE = { Addr1: '4 Mill Road', Loc: 'Pune' };
const IN_KARNATAKA = { Pos: '29', Pin: 560001, Stcd: '29' };
const CHENNAI_ADDRESS = { Addr1: '12 Lake View Street', Loc: 'Chennai', Pin: 600001, Stcd: '33' };
/** Amounts of the items: price, value before the discount, discount, value, tax and total. */
const AMOUNTS = [
  [251.352, 1_508.11, 0, 1_508.11, 75.41, 1_583.52],
  [29.878, 209.15, 0.01, 209.14, 37.65, 246.79],
].map(([UnitPrice, TotAmt, Discount, AssAmt, IgstAmt, TotItemVal]) => {
  return { UnitPrice, TotAmt, Discount, AssAmt, IgstAmt, TotItemVal };
});
const LAMP = { PrdDesc: 'Brass lamp', IsServc: 'N', Unit: 'NOS', CgstAmt: 0, SgstAmt: 0 };
const FILE = {
  Version: '1.1',
  TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
  DocDtls: { Typ: 'INV', No: 'WS-2627-000001', Dt: '20/11/2026' },
  SellerDtls: { Gstin: SUPPLIER_GSTIN, LglNm: 'Asha Traders', ...PUNE, Pin: 411001, Stcd: '27' },
  BuyerDtls: { Gstin: KARNATAKA_GSTIN, LglNm: 'Lamp Shop', ...PUNE, ...IN_KARNATAKA },
  ShipDtls: { Gstin: 'URP', LglNm: 'Ravi Kumar', ...CHENNAI_ADDRESS },
  ItemList: [
    { ...LAMP, SlNo: '1', HsnCd: '8302', Qty: 6, GstRt: 5, ...AMOUNTS[0] },
    { ...LAMP, SlNo: '2', HsnCd: '940510', Qty: 7, GstRt: 18, ...AMOUNTS[1] },
  ],
  ValDtls: { AssVal: 1_717.25, CgstVal: 0, SgstVal: 0, IgstVal: 113.06, TotInvVal: 1_830.31 },
};

describe('INV-01', () => {
  it('says an invoice to a client that ships to its customer', () => {
    expect(written(content)).toEqual(FILE);
  });

  it('says a credit note with the invoices it takes back from', () => {
    const invoices = [1, 2].map((position) => invoiceOf({ position, client: MAHARASHTRA, goods }));
    const note = noteOf(invoices, 1_000_00, { position: 1 }).content;
    const PrecDocDtls = [1, 2].map((at) => ({ InvNo: `WS-2627-00000${at}`, InvDt: '20/11/2026' }));
    expect(written(note)).toMatchObject({
      DocDtls: { Typ: 'CRN', No: 'CN-2627-000001', Dt: '25/11/2026' },
      RefDtls: { PrecDocDtls },
    });
    expect(written(note)).not.toHaveProperty('ShipDtls');
  });

  it.each([
    ['with_payment', 'SEZWP'],
    ['without_payment', 'SEZWOP'],
  ] as const)('says supplies to a special economic zone %s', (sez, SupTyp) => {
    const supply = invoiceOf({ position: 1, client: { ...MAHARASHTRA, sez }, goods });
    expect(written(supply.content)).toMatchObject({ TranDtls: { SupTyp } });
  });

  it('keeps units times price near the taxable value, for any units and price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 999_999 }),
        fc.constantFrom(25, 500, 1800, 4000),
        (units, unitPriceMinor, rateBp) => {
          const sold = [{ units, unitPriceMinor, rateBp }];
          const invoice = invoiceOf({ position: 1, client: KARNATAKA, goods: sold });
          const [line] = written(invoice.content).ItemList;
          const { Qty, UnitPrice, TotAmt, Discount, AssAmt } = line!;
          expect(Math.abs(Qty * UnitPrice - TotAmt)).toBeLessThan(0.0051);
          expect(TotAmt - Discount).toBeCloseTo(AssAmt, 4);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves out and replaces what the portal refuses', () => {
    const { supplier, recipient, ship_to } = content;
    const address = { ...supplier.address, line2: 'B2', place: 'Ao' };
    const change = {
      supplier: { ...supplier, trade_name: 'A "B"\\C', address },
      recipient: { ...recipient, name: 'x'.repeat(150) },
      ship_to: { ...ship_to!, name: 'Om', address: 'line 1\nline 2', city: 'ok' },
    };
    const file = written(changed(change));
    expect(file).toMatchObject({
      SellerDtls: { TrdNm: "A 'B'/C", Loc: 'Ao.' },
      BuyerDtls: { LglNm: 'x'.repeat(100) },
      ShipDtls: { LglNm: 'Om.', Addr1: 'line 1 line 2', Loc: 'ok.' },
    });
    expect(file.SellerDtls).not.toHaveProperty('Addr2');
    const abroad = { ...ship_to!, state: 'Bagmati', pincode: '44600' };
    expect(written(changed({ ship_to: abroad }))).not.toHaveProperty('ShipDtls');
  });

  const long = `${'Flat 12, Tower B, Green Park '.repeat(3)}near the old`;
  it.each([
    ['4 Mill Road', '4 Mill Road', undefined],
    ['x'.repeat(100), 'x'.repeat(100), undefined],
    [`${long} mill, behind the post office`, long, 'mill, behind the post office'],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99), 'b..'],
    [`${'a'.repeat(100)} 5B`, 'a'.repeat(100), '5B.'],
    [`${'a'.repeat(60)}\n${'b'.repeat(60)}`, 'a'.repeat(60), 'b'.repeat(60)],
    ['c'.repeat(230), 'c'.repeat(100), 'c'.repeat(100)],
    ['ड'.repeat(99) + '😀😀', `${'ड'.repeat(99)}😀`, '😀..'],
    ['1 '.repeat(120), '1 '.repeat(50).trim(), '1 '.repeat(50).trim()],
  ])(
    'goes on with a long street in the second line, cut at a word: %s',
    (street, first, second) => {
      const { ShipDtls } = written(changed({ ship_to: { ...content.ship_to!, address: street } }));
      const { Addr1, Addr2 } = ShipDtls as { Addr1: string; Addr2?: string };
      expect([Addr1, Addr2]).toEqual([first, second]);
    },
  );

  it.each<[string, Partial<DocumentContent>]>([
    ['has no billing address', { recipient: { ...content.recipient, address: null } }],
    ['is not six digits', { recipient: { ...content.recipient, address: SHORT_PIN } }],
    ['HSN "12" of line 1', { lines: [{ ...content.lines[0]!, hsn: '12' }] }],
    ['at most 1000', { lines: Array.from({ length: ITEMS_MAX + 1 }, () => content.lines[0]!) }],
  ])('cannot say a document that %s', (problem, change) => {
    expect(inv01Problems(changed(change))).toEqual([expect.stringContaining(problem)]);
  });
});
