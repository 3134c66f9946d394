import { Link } from '@tanstack/react-router';
import type { AuditEntryDto } from '../../../api/generated/admin-types';
import { CopyButton } from '../../../shared/copy-button';
import { column, type Column } from '../../../shared/lists/columns';
import classes from './audit-columns.module.css';
import { OrderLink } from '../../../order/order-link';

const FIELDS_NAMED = 3;

/** Columns of a change: time, person, subject, and values before and after. */
export const AUDIT_COLUMNS: readonly Column<AuditEntryDto>[] = [
  column.at('At', 'at'),
  column.wide('Person', ({ actor }) => (
    <Link to="/office/audit" search={{ actor: actor.split(' <')[0] }}>
      {actor}
    </Link>
  )),
  column.cell('Action', ({ action }) => action.replaceAll(/[._]/g, ' ')),
  column.cell('Thing', ({ subject }) => <Subject subject={subject} />),
  column.wide('Change', (entry) => <ChangeOf entry={entry} />),
];

/** Links to the changed object's page, else to the list it is in, else to its entries in the audit log. */
function Subject({ subject }: { subject: string }) {
  const [kind, ...rest] = subject.split(' ');
  const key = rest.join(' ');
  if (kind === 'client' && /^\d+$/.test(key)) {
    return (
      <Link to="/office/clients/$id" params={{ id: key }}>
        {subject}
      </Link>
    );
  }
  if (kind === 'order') {
    return <OrderLink number={key} />;
  }
  if (kind === 'product') {
    return (
      <Link to="/office/catalog/$sku" params={{ sku: key }} className="mono">
        {key}
      </Link>
    );
  }
  if (kind === 'receipt' || kind === 'adjustment') {
    return (
      <Link
        to="/office/money"
        search={kind === 'receipt' ? { tab: 'receipts' } : { tab: 'approvals', status: 'all' }}
      >
        {subject}
      </Link>
    );
  }
  if (kind === 'user') return <Link to="/office/people">{subject}</Link>;
  return (
    <Link to="/office/audit" search={{ subject }}>
      {subject}
    </Link>
  );
}

function ChangeOf({ entry }: { entry: AuditEntryDto }) {
  const { before, after, request_id: requestId } = entry;
  const changes = changedFacts(before, after);
  return (
    <details className={classes.change}>
      <summary>{summaryOf(changes)}</summary>
      <dl className={classes.facts}>
        {changes.map(([name, was, is]) => (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>
              {was !== undefined && <del>{textOf(was)}</del>}{' '}
              {is !== undefined && <ins>{textOf(is)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {requestId !== null && (
        <p className="soft small">
          Request <code>{requestId}</code> <CopyButton value={requestId} what="request id" />
        </p>
      )}
    </details>
  );
}

type Facts = Record<string, unknown> | null;

/** Lists the differences by name with the values before and after; undefined: no value. */
function changedFacts(before: Facts, after: Facts): [name: string, was: unknown, is: unknown][] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name): [string, unknown, unknown] => [name, before?.[name], after?.[name]])
    .filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is));
}

/** Writes the names of the first differences. */
function summaryOf(changes: readonly [name: string, was: unknown, is: unknown][]): string {
  const names = changes.map(([name]) => (name === '' ? 'quantity' : name.replaceAll('_', ' ')));
  const rest = names.length - FIELDS_NAMED;
  if (names.length === 0) return 'Details';
  return rest > 0
    ? `${names.slice(0, FIELDS_NAMED).join(', ')} and ${rest} more`
    : names.join(', ');
}

function textOf(value: unknown): string {
  if (value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
