import { valueOf, type Cell } from './cell.js';
import { decode, recognizeEncoding, type Encoding } from './encoding.js';
import { UnreadableFile, type TableLimits } from './limits.js';
import { otherFormat } from './other-format.js';
import { namedSeparator, parseRows, recognizeSeparator, type Separator } from './separator.js';
import { readSheets } from './workbook.js';

/** Settings for reading a file; undefined settings are recognized from the file. */
export interface ReadSettings {
  encoding?: Encoding | undefined;
  separator?: Separator | undefined;
  /** The name of a sheet of a spreadsheet. */
  sheet?: string | undefined;
}

/** Content of a file. */
export interface Table {
  /** All rows, blank ones included, so that positions match the row numbers of the spreadsheet. */
  rows: Cell[][];
  /** null: the file is a spreadsheet, not a text. */
  text: { encoding: Encoding; separator: Separator } | null;
  /** The sheets of a spreadsheet, and the one that was read. */
  sheets: { names: string[]; read: string } | null;
}

/**
 * Reads a CSV file or an Excel workbook. The format is recognized from the bytes, not from the name. @throws UnreadableFile
 */
export async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  settings: ReadSettings,
  limits: TableLimits,
): Promise<Table> {
  const table = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
    ? await readWorkbook(bytes, settings, limits)
    : readText(bytes, settings, limits.rows);
  checkSize(table, limits);
  return table;
}

async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  { sheet }: ReadSettings,
  limits: TableLimits,
): Promise<Table> {
  const sheets = await readSheets(bytes, limits);
  // The sheet with the most rows: others have notes or addresses.
  const largest = sheets.toSorted((one, other) => other.rows.length - one.rows.length)[0];
  const read = sheets.find(({ name }) => name === sheet) ?? largest;
  if (read === undefined) throw new UnreadableFile('The workbook has no sheet.');
  const names = sheets.map(({ name }) => name);
  return { rows: read.rows, text: null, sheets: { names, read: read.name } };
}

function readText(bytes: Uint8Array, settings: ReadSettings, rowsMax: number): Table {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty.');
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new UnreadableFile(
      'This is a file of an old Excel (.xls) or has a password. Open it and save it as “Excel Workbook (.xlsx)” without a password, or CSV.',
    );
  }
  const encoding = settings.encoding ?? recognizeEncoding(bytes);
  const text = decode(bytes, encoding);
  const other = otherFormat(text);
  if (other !== null) throw new UnreadableFile(other);
  const zeroAt = text.indexOf('\0');
  if (zeroAt >= 0) {
    const line = text.slice(0, zeroAt).split(/\r\n|\n|\r/).length;
    throw new UnreadableFile(
      `Line ${line} has a zero byte: the file is damaged, or neither a text nor an Excel workbook.`,
    );
  }
  const named = namedSeparator(text);
  const table = named?.below ?? text;
  const separator = settings.separator ?? named?.separator ?? recognizeSeparator(table);
  try {
    const rows = parseRows(table, separator, rowsMax + 1);
    for (const cells of rows) for (const [at, cell] of cells.entries()) cells[at] = keptText(cell);
    return { rows, text: { encoding, separator }, sheets: null };
  } catch {
    throw new UnreadableFile(
      'A cell has a quotation mark that is never closed. Close it, or save the file as an Excel workbook.',
    );
  }
}

/** Reads the formula that keeps a text in files for Excel: `="007"`. */
function keptText(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

function checkSize({ rows }: Table, limits: TableLimits): void {
  if (rows.length > limits.rows) {
    throw new UnreadableFile(`The file has more than ${limits.rows} rows. Divide it.`);
  }
  for (const [index, cells] of rows.entries()) {
    if (cells.length > limits.columns) {
      throw new UnreadableFile(
        `Row ${index + 1} has ${cells.length} cells, at most ${limits.columns} are read.`,
      );
    }
    const long = cells
      .map((cell) => String(valueOf(cell)))
      .find(({ length }) => length > limits.cellLength);
    if (long !== undefined) {
      throw new UnreadableFile(
        `Row ${index + 1} has a cell of ${long.length} characters, at most ${limits.cellLength} are read.`,
      );
    }
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
