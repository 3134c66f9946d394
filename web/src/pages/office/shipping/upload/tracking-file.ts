import { textOf, type Cell } from '../../../../../../src/platform/table-file/cell.js';
import {
  mappedColumns,
  uploadColumns,
  uploadField,
  type UploadColumns,
  type UploadField,
} from '../../../../../../src/platform/table-file/columns.js';
import { isTotal } from '../../../../../../src/platform/table-file/header.js';
import { exactText, isLostCode } from '../../../../../../src/platform/table-file/lost-digits.js';
import { toCsv } from '../../../../shared/lists/csv-address.js';

/** Columns of the import, by the names that couriers and spreadsheets give them. */
export const TRACKING_FIELDS = [
  uploadField(
    'order_number',
    'Order number',
    'order no|order id|order|reference|reference no|ref no|client order id',
    true,
  ),
  uploadField(
    'tracking_number',
    'Tracking number',
    'tracking no|tracking id|tracking|awb|awb no|awb number|waybill|waybill no|waybill number|consignment no|consignment number|docket no|docket|lr no',
    true,
  ),
  uploadField('courier', 'Courier', 'courier name|carrier|courier partner|shipped via'),
  uploadField('tracking_url', 'Tracking page', 'tracking link|url|link'),
  uploadField('line', 'Line of the order', 'line no|line number|order line'),
  uploadField('quantity', 'Quantity', 'qty|units'),
];
export type TrackingColumn =
  | 'order_number'
  | 'tracking_number'
  | 'courier'
  | 'tracking_url'
  | 'line'
  | 'quantity';

/** A row below the header. */
export interface TrackingRow {
  /** Line number in the file, from 1. */
  line: number;
  cells: readonly string[];
}

/** The rows of a courier's file, and what its columns are. */
export interface TrackingFile extends UploadColumns<UploadField> {
  /** Names of the columns by position. */
  names: readonly string[];
  rows: readonly TrackingRow[];
  /** Lines that sum up others. */
  totals: readonly number[];
  positions: ColumnMap;
}

/** The position of each column in a file; left out: the file has none. */
export type ColumnMap = Readonly<Partial<Record<TrackingColumn, number>>>;

/** Reads the rows of a courier's file by its columns. */
export function trackingFileOf(
  cells: readonly (readonly Cell[])[],
  chosen: { header?: number | undefined; fields: ReadonlyMap<string, string> },
): TrackingFile {
  const found = uploadColumns(cells, TRACKING_FIELDS, chosen);
  const positions: ColumnMap = Object.fromEntries(
    mappedColumns(found.columns).map(({ field, position }) => [field.column, position]),
  );
  const key = positions.order_number ?? -1;
  const filled = cells
    .map((row, index) => ({ line: index + 1, cells: row.map(cellText) }))
    .slice(found.header + 1)
    .filter((row) => row.cells.some((cell) => cell !== ''));
  const totals = filled.filter((row) => isTotal(row.cells, row.cells[key] ?? ''));
  return {
    ...found,
    names: (cells[found.header] ?? []).map(textOf),
    rows: filled.filter((row) => !totals.includes(row)),
    totals: totals.map(({ line }) => line),
    positions,
  };
}

/** Reads the text of a cell. A date or TRUE is left out: a spreadsheet has made it of a code, which the import then misses. */
function cellText(cell: Cell): string {
  return typeof cell === 'object' && isLostCode(cell) ? '' : textOf(exactText(cell));
}

/** Writes the rows in the format of the import. */
export function importFileOf(
  rows: readonly TrackingRow[],
  columns: ColumnMap,
  courier: string,
): string {
  const names = TRACKING_FIELDS.map(({ column }) => column as TrackingColumn);
  return toCsv([
    names,
    ...rows.map((row) => names.map((name) => cellOf(row, columns, name, courier))),
  ]);
}

/** Reads the cell of a row in a column; the chosen courier if the file has no column of couriers. */
export function cellOf(
  { cells }: TrackingRow,
  columns: ColumnMap,
  name: TrackingColumn,
  courier = '',
): string {
  const position = columns[name];
  // One line per row, because the import reports problems by line number.
  const cell = (position === undefined ? '' : (cells[position] ?? '')).replace(/\s+/g, ' ').trim();
  return name === 'courier' && cell === '' ? courier : cell;
}

/** Splits rows into parts without dividing an order, whose shipments are recorded together. */
export function partsOf(
  rows: readonly TrackingRow[],
  columns: ColumnMap,
  size: number,
): TrackingRow[][] {
  const byOrder = new Map<string, TrackingRow[]>();
  for (const row of rows) {
    const order = cellOf(row, columns, 'order_number').toUpperCase();
    byOrder.set(order, [...(byOrder.get(order) ?? []), row]);
  }
  const parts: TrackingRow[][] = [];
  for (const ofOrder of byOrder.values()) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + ofOrder.length <= size) last.push(...ofOrder);
    else parts.push([...ofOrder]);
  }
  return parts;
}
