import { count, time, text, type Table } from '../../../platform/table-export/table.js';
import type { RequestFailure } from './request-failure.entity.js';

/** Returns refused requests as a table. */
export function failuresTable(
  pages: AsyncIterable<readonly RequestFailure[]>,
): Table<RequestFailure> {
  return {
    pages,
    columns: [
      time('at', (failure) => failure.at),
      count('status', (failure) => failure.status),
      text('code', (failure) => failure.code),
      text('method', (failure) => failure.method),
      text('route', (failure) => failure.route),
      text('fields', ({ fields }) =>
        fields.map(({ field, code }) => `${field} ${code}`).join('; '),
      ),
      text('store_order_id', (failure) => failure.storeOrderId),
      text('request_id', (failure) => failure.requestId),
      count('count', (failure) => failure.count),
    ],
  };
}
