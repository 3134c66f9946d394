import { stringify } from 'csv-stringify/sync';
import { withEscape } from '../csv/cells.js';
import { toDecimalText } from '../money.js';
import { shopTimeText } from './shop-time.js';
import { toText, type Column, type Table } from './table.js';

/** The program that reads a CSV file: scripts, or Excel, which changes digits and dates. */
export type CsvReader = 'scripts' | 'excel';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Texts that Excel may turn into numbers, dates or truth values: it drops zeros in front, and digits after the fifteenth. They
 * are short and have only harmless characters, so that they can be a constant in a formula.
 */
const CONVERTED =
  /^(?:\+?[\d.,]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|true$|false$)[\w .,:/+-]{0,250}$/i;

/**
 * Yields a table as CSV, page by page. The header comes with the first page, so that an error there becomes an error response
 * instead of the beginning of a file.
 */
export async function* tableCsv<Row>(
  { columns, pages }: Table<Row>,
  reader: CsvReader = 'scripts',
): AsyncGenerator<string, void> {
  const shown = columns.filter(({ isForPeople }) => reader === 'excel' || isForPeople !== true);
  let start = (reader === 'excel' ? BYTE_ORDER_MARK : '') + csvHeader(shown);
  for await (const page of pages) {
    const part = start + csvRows(shown, page, reader);
    if (part !== '') yield part;
    start = '';
  }
  if (start !== '') yield start;
}

/** Writes the names of columns as the first line of a CSV file. */
export function csvHeader(columns: readonly Column<never>[]): string {
  return toCsv([columns.map(({ name }) => withEscape(name))]);
}

/** Writes rows as lines of a CSV file. */
export function csvRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  reader: CsvReader = 'scripts',
): string {
  const cellOf = (column: Column<Row>, row: Row): string => {
    const cell = csvCell(column, row, reader);
    const isText = column.kind === 'text' || (column.kind === 'count' && !/^-?\d*$/.test(cell));
    if (!isText) return cell;
    return reader === 'excel' && CONVERTED.test(cell) ? `="${cell}"` : withEscape(cell);
  };
  return toCsv(rows.map((row) => columns.map((column) => cellOf(column, row))));
}

/** Writes rows as in RFC 4180. */
export function toCsv(rows: string[][]): string {
  // By default, the library quotes line breaks in cells only if they equal the row separator.
  return stringify(rows, { record_delimiter: '\r\n', quote_record_delimiter: true });
}

function csvCell<Row>({ kind, cell }: Column<Row>, row: Row, reader: CsvReader): string {
  const value = cell(row);
  if (value === null) return '';
  if (kind === 'amount') return toDecimalText(value as number);
  if (kind !== 'time') return toText(value);
  const at = new Date(value as Date | number);
  return reader === 'excel' ? shopTimeText(at) : at.toISOString();
}
