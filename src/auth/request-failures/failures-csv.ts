import { csvParts } from '../../platform/csv/csv-response.js';
import type { RequestFailure } from './request-failure.entity.js';

const COLUMNS = ['at', 'status', 'code', 'method', 'route', 'fields', 'store_order_id'];

/** Returns refused requests as a CSV file. */
export function failuresCsv(
  pages: AsyncIterable<readonly RequestFailure[]>,
): AsyncIterable<string> {
  return csvParts([...COLUMNS, 'request_id', 'count'], pages, cellsOf);
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
