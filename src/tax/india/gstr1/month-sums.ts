import type { DocumentContent, DocumentLine } from '../../documents/document-content.js';
import type { MonthDocument } from './month-document.js';
import {
  entriesOf,
  placeLines,
  zeroAt,
  type Entry,
  type PlacedLine,
  type RateSums,
} from './placing.js';

/** A row of table 7: supplies to clients without GSTIN, less what notes take back. */
export interface SmallSupplies extends RateSums {
  supply: DocumentContent['supply'];
  /** Code of the state. */
  placeOfSupply: string;
}

/** A row of table 12, less what notes take back. */
export interface HsnRow extends RateSums {
  isB2b: boolean;
  hsn: string;
  /** Description of the first such line. */
  description: string;
  unit: string;
  units: number;
}

/** A row of table 8: supplies at rate 0, less what notes take back. */
export interface NilRow {
  supply: DocumentContent['supply'];
  isB2b: boolean;
  nilMinor: number;
}

/** A row of table 13. */
export interface SeriesRow {
  kind: DocumentContent['kind'];
  series: string;
  first: { position: number; number: string };
  last: { position: number; number: string };
  total: number;
  canceled: number;
}

/** Sums of a month for the return of one registration. It keeps no documents, so that a month may have any number of them. */
export class MonthSums {
  private readonly small = new Map<string, SmallSupplies>();
  private readonly hsn = new Map<string, HsnRow>();
  private readonly nil = new Map<string, NilRow>();
  private readonly series = new Map<string, SeriesRow>();

  /** @param gstin of the supplier; documents of its other registrations belong to other returns */
  constructor(readonly gstin: string) {}

  /** Adds a document, and returns its rows in the tables that list documents. */
  add(document: MonthDocument): Entry[] {
    if (document.kind === 'canceled') {
      this.count(document, document.seriesKind);
      return [];
    }
    if (document.content.supplier.gstin !== this.gstin) return [];
    this.count(document, document.kind);
    const placed = placeLines(document);
    for (const each of placed) this.addLine(document.content, each);
    return entriesOf(document, placed);
  }

  /** Lists the rows of table 7 by place of supply and rate. */
  smallSupplies(): SmallSupplies[] {
    return sorted(this.small).filter(hasAmount);
  }

  /** Lists the rows of table 12 by HSN, unit and rate. */
  hsnRows(isB2b: boolean): HsnRow[] {
    return sorted(this.hsn).filter((row) => row.isB2b === isB2b && hasAmount(row));
  }

  /** Lists the rows of table 8. */
  nilRows(): NilRow[] {
    return sorted(this.nil).filter(({ nilMinor }) => nilMinor !== 0);
  }

  /** Lists the rows of table 13 by kind and series. */
  seriesRows(): SeriesRow[] {
    return sorted(this.series);
  }

  private addLine(
    { kind, recipient, supply, place_of_supply }: DocumentContent,
    placed: PlacedLine,
  ): void {
    const { table, line } = placed;
    const sign = kind === 'credit_note' ? -1 : 1;
    const isB2b = recipient.gstin !== null;
    const { hsn, unit, description, rate_bp: rateBp } = line;
    const hsnRow = rowOf(this.hsn, [isB2b, hsn, unit, rateBp], () => ({
      isB2b,
      hsn,
      unit,
      description,
      units: 0,
      ...zeroAt(rateBp),
    }));
    hsnRow.units += sign * (line.units ?? 0);
    addAmounts(hsnRow, line, sign);
    if (table === 'b2cs') {
      const placeOfSupply = place_of_supply.state;
      const key = [placeOfSupply, rateBp, supply];
      const row = rowOf(this.small, key, () => ({ supply, placeOfSupply, ...zeroAt(rateBp) }));
      addAmounts(row, line, sign);
    } else if (table === 'nil') {
      const row = rowOf(this.nil, [isB2b, supply], () => ({ supply, isB2b, nilMinor: 0 }));
      row.nilMinor += sign * line.taxable_minor;
    }
  }

  private count(document: MonthDocument, kind: DocumentContent['kind']): void {
    const { position, number } = document;
    const key = [kind, document.series];
    const row = rowOf(this.series, key, () => ({
      kind,
      series: document.series,
      total: 0,
      canceled: 0,
      first: { position, number },
      last: { position, number },
    }));
    if (position < row.first.position) row.first = { position, number };
    if (position > row.last.position) row.last = { position, number };
    row.total += 1;
    if (document.kind === 'canceled') row.canceled += 1;
  }
}

/** Finds the row of a key, and creates it the first time. Rates are padded so that keys sort by them. */
function rowOf<Row>(
  rows: Map<string, Row>,
  key: readonly (string | number | boolean)[],
  create: () => Row,
): Row {
  const text = key.map((part) => String(part).padStart(5, '0')).join('\t');
  const known = rows.get(text);
  if (known !== undefined) return known;
  const row = create();
  rows.set(text, row);
  return row;
}

function addAmounts(row: RateSums, line: DocumentLine, sign: 1 | -1): void {
  row.taxableMinor += sign * line.taxable_minor;
  row.cgstMinor += sign * line.cgst_minor;
  row.sgstMinor += sign * line.sgst_minor;
  row.igstMinor += sign * line.igst_minor;
}

/** Returns true if a row has amounts left after notes. The portal refuses rows of zeros. */
function hasAmount(row: RateSums & { units?: number }): boolean {
  const { taxableMinor, cgstMinor, igstMinor, units = 0 } = row;
  return [taxableMinor, cgstMinor, igstMinor, units].some((amount) => amount !== 0);
}

function sorted<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
