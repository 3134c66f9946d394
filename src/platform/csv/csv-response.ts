import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';

/** The media type of CSV files. */
export const CSV = 'text/csv';

/** Rows as RFC 4180 has them; a cell that a spreadsheet would run as a formula has a `'` in front. */
function toCsvRows(rows: readonly (readonly string[])[]): string {
  // Left to itself, the library quotes line breaks in cells only if they are the rows' own.
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: '\r\n', quote_record_delimiter: true, escape_formulas: true },
  );
}

/** Returns the same for files of accounts: amounts that begin with a minus sign stay numbers. */
export function amountCsv(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) =>
    row.map((cell) =>
      /^[=+\-@\t\r]/.test(cell) && !/^-\d+\.\d\d$/.test(cell) ? `'${cell}` : cell,
    ),
  );
  return stringify(safe, { record_delimiter: '\r\n', quote_record_delimiter: true });
}

/**
 * A file in parts, page by page. The row of names comes with the first page, so that a list that cannot be read is
 * answered with an error and not with the beginning of a file.
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

/** Answers with a small CSV file that browsers save. */
export function sendCsv(response: Response, name: string, text: string): void {
  response.setHeader('Content-Type', `${CSV}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.setHeader('Cache-Control', 'no-store');
  response.send(text);
}

/** Answers with a CSV file that browsers save, part by part. */
export async function streamCsv(
  response: Response,
  name: string,
  parts: AsyncIterable<string>,
): Promise<void> {
  const file = Readable.from(parts);
  // A failure before the first row is answered as an error; after it, the response can only be aborted.
  await once(file, 'readable');
  response.setHeader('Content-Type', `${CSV}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.setHeader('Cache-Control', 'no-store');
  await pipeline(file, response);
}
