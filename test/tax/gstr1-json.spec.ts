import fc from 'fast-check';
import type { IssuedDocument } from '../../src/tax/india/gstr1/month-document.js';
import {
  AT_HOME,
  canceledOf,
  CHENNAI,
  invoiceOf,
  KARNATAKA,
  KARNATAKA_GSTIN,
  MAHARASHTRA,
  MAHARASHTRA_GSTIN,
  noteOf,
  SUPPLIER_GSTIN,
  type Goods,
  type TestClient,
} from '../support/tax/documents.js';
import { returnOf, type Amounts, type Return, type Row } from '../support/tax/gstr1-return.js';

const A = { units: 6, unitPriceMinor: 249_50, rateBp: 500, hsn: '8302' };
const B = { units: 1, unitPriceMinor: 1_199_00, rateBp: 1800, hsn: '940510' };
const C = { units: 7, unitPriceMinor: 33_33, rateBp: 1800, hsn: '940510' };

/** Makes the two invoices of an order with 100 rupees of delivery, and the note of its refund of 1,000. */
function workedExample(client: TestClient): IssuedDocument[] {
  const first = invoiceOf({ position: 1, client, goods: [A, B, C], deliveryMinor: 100_00 });
  const fewer = { ...A, units: 4 };
  const second = invoiceOf({ position: 2, client, goods: [fewer, { ...B, units: 2 }] });
  return [first, second, noteOf([first, second], 1_000_00, { position: 1 })];
}

describe('the return of a month', () => {
  it('has the worked example, within the state, to the paisa', async () => {
    const { gstin, fp, version, hash, ...tables } = await returnOf(workedExample(MAHARASHTRA));
    const head = { gstin: SUPPLIER_GSTIN, fp: '112026', version: 'GST3.2.3', hash: 'hash' };
    expect({ gstin, fp, version, hash }).toEqual(head);
    const det = (rt: number, txval: number, half: number): object => ({
      num: rt * 100 + 1,
      itm_det: { rt, txval, camt: half, samt: half, csamt: 0 },
    });
    const row = { pos: '27', rchrg: 'N', inv_typ: 'R' };
    const first = { ...row, inum: 'WS-2627-000001', idt: '20-11-2026', val: 3_029.31 };
    const second = { ...row, inum: 'WS-2627-000002', idt: '20-11-2026', val: 3_396 };
    const note = { ...row, ntty: 'C', nt_num: 'CN-2627-000001', nt_dt: '25-11-2026', val: 1_000 };
    const ctin = MAHARASHTRA_GSTIN;
    const inv = [
      { ...first, itms: [det(5, 1_474.38, 36.86), det(18, 1_255.27, 112.97)] },
      { ...second, itms: [det(5, 950.48, 23.76), det(18, 2_032.2, 182.9)] },
    ];
    const nt = [{ ...note, itms: [det(5, 377.38, 9.44), det(18, 511.64, 46.05)] }];
    const hsn = { iamt: 0, csamt: 0, desc: 'Brass lamp', uqc: 'NOS', qty: 10 };
    const lamps = { ...hsn, num: 1, hsn_sc: '8302', rt: 5, txval: 2_047.48 };
    const others = { ...hsn, num: 2, hsn_sc: '940510', rt: 18, txval: 2_775.83 };
    const issued = (from: string, to: string, totnum: number): object[] => [
      { num: 1, from, to, totnum, cancel: 0, net_issue: totnum },
    ];
    expect(tables).toEqual({
      b2b: [{ ctin, inv }],
      cdnr: [{ ctin, nt }],
      hsn: {
        hsn_b2b: [
          { ...lamps, camt: 51.18, samt: 51.18 },
          { ...others, camt: 249.82, samt: 249.82 },
        ],
      },
      doc_issue: {
        doc_det: [
          { doc_num: 1, docs: issued('WS-2627-000001', 'WS-2627-000002', 2) },
          { doc_num: 5, docs: issued('CN-2627-000001', 'CN-2627-000001', 1) },
        ],
      },
    });
  });

  it('has the worked example, between states, to the paisa', async () => {
    const { b2b, cdnr } = await returnOf(workedExample(KARNATAKA));
    const taxes = (rows: Row[] = []): (number | undefined)[] =>
      rows.flatMap(({ itms }) => itms.flatMap(({ itm_det: { txval, iamt } }) => [txval, iamt]));
    expect(taxes(b2b?.[0]?.inv)).toEqual([
      ...[1_474.38, 73.72, 1_255.26, 225.95],
      ...[950.48, 47.52, 2_032.2, 365.8],
    ]);
    expect(taxes(cdnr?.[0]?.nt)).toEqual([377.39, 18.87, 511.64, 92.1]);
  });

  it('nets supplies to clients without GSTIN by place and rate', async () => {
    const { b2b, cdnr, b2cs, hsn } = await returnOf(workedExample(CHENNAI));
    expect([b2b, cdnr]).toEqual([undefined, undefined]);
    const common = { sply_ty: 'INTER', typ: 'OE', pos: '33', csamt: 0 };
    expect(b2cs).toEqual([
      { ...common, rt: 5, txval: 2_047.47, iamt: 102.37 },
      { ...common, rt: 18, txval: 2_775.82, iamt: 499.65 },
    ]);
    expect([hsn?.hsn_b2b, hsn?.hsn_b2c?.length]).toEqual([undefined, 2]);
  });
});

