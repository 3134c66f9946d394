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
  column.wide('Request', ({ method, route }) => (
    <code>
      {method} {route}
    </code>
  )),
  column.text('Status', 'status'),
  { header: 'Time', isNumber: true, cell: ({ ms }) => `${ms} ms` },
  column.cell('Request id', ({ request_id }) => <RequestId id={request_id} />),
];
