import { CopyButton } from '../shared/copy-button';
import classes from './failure-columns.module.css';

/** Renders the beginning of a request id, and copies all of it. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className={classes.id}>
      <code>{id.slice(0, 8)}…</code>
      <CopyButton value={id} what={`request id ${id}`} />
    </span>
  );
}

/** Describes the search of a list of requests. */
export function requestIdSearch(value: string | undefined) {
  return {
    label: 'Request id',
    placeholder: 'X-Request-Id of the response',
    parameter: 'request_id',
    value,
  };
}
