import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';

/** The media type of CSV files. */
export const CSV = 'text/csv';
/** The media type of ZIP archives. */
export const ZIP = 'application/zip';

/** Writes rows as in RFC 4180. Cells that a spreadsheet would run as formulas get a leading `'`. */
function toCsvRows(rows: readonly (readonly string[])[]): string {
  // By default, the library quotes line breaks in cells only if they equal the row separator.
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: '\r\n', quote_record_delimiter: true, escape_formulas: true },
  );
}

/** Writes rows of accounts: negative amounts stay numbers, without the escape. */
export function amountCsv(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) =>
    row.map((cell) =>
      /^[=+\-@\t\r]/.test(cell) && !/^-\d+\.\d\d$/.test(cell) ? `'${cell}` : cell,
    ),
  );
  return stringify(safe, { record_delimiter: '\r\n', quote_record_delimiter: true });
}

/**
 * Yields a file page by page. The header comes with the first page, so that an error of the first page is an error
 * response instead of the beginning of a file.
 */
export async function* csvParts<Row>(
  names: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => string[],
  toCsv = toCsvRows,
): AsyncGenerator<string, void> {
  let hasNames = false;
  for await (const page of pages) {
    const rows = page.map(cellsOf);
    if (!hasNames) yield toCsv([names, ...rows]);
    else if (rows.length > 0) yield toCsv(rows);
    hasNames = true;
  }
  if (!hasNames) yield toCsv([names]);
}

/** Responds with a small CSV file that browsers save. */
export function sendCsv(response: Response, name: string, text: string): void {
  response.setHeader('Content-Type', `${CSV}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.send(text);
}

/** Responds with a streamed CSV file that browsers save. */
export async function streamCsv(
  response: Response,
  name: string,
  parts: AsyncIterable<string>,
): Promise<void> {
  await streamFile(response, { name, type: CSV }, parts);
}

/** Responds with a streamed file that browsers save: a text, or the bytes of a ZIP archive. */
export async function streamFile(
  response: Response,
  { name, type }: { name: string; type: string },
  parts: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const file = Readable.from(parts);
  // A failure before the first row is an error response; after it, the response can only be aborted.
  await once(file, 'readable');
  response.setHeader('Content-Type', type === ZIP ? type : `${type}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await pipeline(file, response);
}
