import type { Response } from 'express';
import { CSV, streamFile, XLSX } from '../csv/csv-response.js';
import type {} from '../http/input/amounts.js';
import { OneOf } from '../http/input/fields.js';
import type { TrackedRequest } from '../http/request-context.js';
import { tableCsv } from './table-csv.js';
import { tableWorkbook } from './table-workbook.js';
import type { Table } from './table.js';

/**
 * - csv: for scripts and imports
 * - csv-excel: CSV that Excel opens without changing digits and dates
 * - xlsx: an Excel workbook with typed cells
 */
export const TABLE_FORMATS = ['csv', 'csv-excel', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The media types of {@link TABLE_FORMATS}. */
export const TABLE_TYPES = [CSV, XLSX] as const;

/** Description of the formats, for the documents. */
export const FORMATS_TEXT =
  'csv: for scripts, with times in UTC. csv-excel: CSV that Excel opens without changing digits, with times in ' +
  'India. xlsx: an Excel workbook with typed cells, names next to ids, times in India, and sums';

/** Query: the format of a file. */
export class TableFileQuery {
  @OneOf(TABLE_FORMATS, { optional: true, api: { default: 'csv', description: FORMATS_TEXT } })
  format: TableFormat = 'csv';
}

/** Responds with a table as a file that browsers save. @param name of the file, without its extension */
export async function sendTable<Row>(
  response: Response,
  { name, format }: { name: string; format: TableFormat },
  { columns, ...rest }: Table<Row>,
): Promise<void> {
  const { hidesAmounts = false } = response.req as TrackedRequest;
  const shown = columns.filter(({ isGuarded }) => !hidesAmounts || isGuarded !== true);
  const table = { ...rest, columns: shown };
  if (format === 'xlsx') {
    await streamFile(response, { name: `${name}.xlsx`, type: XLSX }, tableWorkbook(table, name));
  } else {
    const reader = format === 'csv' ? 'scripts' : 'excel';
    await streamFile(response, { name: `${name}.csv`, type: CSV }, tableCsv(table, reader));
  }
}
