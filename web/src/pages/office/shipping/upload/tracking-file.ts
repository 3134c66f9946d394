import { textOf, type Cell } from '../../../../../../src/platform/table-file/cell.js';
import { exactText, isLostCode } from '../../../../../../src/platform/table-file/lost-digits.js';
import { UNLIMITED, UnreadableFile } from '../../../../../../src/platform/table-file/limits.js';
import { toCsv } from '../../../../shared/lists/csv-address';

/** The columns of the import, which a courier's file is mapped to. */
export const TRACKING_COLUMNS = [
  { name: 'order_number', label: 'Order number', isNeeded: true },
  { name: 'tracking_number', label: 'Tracking number', isNeeded: true },
  { name: 'courier', label: 'Courier', isNeeded: false },
  { name: 'tracking_url', label: 'Tracking page', isNeeded: false },
  { name: 'line', label: 'Line of the order', isNeeded: false },
  { name: 'quantity', label: 'Quantity', isNeeded: false },
] as const;
export type TrackingColumn = (typeof TRACKING_COLUMNS)[number]['name'];

/** A row below the header. */
export interface TrackingRow {
  /** Line number in the file; 1 is the header. */
  line: number;
  cells: readonly string[];
}

export interface TrackingFile {
  name: string;
  header: readonly string[];
  rows: readonly TrackingRow[];
}

/** The position of each column in a file; left out: the file has none. */
export type ColumnMap = Readonly<Partial<Record<TrackingColumn, number | undefined>>>;

/** Names that couriers and spreadsheets give to the columns. */
const NAMES: Record<TrackingColumn, readonly string[]> = {
  order_number: ['order number', 'order no', 'order id', 'order', 'reference', 'reference no'],
  tracking_number: [
    'tracking number',
    'tracking no',
    'tracking id',
    'tracking',
    'AWB',
    'AWB no',
    'AWB number',
    'waybill',
    'waybill no',
    'consignment no',
    'consignment number',
    'docket no',
    'LR no',
  ],
  courier: ['courier', 'courier name', 'carrier', 'courier partner', 'shipped via'],
  tracking_url: ['tracking url', 'tracking page', 'tracking link', 'url', 'link'],
  line: ['line', 'line no', 'line number', 'order line'],
  quantity: ['quantity', 'qty', 'units'],
};

/**
 * Reads a CSV file or an Excel workbook.
 *
 * @throws UnreadableFile in words for people
 */
export async function readTrackingFile(file: File): Promise<TrackingFile> {
  const { readTable } = await import('../../../../../../src/platform/table-file/read-table.js');
  const { rows: cells } = await readTable(new Uint8Array(await file.arrayBuffer()), {}, UNLIMITED);
  const filled = cells
    .map((row, index) => ({ line: index + 1, cells: row.map(cellText) }))
    .filter((row) => row.cells.some((cell) => cell !== ''));
  const [header, ...rows] = filled;
  if (header === undefined || rows.length === 0)
    throw new UnreadableFile('The file has no rows below its header.');
  return { name: file.name, header: header.cells, rows };
}

/** Reads the text of a cell. A date or TRUE is left out: a spreadsheet has made it of a code, which the import then misses. */
function cellText(cell: Cell): string {
  return typeof cell === 'object' && isLostCode(cell) ? '' : textOf(exactText(cell));
}

/** Recognizes the columns of a file whose names are known. */
export function recognizeColumns(header: readonly string[]): ColumnMap {
  const plain = header.map(lettersOf);
  const map: Partial<Record<TrackingColumn, number>> = {};
  for (const { name } of TRACKING_COLUMNS) {
    const known = NAMES[name]
      .map((words) => plain.indexOf(lettersOf(words)))
      .find((position) => position >= 0);
    if (known !== undefined) map[name] = known;
  }
  return map;
}

/** Reduces a name to its letters, so that "Order No.", "order_no" and "ORDER NO" are equal. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Writes the rows in the format of the import. */
export function importFileOf(
  rows: readonly TrackingRow[],
  columns: ColumnMap,
  courier: string,
): string {
  const names = TRACKING_COLUMNS.map(({ name }) => name);
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
