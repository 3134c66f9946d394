import readWorkbook from 'read-excel-file/node';
import type { Test } from 'supertest';
import { XLSX } from '../../../src/platform/csv/csv-response.js';

/** Downloads a workbook, and returns the rows of its sheet as another library reads them. */
export async function workbookRows(request: Test): Promise<unknown[][]> {
  const response = await request.responseType('blob');
  expect([response.status, response.headers['content-type']]).toEqual([200, XLSX]);
  const [sheet] = await readWorkbook(response.body as Buffer);
  return sheet!.data;
}