describe('a document of the month', () => {
  it.each([
    ['above one lakh of another state is listed', CHENNAI, 100_000_01, '2026-11-20', 'b2cl'],
    ['of one lakh is not', CHENNAI, 100_000_00, '2026-11-20', 'b2cs'],
    ['of the supplier’s state is not', AT_HOME, 100_000_01, '2026-11-20', 'b2cs'],
    ['before August 2024 is listed above 2.5 lakh only', CHENNAI, 100_000_01, '2024-07-31', 'b2cs'],
  ] as const)('an invoice %s', async (_, client, unitPriceMinor, issuedOn, table) => {
    const goods = [{ units: 1, unitPriceMinor, rateBp: 1800 }];
    const invoice = invoiceOf({ position: 1, issuedOn, client, goods });
    const { b2cl, b2cs, cdnur } = await returnOf([invoice]);
    expect({ b2cl, b2cs }).toHaveProperty(table, expect.any(Array));
    expect([b2cl, b2cs, cdnur].filter((rows) => rows !== undefined)).toHaveLength(1);
  });

  it('splits a note for a large and a small invoice', async () => {
    const goods = [{ units: 1, unitPriceMinor: 300_000_00, rateBp: 1800 }];
    const large = invoiceOf({ position: 1, client: CHENNAI, goods });
    const small = invoiceOf({ position: 2, client: CHENNAI, goods: [B] });
    const note = noteOf([large, small], large.content.total_minor + 199_00, { position: 1 });
    const { cdnur, b2cs } = await returnOf([note]);
    const [large1, small1] = note.content.lines;
    expect(cdnur).toMatchObject([{ typ: 'B2CL', pos: '33', val: large1!.gross_minor / 100 }]);
    expect(b2cs).toMatchObject([{ pos: '33', txval: -small1!.taxable_minor / 100 }]);
  });

  it('lists supplies to special economic zones by their type, and others at rate 0 as nil rated', async () => {
    const nilRated = { ...A, rateBp: 0, units: 2 };
    const goods = [B, nilRated];
    const sez = (position: number, kind: 'with_payment' | 'without_payment'): IssuedDocument =>
      invoiceOf({ position, client: { ...MAHARASHTRA, sez: kind }, goods });
    const { b2b, nil, doc_issue } = await returnOf([
      sez(1, 'with_payment'),
      sez(2, 'without_payment'),
      invoiceOf({ position: 3, client: MAHARASHTRA, goods }),
      invoiceOf({ position: 1, client: CHENNAI, goods: [nilRated] }),
    ]);
    const atZero = { rt: 0, txval: 499 };
    expect(
      b2b?.[0]?.inv.map(({ inv_typ, itms }) => [inv_typ, ...itms.map((item) => item.itm_det)]),
    ).toMatchObject([
      ['SEWP', atZero, { rt: 18, iamt: 182.9 }],
      ['SEWOP', atZero, { rt: 18, txval: 1_199, iamt: 0 }],
      ['R', { rt: 18, camt: 91.45 }],
    ]);
    const none = { expt_amt: 0, ngsup_amt: 0 };
    expect(nil).toEqual({
      inv: [
        { sply_ty: 'INTRAB2B', nil_amt: 499, ...none },
        { sply_ty: 'INTRB2C', nil_amt: 499, ...none },
      ],
    });
    expect(doc_issue?.doc_det.map(({ docs }) => docs.length)).toEqual([2]);
  });

  it('counts canceled numbers and notes without tax in table 13 alone', async () => {
    const [first, second] = workedExample(MAHARASHTRA);
    const note = noteOf([first!, second!], 500_00, { position: 1, isWithTax: false });
    const canceled = canceledOf('invoice', 'WS', 3);
    const { cdnr, doc_issue } = await returnOf([first!, second!, canceled, note]);
    expect(cdnr).toBeUndefined();
    expect(doc_issue?.doc_det.map(({ docs }) => docs)).toMatchObject([
      [{ from: 'WS-2627-000001', to: 'WS-2627-000003', totnum: 3, cancel: 1, net_issue: 2 }],
      [{ from: 'CN-2627-000001', totnum: 1, cancel: 0, net_issue: 1 }],
    ]);
  });

  it('is complete JSON where the rows of a client fill a part of the file', async () => {
    const documents = Array.from({ length: 500 }, (_, index) =>
      invoiceOf({ position: index + 1, client: MAHARASHTRA, goods: [A] }),
    );
    const { b2b } = await returnOf(documents);
    expect((b2b as { inv: object[] }[]).map(({ inv }) => inv.length)).toEqual([500]);
  });

  it('leaves out what has no rows, and documents of another registration', async () => {
    const other = workedExample(KARNATAKA).map(({ content, ...document }) => {
      const supplier = { ...content.supplier, gstin: KARNATAKA_GSTIN };
      return { ...document, content: { ...content, supplier } };
    });
    for (const documents of [[], other]) {
      expect(Object.keys(await returnOf(documents))).toEqual(['gstin', 'fp', 'version', 'hash']);
    }
  });
});

