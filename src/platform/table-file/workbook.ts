import { strToU8, Unzip, UnzipInflate, zipSync } from 'fflate';
import { UnreadableFile, type TableLimits } from './limits.js';
import type { Sheet } from './workbook-cells.js';
import { xmlFault } from './xml-fault.js';

/** Compressed bytes per step of decompression. One step yields a few megabytes at most, so the limit is checked in time. */
const CHUNK_BYTES = 4_096;

/** Reads the sheets of an Excel workbook. @throws UnreadableFile */
export async function readSheets(
  bytes: Uint8Array<ArrayBuffer>,
  limits: TableLimits,
): Promise<Sheet[]> {
  const { files, fault } = withoutFaults(unzip(bytes, limits.unzippedBytes), limits);
  checkSheets(files, limits);
  // Loaded for the first workbook only.
  const { readCells } = await import('./workbook-cells.js');
  // The files are packed again without compression, because the library would decompress without this limit.
  const kept = [...files].map(
    ([name, text]) => [name, strToU8(text.replace(BLANK_VALUE, ''))] as const,
  );
  const packed = zipSync(Object.fromEntries(kept), { level: 0 });
  return readCells(packed).catch(() => {
    throw fault === null ? damaged() : new UnreadableFile(`This Excel workbook has ${fault}.`);
  });
}

/** A value without text, in lines of its own. The library would read it as zero. */
const BLANK_VALUE = /<((?:[^\s<>/:]+:)?v)(?:\s[^<>]*)?>\s*\n\s*<\/\1>/g;

/** Longest text in a spreadsheet. In a person's own browser, longer texts of other programs may be read. */
const TEXT_LENGTH = 32_767;

/**
 * Copies the files. Each one with a fault is replaced by one that the library refuses; the first fault is returned.
 * - the library reads few of a workbook's files, so faults of the others do not matter
 */
function withoutFaults(
  unzipped: ReadonlyMap<string, string>,
  { cellLength }: TableLimits,
): { files: ReadonlyMap<string, string>; fault: string | null } {
  let first: string | null = null;
  const files = new Map<string, string>();
  for (const [name, text] of unzipped) {
    const fault = xmlFault(text, Math.max(cellLength, TEXT_LENGTH));
    files.set(name, fault === null ? text : '<');
    first ??= fault;
  }
  return { files, fault: first };
}

/** Unzips the XML files of a workbook, and stops at the limit, regardless of the sizes that the archive states. */
function unzip(bytes: Uint8Array, bytesMax: number): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  let size = 0;
  const archive = new Unzip((file) => {
    if (!/\.(?:xml|rels)$/.test(file.name)) return;
    const decoder = new TextDecoder();
    let text = '';
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      size += chunk.length;
      if (size > bytesMax) throw tooLarge();
      text += decoder.decode(chunk, { stream: !isLast });
      if (isLast) files.set(file.name, text);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const end = at + CHUNK_BYTES;
      archive.push(bytes.subarray(at, end), end >= bytes.length);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged();
  }
  return files;
}

/**
 * Refuses sheets that name cells far from the first one, because the library fills all rows and columns before them. Cell texts
 * that look like XML elements are counted, too, so a count may be too high.
 */
function checkSheets(files: ReadonlyMap<string, string>, limits: TableLimits): void {
  if (limits.columns === Infinity) return;
  let cells = 0;
  for (const text of files.values()) {
    if (!text.includes('sheetData')) continue;
    const { rows, columns } = extentOf(text);
    cells += rows * columns;
    if (rows > limits.rows || columns > limits.columns) throw tooLarge();
  }
  if (cells > limits.rows * limits.columns) throw tooLarge();
}

/** A row or a cell with its attributes. Their values may contain any character except their quotation mark. */
const PLACED = /<(?:[^\s<>/:]+:)?(?:row|c)(?=\s)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
/** The attribute with its place. */
const PLACE = /\sr\s*=\s*(["'])([^"']*)\1/g;

/** Counts the rows and columns of a sheet, from its elements and the positions that they name. */
function extentOf(sheet: string): { rows: number; columns: number } {
  const rowTexts = sheet.split(/<(?:[^\s<>/:]+:)?row(?=[\s/>])/);
  let [rows, columns] = [rowTexts.length - 1, 0];
  for (const text of rowTexts) {
    const cells = text.match(/<(?:[^\s<>/:]+:)?c(?=[\s/>])/g)?.length ?? 0;
    columns = Math.max(columns, cells);
  }
  for (const [, attributes = ''] of sheet.matchAll(PLACED)) {
    for (const [, , place = ''] of attributes.matchAll(PLACE)) {
      const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
      if (letters === undefined) throw damaged();
      rows = Math.max(rows, Number(row));
      columns = Math.max(columns, columnOf(letters));
    }
  }
  return { rows, columns };
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + Number.parseInt(letter, 36) - 9, 0);
}

function damaged(): UnreadableFile {
  return new UnreadableFile(
    'This is no Excel workbook (.xlsx), such as an .ods file, or it is damaged. Open it and save it as “Excel Workbook (.xlsx)” or CSV.',
  );
}

function tooLarge(): UnreadableFile {
  return new UnreadableFile(
    'This Excel workbook is too large. Save the rows that you need as a CSV file.',
  );
}
