import type { DocumentContent, DocumentLine } from '../../documents/document-content.js';
import { groupBy } from '../../../platform/group-by.js';
import { LARGE_INVOICE, valueOn } from '../thresholds.js';
import type { IssuedDocument } from './month-document.js';

export type ListTable = 'b2b' | 'b2cl' | 'cdnr' | 'cdnur';

/** Tables of the return that lines go to; `b2cs` and `nil` contain only sums. */
export type Table = ListTable | 'b2cs' | 'nil';

/** Sums of lines with the same rate, in minor units. */
export interface RateSums {
  /** Basis points. */
  rateBp: number;
  taxableMinor: number;
  cgstMinor: number;
  sgstMinor: number;
  igstMinor: number;
}

/** A row of a table that lists each document; amounts are not negative, in minor units. */
export interface Entry {
  table: ListTable;
  content: DocumentContent;
  /** Value of the document. For a note that also takes back small invoices: value of the lines in this table. */
  valueMinor: number;
  rates: RateSums[];
}

/** A line of a document, and the table that it goes to. */
export interface PlacedLine {
  table: Table;
  line: DocumentLine;
}

/** Makes the lines of a document with their tables. A note without tax has none, because the return does not report it. */
export function placeLines(document: IssuedDocument): PlacedLine[] {
  const { content } = document;
  if (!content.is_with_tax) return [];
  return content.lines.map((line) => ({ line, table: tableOf(document, line) }));
}

/** Makes the rows of a document in the tables that list documents. */
export function entriesOf({ content }: IssuedDocument, placed: readonly PlacedLine[]): Entry[] {
  const groups = groupBy(placed, ({ table }) => table);
  return [...groups].flatMap(([table, group]) => {
    if (table === 'b2cs' || table === 'nil') return [];
    const lines = group.map(({ line }) => line);
    const isSplit = table === 'cdnur' && groups.has('b2cs');
    return {
      table,
      content,
      valueMinor: isSplit ? sumOf(lines, 'gross_minor') : content.total_minor,
      rates: ratesOf(lines),
    };
  });
}

/** Sums lines by rate, the lowest first. */
export function ratesOf(lines: readonly DocumentLine[]): RateSums[] {
  return [...groupBy(lines, ({ rate_bp }) => rate_bp)]
    .map(([rateBp, group]) => ({
      rateBp,
      taxableMinor: sumOf(group, 'taxable_minor'),
      cgstMinor: sumOf(group, 'cgst_minor'),
      sgstMinor: sumOf(group, 'sgst_minor'),
      igstMinor: sumOf(group, 'igst_minor'),
    }))
    .sort((a, b) => a.rateBp - b.rateBp);
}

/** Makes sums of no lines. @param rateBp basis points */
export function zeroAt(rateBp: number): RateSums {
  return { rateBp, taxableMinor: 0, cgstMinor: 0, sgstMinor: 0, igstMinor: 0 };
}

type Amount = 'gross_minor' | 'taxable_minor' | 'cgst_minor' | 'sgst_minor' | 'igst_minor';

function sumOf(lines: readonly DocumentLine[], amount: Amount): number {
  return lines.reduce((sum, line) => sum + line[amount], 0);
}

function tableOf(document: IssuedDocument, line: DocumentLine): Table {
  const { recipient, kind } = document.content;
  const isNote = kind === 'credit_note';
  // Supplies to special economic zones are zero rated, which is not the same as rate 0.
  if (line.rate_bp === 0 && recipient.sez === null) return 'nil';
  if (recipient.gstin !== null) return isNote ? 'cdnr' : 'b2b';
  if (!isNote)
    return isLarge(document, document.issuedOn, document.content.total_minor) ? 'b2cl' : 'b2cs';
  const { credits } = line;
  if (credits === null)
    throw new Error(`line ${line.line} of note ${document.number} names no invoice`);
  const total = document.creditedTotals.get(credits.number);
  if (total === undefined) throw new Error(`the total of invoice ${credits.number} is unknown`);
  return isLarge(document, credits.issued_on, total) ? 'cdnur' : 'b2cs';
}

function isLarge({ content }: IssuedDocument, day: string, totalMinor: number): boolean {
  return content.supply === 'inter_state' && totalMinor > valueOn(LARGE_INVOICE, day);
}
