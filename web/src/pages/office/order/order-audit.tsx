import { useQuery } from '@tanstack/react-query';
import type { AuditEntryDto } from '../../../api/generated/admin-types';
import { listAuditEntriesOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { ListSection } from '../../../shared/lists/list-view';
import { actionText } from '../audit/audit-words';
import { Person } from '../people/person';

const SHOWN = 100;

const COLUMNS: readonly Column<AuditEntryDto>[] = [
  column.at('When', 'at'),
  column.cell('What', ({ action, subject }) => actionText(action, subject)),
  column.cell('Who', ({ actor }) => <Person actor={actor} />),
  column.text('Reason', ({ after }) => reasonOf(after), { isWide: true }),
];

/** Renders the audit entries of an order, newest first. */
export function OrderAudit({ orderNumber }: { orderNumber: string }) {
  const subject = `order ${orderNumber}`;
  const query = useQuery(listAuditEntriesOptions({ query: { subject, limit: SHOWN } }));
  return (
    <ListSection
      title="Audit"
      query={query}
      what="Changes of the order"
      columns={COLUMNS}
      empty="This order has no changes yet."
    />
  );
}

function reasonOf(after: object | null): string | null {
  const { reason } = (after ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? reason : null;
}