const goods = fc.record<Goods>({
  hsn: fc.constantFrom('8302', '940510', '61091000'),
  unit: fc.constantFrom('NOS', 'PCS'),
  units: fc.integer({ min: 1, max: 40 }),
  unitPriceMinor: fc.integer({ min: 1, max: 900_000 }),
  rateBp: fc.constantFrom(0, 25, 150, 300, 500, 1800, 4000),
});
const order = fc.record({
  client: fc.constantFrom<TestClient>(
    ...[KARNATAKA, MAHARASHTRA, AT_HOME, CHENNAI],
    ...[{ ...KARNATAKA, sez: 'with_payment' as const }],
    ...[{ ...MAHARASHTRA, sez: 'without_payment' as const }],
  ),
  goods: fc.array(goods, { minLength: 1, maxLength: 4 }),
  deliveryMinor: fc.integer({ min: 0, max: 20_000 }),
  refund: fc.constantFrom(0, 0, 0.3, 1),
});

it('a random month has the sums of its documents in its tables, and in its HSN summary, rate by rate', async () => {
  const months = fc.array(order, { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(months, async (orders) => {
      const documents = orders.flatMap(({ refund, ...facts }, index) => {
        const invoice = invoiceOf({ ...facts, position: index + 1 });
        const amount = Math.floor(invoice.content.total_minor * refund);
        return amount === 0
          ? invoice
          : [invoice, noteOf([invoice], amount, { position: index + 1 })];
      });
      const found = await returnOf(documents);
      const expected = sumsByRate(documents);
      expect(tableSums(found)).toEqual(expected);
      const { hsn_b2b = [], hsn_b2c = [] } = found.hsn ?? {};
      expect(byRate([...hsn_b2b, ...hsn_b2c].map((row) => [row, 1]))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

/** Taxable value and tax by rate, in paise. Rates without amounts are left out. */
type ByRate = Record<string, [taxable: number, tax: number]>;

function byRate(rows: readonly (readonly [Partial<Amounts>, 1 | -1])[]): ByRate {
  const sums: ByRate = {};
  for (const [{ rt = 0, txval = 0, iamt = 0, camt = 0, samt = 0 }, sign] of rows) {
    const [taxable, tax] = sums[rt] ?? [0, 0];
    const paise = (rupees: number): number => sign * Math.round(rupees * 100);
    sums[rt] = [taxable + paise(txval), tax + paise(iamt) + paise(camt) + paise(samt)];
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [taxable, tax]]) => taxable || tax));
}

function sumsByRate(documents: readonly IssuedDocument[]): ByRate {
  return byRate(
    documents.flatMap(({ kind, content }) =>
      content.lines.map((line) => [
        {
          rt: line.rate_bp / 100,
          txval: line.taxable_minor / 100,
          iamt: (line.gross_minor - line.taxable_minor) / 100,
        },
        kind === 'credit_note' ? -1 : 1,
      ]),
    ),
  );
}

function tableSums(found: Return): ByRate {
  const invoices = [...(found.b2b ?? []), ...(found.b2cl ?? [])].flatMap(({ inv }) => inv);
  const notes = [...(found.cdnr ?? []).flatMap(({ nt }) => nt), ...(found.cdnur ?? [])];
  return byRate([
    ...invoices.flatMap(({ itms }) => itms.map(({ itm_det }) => [itm_det, 1] as const)),
    ...notes.flatMap(({ itms }) => itms.map(({ itm_det }) => [itm_det, -1] as const)),
    ...(found.b2cs ?? []).map((row) => [row, 1] as const),
    ...(found.nil?.inv ?? []).map(({ nil_amt }) => [{ rt: 0, txval: nil_amt }, 1] as const),
  ]);
}
