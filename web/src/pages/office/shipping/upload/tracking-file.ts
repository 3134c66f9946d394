import { textOf, type Cell } from '../../../../../../src/platform/table-file/cell.js';
import {
  mappedColumns,
  normalized,
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
  const named = uploadColumns(cells, TRACKING_FIELDS, chosen);
  const { header } = named;
  const fields = new Map([...columnOfOrders(cells, named), ...chosen.fields]);
  const isChosen = [...chosen.fields.values()].includes('order_number');
  const found = isChosen ? named : uploadColumns(cells, TRACKING_FIELDS, { header, fields });
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

/** Characters of a title that are shown. */
const TITLE_MAX = 80;

const ORDER_NUMBER = /^WO-?[0-9A-Z]{10}$/i;

/**
 * Finds the only column that has order numbers in most rows under any name: couriers call it “Customer Ref” and more. A column that is
 * named for them and has any stays.
 *
 * @returns fields by the names of columns; empty: the names decide
 */
function columnOfOrders(
  cells: readonly (readonly Cell[])[],
  { header, columns }: UploadColumns<UploadField>,
): ReadonlyMap<string, string> {
  const rows = cells.slice(header + 1).filter((row) => row.some((cell) => textOf(cell) !== ''));
  const countOf = ({ position }: { position: number }): number =>
    rows.filter((row) => ORDER_NUMBER.test(textOf(row[position]).trim())).length;
  const named = columns.filter(({ field }) => field?.column === 'order_number');
  const [only, another] = columns.filter((column) => countOf(column) * 2 > rows.length);
  const isUnclear = only === undefined || another !== undefined;
  if (isUnclear || named.some((column) => countOf(column) > 0)) return new Map();
  return new Map([
    ...named.map(({ name }): [string, string] => [name, '']),
    [only.name, 'order_number'],
  ]);
}

/** Writes the title rows above the header; undefined: the file begins with its header. */
export function titleOf(cells: readonly (readonly Cell[])[], header: number): string | undefined {
  const texts = cells.slice(0, header).flat().map(textOf);
  const title = texts.filter((text) => text !== '').join(' · ');
  if (title === '') return undefined;
  return title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX)}…` : title;
}

/** Finds the only courier that the title rows above the header name; empty: none, or several. */
export function courierInTitles(
  cells: readonly (readonly Cell[])[],
  header: number,
  couriers: readonly string[],
): string {
  const titles = ` ${normalized(cells.slice(0, header).flat().map(textOf).join(' '))} `;
  const named = couriers.filter((courier) => {
    const name = normalized(courier);
    return [name, name.replaceAll(' ', '')].some((each) => titles.includes(` ${each} `));
  });
  // The wholesaler may write a known courier in its own case; its name comes first.
  return new Set(named.map(normalized)).size === 1 ? named[0]! : '';
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

/**
 * Splits rows into parts. None divides an order, whose shipments are recorded together, or a tracking number: several orders that
 * have it are asked about.
 */
export function partsOf(
  rows: readonly TrackingRow[],
  columns: ColumnMap,
  size: number,
): TrackingRow[][] {
  const groups = new Map<string, TrackingRow[]>();
  for (const row of rows) {
    const order = cellOf(row, columns, 'order_number').toUpperCase();
    const number = cellOf(row, columns, 'tracking_number').toUpperCase();
    // No order number begins with a blank.
    const shipment = number === '' ? order : ` ${number}`;
    const group = groups.get(order) ?? groups.get(shipment) ?? [];
    group.push(row);
    groups.set(order, group).set(shipment, group);
  }
  const parts: TrackingRow[][] = [];
  for (const group of new Set(groups.values())) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + group.length <= size) last.push(...group);
    else parts.push([...group]);
  }
  return parts;
}
