import { withEscape } from '../../../src/platform/csv/cells.js';
import { toCsv } from '../shared/lists/csv-address.js';
import {
  asChanged,
  formulaProblem,
  textOf,
  type Cell,
} from '../../../src/platform/table-file/cell.js';
import { isTotal } from '../../../src/platform/table-file/header.js';
import type { MappedColumn } from '../../../src/platform/table-file/columns.js';
import {
  recognizeDecimalSign,
  type DecimalSign,
} from '../../../src/platform/table-file/numbers.js';
import type { Field } from './fields.js';
import { NumberWays, type NumberWay } from './number-ways.js';
import { readCell, TEXTS } from './read-cell.js';

/** Rule for several rows with one SKU: the first or the last one counts, or none may repeat. */
export type DuplicateRule = 'refuse' | 'first' | 'last';

export interface Conversion {
  rows: readonly (readonly Cell[])[];
  /** The position of the header. */
  header: number;
  columns: readonly MappedColumn<Field>[];
  duplicates: DuplicateRule;
  /** null: recognized from the file's numbers. */
  sign: DecimalSign | null;
}

/** A row that is not imported. */
export interface LeftOutRow {
  /** Row number as in a spreadsheet, from 1. */
  row: number;
  reason: string;
}

/** A cell that cannot be read. It is passed on, marked where a column takes every text, so that the check reports it with all other problems. */
export interface CellFault {
  row: number;
  column: string;
  problem: string;
}

/** A file of the supplier as a catalog file. */
export interface Converted {
  csv: string;
  /** Number of distinct SKUs in the catalog file. */
  count: number;
  leftOut: readonly LeftOutRow[];
  /** SKUs that occur in several rows. */
  duplicates: readonly { sku: string; rows: readonly number[] }[];
  faults: readonly CellFault[];
  /** The first products with a cost, and this as the file has it. */
  costs: readonly { sku: string; cost: string }[];
  /** How amounts were read that are not plain numbers. */
  ways: readonly NumberWay[];
}

const COSTS_MAX = 5;

const NUMBER_KINDS = new Set(['money', 'quantity', 'weight', 'percent']);

/** Converts the rows of a supplier's file. One of the columns must be mapped to the SKU. */
export function convert(conversion: Conversion): Converted {
  const { rows, header, columns } = conversion;
  const leftOut: LeftOutRow[] = [];
  const found: FoundRow[] = [];
  for (const [index, cells] of rows.slice(header + 1).entries()) {
    const row = header + 2 + index;
    const reason = reasonToLeaveOut(cells, rows[header] ?? [], columns);
    if (reason === null) found.push({ row, cells });
    else if (reason !== '') leftOut.push({ row, reason });
  }
  const sign = conversion.sign ?? signOf(found, columns);
  const faults: CellFault[] = [];
  const ways = new NumberWays();
  const converted = found.map(({ row, cells }) => ({
    row,
    values: columns.map(({ position, name, field }) => {
      const reading = readCell(field.kind, cells[position], { header: name, sign });
      if ('value' in reading) {
        if (field.kind === 'money') ways.add(cells[position], reading.value);
        return reading.value;
      }
      faults.push({ row, column: name, problem: reading.problem });
      const text = textOf(cells[position]);
      const isRefused = !TEXTS.has(field.kind) || formulaProblem(text) !== null;
      return isRefused ? text : asChanged(text);
    }),
  }));
  const skuAt = columns.findIndex(({ field }) => field.column === 'sku');
  const { kept, duplicates } = withoutDuplicates(converted, skuAt, conversion.duplicates);
  for (const { row, ofRow } of kept.dropped) {
    leftOut.push({ row, reason: `has the SKU of row ${ofRow}` });
  }
  return {
    csv: catalogFile(columns, kept.rows),
    count: new Set(kept.rows.map(({ values }) => values[skuAt])).size,
    leftOut: leftOut.sort((one, other) => one.row - other.row),
    duplicates,
    faults,
    costs: costsOf(columns, kept.rows, skuAt),
    ways: ways.list(),
  };
}

/** Finds the decimal sign that the numbers of the mapped columns prove; null: unclear. */
export function signOf(
  rows: readonly { cells: readonly Cell[] }[],
  columns: readonly MappedColumn<Field>[],
): DecimalSign | null {
  const numeric = columns.filter(({ field }) => NUMBER_KINDS.has(field.kind));
  return recognizeDecimalSign(
    rows.flatMap(({ cells }) => numeric.map(({ position }) => cells[position] ?? '')),
  );
}

function costsOf(
  columns: readonly MappedColumn<Field>[],
  rows: readonly ConvertedRow[],
  skuAt: number,
): Converted['costs'] {
  const costAt = columns.findIndex(({ field }) => field.column === 'cost');
  return rows
    .map(({ values }) => ({ sku: values[skuAt] ?? '', cost: values[costAt] ?? '' }))
    .filter(({ cost }) => Number(cost) > 0)
    .slice(0, COSTS_MAX);
}

interface FoundRow {
  row: number;
  cells: readonly Cell[];
}

interface ConvertedRow {
  row: number;
  values: readonly string[];
}

/** Says why to omit a row: '' for an empty row; null if the row is a product and is kept. */
function reasonToLeaveOut(
  cells: readonly Cell[],
  header: readonly Cell[],
  columns: readonly MappedColumn<Field>[],
): string | null {
  const texts = cells.map(textOf);
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) return '';
  const skuAt = columns.find(({ field }) => field.column === 'sku')?.position ?? -1;
  const sku = texts[skuAt] ?? '';
  if (isTotal(texts, sku)) return 'is a total';
  if (columns.every(({ position }) => texts[position] === textOf(header[position]))) {
    return 'repeats the header';
  }
  if (sku !== '' && !(filled.length === 1 && columns.length > 1)) return null;
  return filled.length === 1 ? 'is a heading or a note' : 'has no SKU';
}

function withoutDuplicates(
  rows: readonly ConvertedRow[],
  skuAt: number,
  rule: DuplicateRule,
): {
  kept: { rows: readonly ConvertedRow[]; dropped: readonly { row: number; ofRow: number }[] };
  duplicates: Converted['duplicates'];
} {
  const bySku = new Map<string, ConvertedRow[]>();
  for (const row of rows) {
    const sku = row.values[skuAt] ?? '';
    const same = bySku.get(sku);
    if (same === undefined) bySku.set(sku, [row]);
    else same.push(row);
  }
  const groups = [...bySku].filter(([sku, { length }]) => sku !== '' && length > 1);
  const duplicates = groups.map(([sku, same]) => ({ sku, rows: same.map(({ row }) => row) }));
  if (rule === 'refuse') return { kept: { rows, dropped: [] }, duplicates };
  const dropped = groups.flatMap(([, same]) => {
    const winner = rule === 'first' ? same[0]! : same.at(-1)!;
    return same.filter((one) => one !== winner).map(({ row }) => ({ row, ofRow: winner.row }));
  });
  const gone = new Set(dropped.map(({ row }) => row));
  return { kept: { rows: rows.filter(({ row }) => !gone.has(row)), dropped }, duplicates };
}

/** Makes a catalog file; the column `row` lets reports name the rows of the supplier's file. */
function catalogFile(
  columns: readonly MappedColumn<Field>[],
  rows: readonly ConvertedRow[],
): string {
  return toCsv([
    ['row', ...columns.map(({ field }) => field.column)],
    ...rows.map(({ row, values }) => [String(row), ...values.map(withEscape)]),
  ]);
}
