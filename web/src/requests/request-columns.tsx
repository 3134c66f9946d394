import { column, type Column } from '../shared/lists/columns';
import { RequestId } from './request-id';

/** An answered request in the lists of clients and operators. */
export interface AnsweredRequest {
  at: string;
  request_id: string;
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** Columns of answered requests. */
export const REQUEST_COLUMNS: readonly Column<AnsweredRequest>[] = [
  column.at('Answered at', 'at'),
  {
    header: 'Request',
    isWide: true,
    cell: ({ method, route }) => (
      <code>
        {method} {route}
      </code>
    ),
  },
  column.text('Status', 'status'),
  { header: 'Time', isNumber: true, cell: ({ ms }) => `${ms} ms` },
  { header: 'Request id', cell: ({ request_id }) => <RequestId id={request_id} /> },
];
