import { useQuery } from '@tanstack/react-query';
import type { AuditEntryDto } from '../../../api/generated/admin-types';
import { listAuditEntriesOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { ListSection } from '../../../shared/lists/list-view';
import { RelativeTime } from '../../../shared/time';
import { actionText, changedFacts, factName, factText } from '../audit/audit-words';
import { Person } from '../people/person';

const SHOWN = 20;

const COLUMNS: readonly Column<AuditEntryDto>[] = [
  column.cell('When', ({ at, actor }) => (
    <>
      <RelativeTime at={at} />
      <div className="soft small">
        <Person actor={actor} />
      </div>
    </>
  )),
  column.wide('What changed', (entry) => describeChange(entry)),
];

/** Renders the changes of a product with who made them, newest first. */
export function ProductHistory({ sku }: { sku: string }) {
  const query = useQuery(
    listAuditEntriesOptions({ query: { subject: `product ${sku}`, limit: SHOWN } }),
  );
  return (
    <ListSection
      title="Audit"
      query={query}
      what="Changes"
      columns={COLUMNS}
      empty="Nothing of this product was changed yet."
    />
  );
}

/** Lists the fields that differ, with both values. */
function describeChange({ action, subject, before, after }: AuditEntryDto): string {
  if (action === 'cost.changed') return `Cost ${String(after?.cost)}`;
  if (before === null) return actionText(action, subject);
  const changes = changedFacts(before, after).filter(([name]) => name !== 'reason');
  const plan = typeof after?.plan === 'string' ? `Plan ${after.plan}: ` : '';
  const texts = changes.map(([name, was, is]) => {
    const before = was === undefined ? '' : `${shown(name, was)} → `;
    return `${factName(name)} ${before}${shown(name, is)}`;
  });
  return `${plan}${texts.join('; ')}`;
}

function shown(name: string, value: unknown): string {
  const text = factText(name, value);
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
}

const TEXT_LENGTH = 60;
