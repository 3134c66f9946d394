import { CopyButton } from '../copy-button';
import type { Column } from './data-table';
import classes from './failure-columns.module.css';
import { Status } from '../status';
import { Time } from '../time';

/** A refused request in the lists of clients and operators. */
export interface Failure {
  at: string;
  status: number;
  code: string;
  count: number;
  method: string;
  route: string;
  fields: { field: string; code: string }[];
  store_order_id: string | null;
  request_id: string | null;
}

/** Columns of refused requests, with a link to the remedy. */
export const FAILURE_COLUMNS: readonly Column<Failure>[] = [
  { header: 'Refused at', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Reason',
    isWide: true,
    cell: ({ status, code, count }) => (
      <>
        <Status tone="bad">{`${status} ${code}${count > 1 ? ` (${count} times)` : ''}`}</Status>{' '}
        <a href={`/docs/errors#${code}`} className="small" aria-label={`What to do about ${code}`}>
          What to do
        </a>
      </>
    ),
  },
  {
    header: 'Request',
    isWide: true,
    cell: ({ method, route: path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  {
    header: 'Fields',
    isWide: true,
    cell: ({ fields }) =>
      fields.length === 0 ? (
        '–'
      ) : (
        <ul className={classes.fields}>
          {fields.map(({ field, code }) => (
            <li key={`${field} ${code}`}>
              <code>{field}</code> <span className="soft">{code.replaceAll('_', ' ')}</span>
            </li>
          ))}
        </ul>
      ),
  },
  { header: 'Store order', cell: ({ store_order_id }) => store_order_id ?? '–' },
  {
    header: 'Request id',
    cell: ({ request_id }) =>
      request_id === null ? (
        '–'
      ) : (
        <span className={classes.id}>
          <code>{request_id.slice(0, 8)}…</code>
          <CopyButton value={request_id} what={`request id ${request_id}`} />
        </span>
      ),
  },
];
