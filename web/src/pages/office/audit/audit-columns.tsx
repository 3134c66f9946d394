import { Link } from '@tanstack/react-router';
import type { AuditEntryDto } from '../../../api/generated/admin-types';
import { CopyButton } from '../../../shared/copy-button';
import { column, type Column } from '../../../shared/lists/columns';
import classes from './audit-columns.module.css';
import { OrderLink } from '../../../order/order-link';
import { ClientLinkById } from '../client/client-link';
import { Person } from '../people/person';
import { actionText, changedFacts, factName, factText } from './audit-words';

const FIELDS_NAMED = 3;

/** Columns of a change, without what was changed: time, person, action, and values before and after. */
export const CHANGE_COLUMNS: readonly Column<AuditEntryDto>[] = [
  column.at('At', 'at'),
  {
    header: 'Who',
    onPhone: 'end',
    cell: ({ actor }) => (
      <Link to="/office/audit" search={{ actor: actor.split(' <')[0] }}>
        <Person actor={actor} />
      </Link>
    ),
  },
  column.text('Did', ({ action, subject }) => actionText(action, subject), { onPhone: 'below' }),
  { header: 'Change', isWide: true, onPhone: 'below', cell: (entry) => <ChangeOf entry={entry} /> },
];

/** Columns of a change, with what was changed. */
export const AUDIT_COLUMNS: readonly Column<AuditEntryDto>[] = CHANGE_COLUMNS.toSpliced(-1, 0, {
  header: 'To what',
  onPhone: 'below',
  cell: (entry) => <Subject entry={entry} />,
});

/** Links to the changed object's page, else to the list it is in, else to its entries in the audit log. */
function Subject({ entry }: { entry: AuditEntryDto }) {
  const { subject } = entry;
  const [kind, ...rest] = subject.split(' ');
  const key = rest.join(' ');
  if (kind === 'client' && /^\d+$/.test(key)) return <ClientLinkById id={Number(key)} />;
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
  if (kind === 'user') {
    return (
      <Link to="/office/people">
        <Person actor={namedPerson(entry)} />
      </Link>
    );
  }
  return (
    <Link to="/office/audit" search={{ subject }}>
      {subject}
    </Link>
  );
}

/** Finds the person whom an entry is about, with the email address if the entry names it. */
function namedPerson({ subject, actor, before, after }: AuditEntryDto): string {
  if (actor.startsWith(`${subject} `)) return actor;
  const email = after?.email ?? before?.email;
  return typeof email === 'string' ? `${subject} <${email}>` : subject;
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
            <dt>{factName(name)}</dt>
            <dd>
              {was !== undefined && (
                <del>
                  <Fact name={name} value={was} />
                </del>
              )}{' '}
              {is !== undefined && (
                <ins>
                  <Fact name={name} value={is} />
                </ins>
              )}
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

/** Renders a value, and a client by its name. */
function Fact({ name, value }: { name: string; value: unknown }) {
  return /^client(_id)?$/i.test(name) && typeof value === 'number' ? (
    <ClientLinkById id={value} />
  ) : (
    factText(name, value)
  );
}

/** Writes the names of the first differences. */
function summaryOf(changes: readonly [name: string, was: unknown, is: unknown][]): string {
  const names = changes.map(([name]) => factName(name));
  const rest = names.length - FIELDS_NAMED;
  if (names.length === 0) return 'Details';
  return rest > 0
    ? `${names.slice(0, FIELDS_NAMED).join(', ')} and ${rest} more`
    : names.join(', ');
}
