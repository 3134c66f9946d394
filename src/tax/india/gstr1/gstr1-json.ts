import { toMajorUnits } from '../../../platform/money.js';
import type { Sez } from '../../../clients/sez.js';
import type { MonthDocument } from './month-document.js';
import { MonthSums, type HsnRow, type NilRow, type SeriesRow } from './month-sums.js';
import type { Entry, ListTable, RateSums } from './placing.js';

/** Version of the portal's offline tool that has this file format. */
const VERSION = 'GST3.2.3';
const DESCRIPTION_MAX = 30;
const PART_ROWS = 500;

/** Types of invoices and notes to clients with a GSTIN. */
const INVOICE_TYPES: Readonly<Record<Sez, string>> = {
  with_payment: 'SEWP',
  without_payment: 'SEWOP',
};

/** Numbers of natures of documents in table 13. A bill of supply is a document for an outward supply too. */
const NATURES = [
  { number: 1, kinds: ['invoice', 'bill_of_supply'] },
  { number: 5, kinds: ['credit_note'] },
];

/**
 * Yields the return of a month as JSON for the portal, in parts. The portal wants rows grouped by client, so each listed
 * document stays in memory as text of some 250 bytes.
 * - of all other documents it keeps sums
 *
 * @param month such as 2026-11
 */
export async function* gstr1Json(
  pages: AsyncIterable<readonly MonthDocument[]>,
  { gstin, month }: { gstin: string; month: string },
): AsyncGenerator<string, void> {
  const sums = new MonthSums(gstin);
  const rows = new ListedRows();
  for await (const page of pages) {
    for (const document of page) sums.add(document).forEach((entry) => rows.add(entry));
  }
  const [year, index] = month.split('-');
  yield `{"gstin":${text(gstin)},"fp":"${index}${year}","version":"${VERSION}","hash":"hash"`;
  yield* rows.parts();
  for (const [key, value] of sections(sums)) {
    if (value !== null) yield `,"${key}":${JSON.stringify(value)}`;
  }
  yield '}\n';
}

/** Rows of documents as JSON, grouped as the portal requires. */
class ListedRows {
  private readonly groups: Record<ListTable, Map<string, string[]>> = {
    b2b: new Map(),
    b2cl: new Map(),
    cdnr: new Map(),
    cdnur: new Map(),
  };

  add(entry: Entry): void {
    const { recipient, place_of_supply } = entry.content;
    const groups = this.groups[entry.table];
    const key = recipient.gstin ?? (entry.table === 'b2cl' ? place_of_supply.state : '');
    const rows = groups.get(key);
    const row = JSON.stringify(ROWS[entry.table](entry));
    if (rows === undefined) groups.set(key, [row]);
    else rows.push(row);
  }

  *parts(): Generator<string, void> {
    const { b2b, b2cl, cdnr, cdnur } = this.groups;
    yield* grouped('b2b', b2b, 'ctin', 'inv');
    yield* grouped('b2cl', b2cl, 'pos', 'inv');
    yield* grouped('cdnr', cdnr, 'ctin', 'nt');
    const notes = cdnur.get('');
    if (notes === undefined) return;
    yield ',"cdnur":[';
    yield* joined(notes);
    yield ']';
  }
}

function* grouped(
  table: string,
  groups: ReadonlyMap<string, readonly string[]>,
  keyName: string,
  rowsName: string,
): Generator<string, void> {
  let separator = `,"${table}":[`;
  for (const [key, rows] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `${separator}{"${keyName}":${text(key)},"${rowsName}":[`;
    yield* joined(rows);
    yield ']}';
    separator = ',';
  }
  if (groups.size > 0) yield ']';
}

/** Yields rows with commas between them, some hundred at a time. */
function* joined(rows: readonly string[]): Generator<string, void> {
  for (let start = 0; start < rows.length; start += PART_ROWS) {
    yield (start === 0 ? '' : ',') + rows.slice(start, start + PART_ROWS).join(',');
  }
}

const ROWS: Readonly<Record<ListTable, (entry: Entry) => object>> = {
  b2b: (entry) => ({
    ...invoice(entry),
    pos: entry.content.place_of_supply.state,
    rchrg: 'N',
    inv_typ: invoiceType(entry),
    itms: items(entry),
  }),
  b2cl: (entry) => ({ ...invoice(entry), itms: items(entry) }),
  cdnr: (entry) => ({
    ...note(entry),
    rchrg: 'N',
    inv_typ: invoiceType(entry),
    itms: items(entry),
  }),
  cdnur: (entry) => ({ typ: 'B2CL', ...note(entry), itms: items(entry) }),
};

