import { Zip, ZipDeflate } from 'fflate';
import { csvHeader, csvRows } from '../../../platform/table-export/table-csv.js';
import type { Table } from '../../../platform/table-export/table.js';
import type { MonthDocument } from './month-document.js';
import { MonthSums } from './month-sums.js';
import type { Entry, ListTable } from './placing.js';
import { entryRows, sheetColumns, SHEETS, SUM_ROWS, type SheetName } from './gstr1-sheets.js';

type Pages = AsyncIterable<readonly MonthDocument[]>;

/** Time of files in the archive. It is fixed, so that the same month makes the same bytes. */
const FILE_TIME = '1980-01-01T12:00:00';

/** Makes one sheet of a month. @param gstin of the supplier */
export function gstr1Sheet(pages: Pages, gstin: string, sheet: SheetName): Table<string[]> {
  return { columns: sheetColumns(sheet), pages: sheetRows(pages, gstin, sheet), isImported: true };
}

async function* sheetRows(
  pages: Pages,
  gstin: string,
  sheet: SheetName,
): AsyncGenerator<string[][], void> {
  const sums = new MonthSums(gstin);
  for await (const page of pages) {
    const entries = page.flatMap((document) => sums.add(document));
    yield entries.filter(isOn(sheet)).flatMap(entryRows);
  }
  yield lastRows(sheet, sums);
}

/**
 * Yields all sheets of a month as a ZIP archive, in parts, in one pass over its documents. The sheets after the first one stay
 * in memory, compressed, until the first is complete.
 */
export async function* gstr1Archive(pages: Pages, gstin: string): AsyncGenerator<Uint8Array, void> {
  const sums = new MonthSums(gstin);
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error !== null) throw error;
    if (part.length > 0) ready.push(part);
  });
  const files = SHEETS.map((sheet) => {
    const file = new ZipDeflate(`${sheet}.csv`);
    file.mtime = FILE_TIME;
    archive.add(file);
    file.push(Buffer.from(csvHeader(sheetColumns(sheet))));
    return { sheet, file };
  });
  for await (const page of pages) {
    const entries = page.flatMap((document) => sums.add(document));
    for (const { sheet, file } of files) {
      const rows = entries.filter(isOn(sheet)).flatMap(entryRows);
      if (rows.length > 0) file.push(Buffer.from(csvRows(sheetColumns(sheet), rows)));
    }
    yield* ready.splice(0);
  }
  for (const { sheet, file } of files) {
    file.push(Buffer.from(csvRows(sheetColumns(sheet), lastRows(sheet, sums))), true);
  }
  archive.end();
  yield* ready.splice(0);
}

function isOn(sheet: SheetName): (entry: Entry) => boolean {
  return ({ table }) => table === sheet;
}

/** Makes those rows of a sheet that are sums of the whole month. */
function lastRows(sheet: SheetName, sums: MonthSums): string[][] {
  return isSumSheet(sheet) ? SUM_ROWS[sheet](sums) : [];
}

function isSumSheet(sheet: SheetName): sheet is Exclude<SheetName, ListTable> {
  return Object.hasOwn(SUM_ROWS, sheet);
}
