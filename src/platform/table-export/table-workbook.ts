import { rangeRef, writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';
import { toMajorUnits } from '../money.js';
import { TIME_ZONE_LABEL } from '../time-zone.js';
import { capitalized, wordsOfName } from './name-words.js';
import { withFilter } from './sheet-filter.js';
import { inShop } from './shop-time.js';
import { toText, type Column, type Table } from './table.js';

type Cell = string | number | boolean | null;

/** Formats of cells. Texts have their own, so that a number that is typed into them stays a text. */
const FORMATS: Record<Column<never>['kind'], string> = {
  text: '@',
  amount: '#,##0.00',
  count: '0',
  flag: 'General',
  time: 'dd-mmm-yyyy hh:mm',
  day: 'dd-mmm-yyyy',
};
const WIDTHS: Record<Column<never>['kind'], number> = {
  text: 18,
  amount: 14,
  count: 10,
  flag: 10,
  time: 19,
  day: 13,
};

const DAY_MS = 86_400_000;
/** Days from the first day of Excel's calendar to 1970. */
const EPOCH_DAYS = 25_569;
/** Excel calls a file damaged if a cell has more characters. */
const CELL_LENGTH = 32_767;
/** Marks a text that was cut, so that an import does not take the rest for all of it. */
const CUT = `… [cut: a cell of Excel has at most ${CELL_LENGTH} characters]`;
/** Characters that no XML file can contain. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;
/** Matches texts that readers of workbooks would decode to one character: `_x0041_` is A. */
const ESCAPE = /_(?=x[\dA-F]{4}_)/gi;

/**
 * Yields a table as an Excel workbook: typed cells, a header that stays visible and filters, and the sums at the end. Memory does not grow
 * with the rows.
 * - cells are values, never formulas, so that no text can be run
 *
 * @param name of the sheet
 */
export async function* tableWorkbook<Row>(
  table: Table<Row>,
  name: string,
): AsyncGenerator<Uint8Array, void> {
  const columns = table.columns.map((column) => ({
    header: table.isImported === true ? column.name : headingOf(column),
    width: WIDTHS[column.kind],
    numFmt: FORMATS[column.kind],
  }));
  // An error of the first page is an error response instead of the beginning of a file.
  let rowCount = 0;
  const rows = rowsOf(table, (count) => (rowCount = count));
  const first = await rows.next();
  const options = { name: name.slice(0, 31), columns, freezePane: { rows: 1 }, compress: false };
  const workbook = writeXlsxStream(first.done === true ? [] : resumed(first.value, rows), options);
  // The row of sums is not filtered.
  yield* withFilter(workbook, () =>
    rangeRef(0, 0, Math.min(rowCount, XLSX_MAX_ROWS_PER_SHEET - 1), columns.length - 1),
  );
}

async function* resumed(first: Cell[], rest: AsyncIterable<Cell[]>): AsyncGenerator<Cell[]> {
  yield first;
  yield* rest;
}

async function* rowsOf<Row>(
  { columns, pages, isImported = false, hasSums = !isImported }: Table<Row>,
  onCount: (rows: number) => void,
): AsyncGenerator<Cell[]> {
  const sums = columns.map(({ kind }): number | null => (hasSums && kind === 'amount' ? 0 : null));
  let rows = 0;
  for await (const page of pages) {
    for (const row of page) {
      yield columns.map((column, at) => {
        const sum = sums[at] ?? null;
        if (sum !== null) sums[at] = sum + Number(column.cell(row));
        return cellOf(column, row);
      });
    }
    rows += page.length;
    onCount(rows);
  }
  if (rows > 0 && sums.some((sum) => sum !== null)) {
    yield sums.map((sum, at) => (at === 0 ? 'Total' : sum === null ? null : toMajorUnits(sum)));
  }
}

function cellOf<Row>({ kind, cell }: Column<Row>, row: Row): Cell {
  const value = cell(row);
  if (value === null || value === '') return null;
  switch (kind) {
    case 'text':
      return textCell(toText(value));
    case 'amount':
      return toMajorUnits(value as number);
    case 'count':
      return typeof value === 'number' ? value : textCell(toText(value));
    case 'flag':
      return value as boolean;
    case 'time':
      return serialOf(inShop(new Date(value as Date | number)).getTime());
    case 'day':
      return serialOf(Date.parse(value as string));
  }
}

function textCell(text: string): string {
  const whole =
    text.length <= CELL_LENGTH ? text : `${text.slice(0, CELL_LENGTH - CUT.length)}${CUT}`;
  const escaped = whole
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '\uFFFD')
    .replaceAll(ESCAPE, '_x005F_');
  // Readers of XML make line feeds of carriage returns.
  return escaped.replaceAll('\r', '_x000D_');
}

/** Computes a time as Excel counts it: in days. */
function serialOf(ms: number): number {
  return ms / DAY_MS + EPOCH_DAYS;
}

/** Makes the name of a column for people: `created_at` is "Created at (IST)". */
function headingOf({ name, kind }: Column<never>): string {
  const heading = capitalized(wordsOfName(name));
  return kind === 'time' ? `${heading} (${TIME_ZONE_LABEL})` : heading;
}
