import fc from 'fast-check';
import type { IssuedDocument } from '../../src/tax/india/gstr1/month-document.js';
import {
  AT_HOME,
  CHENNAI,
  invoiceOf,
  KARNATAKA,
  MAHARASHTRA,
  noteOf,
  type Goods,
  type TestClient,
} from '../support/tax/documents.js';
import { returnOf, type Amounts, type Return } from '../support/tax/gstr1-return.js';

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

/** Taxable value and tax by rate, in paise; rates without any are left out. */
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
