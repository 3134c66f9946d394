import type { Column } from '../shared/lists/data-table';
import { RequestId } from './request-id';
import { Time } from '../shared/time';

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
  { header: 'Answered at', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Request',
    isWide: true,
    cell: ({ method, route }) => (
      <code>
        {method} {route}
      </code>
    ),
  },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Time', isNumber: true, cell: ({ ms }) => `${ms} ms` },
  { header: 'Request id', cell: ({ request_id }) => <RequestId id={request_id} /> },
];