function invoice({ content, valueMinor }: Entry): object {
  return { inum: content.number, idt: day(content.issued_on), val: toMajorUnits(valueMinor) };
}

function note({ content, valueMinor }: Entry): object {
  return {
    ntty: 'C',
    nt_num: content.number,
    nt_dt: day(content.issued_on),
    val: toMajorUnits(valueMinor),
    pos: content.place_of_supply.state,
  };
}

function invoiceType({ content }: Entry): string {
  const { sez } = content.recipient;
  return sez === null ? 'R' : INVOICE_TYPES[sez];
}

/** Makes items by rate. The portal's numbers for them contain the rate: 1801 for 18 percent. */
function items({ content, rates }: Entry): object[] {
  return rates.map((sums) => ({
    num: sums.rateBp + 1,
    itm_det: { ...taxable(sums), ...taxesOf(content.supply, sums) },
  }));
}

function sections(sums: MonthSums): [key: string, value: object | null][] {
  return [
    ['b2cs', orNull(smallSupplies(sums))],
    ['nil', objectOrNull({ inv: orNull(sums.nilRows().map(nilRow)) })],
    [
      'hsn',
      objectOrNull({
        hsn_b2b: orNull(sums.hsnRows(true).map(hsnRow)),
        hsn_b2c: orNull(sums.hsnRows(false).map(hsnRow)),
      }),
    ],
    ['doc_issue', objectOrNull({ doc_det: orNull(natures(sums.seriesRows())) })],
  ];
}

function smallSupplies(sums: MonthSums): object[] {
  return sums
    .smallSupplies()
    .map((row) => ({
      sply_ty: row.supply === 'intra_state' ? 'INTRA' : 'INTER',
      typ: 'OE',
      pos: row.placeOfSupply,
      ...taxable(row),
      ...taxesOf(row.supply, row),
    }));
}

/** Makes a row of table 8. The service has no exempt goods, so all supplies at rate 0 are nil rated. */
function nilRow({ supply, isB2b, nilMinor }: NilRow): object {
  return {
    sply_ty: `${supply === 'intra_state' ? 'INTRA' : 'INTR'}${isB2b ? 'B2B' : 'B2C'}`,
    nil_amt: toMajorUnits(nilMinor),
    expt_amt: 0,
    ngsup_amt: 0,
  };
}

function hsnRow(row: HsnRow, index: number): object {
  return {
    num: index + 1,
    hsn_sc: row.hsn,
    desc: row.description.slice(0, DESCRIPTION_MAX).trimEnd(),
    uqc: row.unit,
    qty: row.units,
    ...taxable(row),
    iamt: toMajorUnits(row.igstMinor),
    camt: toMajorUnits(row.cgstMinor),
    samt: toMajorUnits(row.sgstMinor),
    csamt: 0,
  };
}

function natures(series: readonly SeriesRow[]): object[] {
  return NATURES.flatMap(({ number, kinds }) => {
    const docs = series
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ first, last, total, canceled }, index) => ({
        num: index + 1,
        from: first.number,
        to: last.number,
        totnum: total,
        cancel: canceled,
        net_issue: total - canceled,
      }));
    return docs.length === 0 ? [] : { doc_num: number, docs };
  });
}

function taxable({ rateBp, taxableMinor }: RateSums): object {
  return { rt: rateBp / 100, txval: toMajorUnits(taxableMinor) };
}

function taxesOf(supply: 'intra_state' | 'inter_state', sums: RateSums): object {
  const taxes =
    supply === 'intra_state'
      ? { camt: toMajorUnits(sums.cgstMinor), samt: toMajorUnits(sums.sgstMinor) }
      : { iamt: toMajorUnits(sums.igstMinor) };
  return { ...taxes, csamt: 0 };
}

/** Writes a day as the portal writes it: 05-11-2026. */
function day(date: string): string {
  return date.split('-').reverse().join('-');
}

function text(value: string): string {
  return JSON.stringify(value);
}

/** Replaces an empty list, which the portal refuses, with null. */
function orNull(rows: object[]): object[] | null {
  return rows.length === 0 ? null : rows;
}

/** Removes the keys of an object that are null. Returns null if none is left. */
function objectOrNull(value: Record<string, object | null>): object | null {
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
