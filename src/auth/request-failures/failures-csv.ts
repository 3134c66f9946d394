import { toCsvRows } from '../../platform/csv/csv-response.js';
import type { RequestFailure } from './request-failure.entity.js';

const COLUMNS = ['at', 'status', 'code', 'method', 'route', 'fields', 'store_order_id'];

/** A file of refused requests with a row of names, page by page. */
export async function* failuresCsv(
  pages: AsyncIterable<readonly RequestFailure[]>,
): AsyncGenerator<string, void> {
  yield toCsvRows([[...COLUMNS, 'request_id', 'count']]);
  for await (const page of pages) {
    if (page.length > 0) yield toCsvRows(page.map(cellsOf));
  }
}

function cellsOf(failure: RequestFailure): string[] {
  return [
    failure.at.toISOString(),
    String(failure.status),
    failure.code,
    failure.method,
    failure.route,
    failure.fields.map(({ field, code }) => `${field} ${code}`).join('; '),
    failure.storeOrderId ?? '',
    failure.requestId ?? '',
    String(failure.count),
  ];
}
