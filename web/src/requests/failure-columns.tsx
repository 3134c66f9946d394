import { formatCount } from '../shared/format';
import { column, type Column } from '../shared/lists/columns';
import classes from './failure-columns.module.css';
import { RequestId } from './request-id';
import { Status } from '../shared/status';

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
  token_id: number | null;
  /** Domains of a request that named another one than that of its token. */
  domain: { sent: string | null; registered: string; token_last4: string } | null;
}

/** Columns of refused requests, with a link to the remedy. */
export const FAILURE_COLUMNS: readonly Column<Failure>[] = [
  column.at('Refused at', 'at'),
  column.wide('Reason', ({ status, code, count, domain }) => (
    <>
      <Status tone="bad">{`${status} ${code}${count > 1 ? ` (${formatCount(count)} times)` : ''}`}</Status>{' '}
      <a href={`/docs/errors#${code}`} className="small" aria-label={`What to do about ${code}`}>
        What to do
      </a>
      {domain !== null && <Domains {...domain} />}
    </>
  )),
  column.wide('Request', ({ method, route: path }) => (
    <code>
      {method} {path}
    </code>
  )),
  column.wide('Fields', ({ fields }) =>
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
  ),
  column.text('Store order', 'store_order_id'),
  column.cell('Request id', ({ request_id }) =>
    request_id === null ? '–' : <RequestId id={request_id} />,
  ),
];

function Domains({ sent, registered, token_last4 }: NonNullable<Failure['domain']>) {
  return (
    <p className="small">
      Sent <strong>{sent ?? 'no domain'}</strong>; token …{token_last4} is registered to{' '}
      <strong>{registered}</strong>
    </p>
  );
}
