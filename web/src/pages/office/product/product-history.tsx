import { useQuery } from '@tanstack/react-query';
import type { AuditEntryDto } from '../../../api/generated/admin-types';
import { listAuditEntriesOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { ListSection } from '../../../shared/lists/list-view';
import { personOf } from '../imports/import-progress';

const SHOWN = 20;

const COLUMNS: readonly Column<AuditEntryDto>[] = [
  column.time('When', 'at'),
  column.cell('Who', ({ actor }) => personOf(actor)),
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

/** Lists the fields that differ, with both values; amounts are in minor units there, as the audit log keeps them. */
function describeChange({ action, before, after }: AuditEntryDto): string {
  if (action === 'cost.changed') return `Cost ${String(after?.cost)}`;
  if (before === null) return action === 'product.created' ? 'Created' : action;
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'reason');
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after?.[name]),
  );
  const plan = typeof after?.plan === 'string' ? `Plan ${after.plan}: ` : '';
  return `${plan}${changed.map((name) => `${labelOf(name)} ${shown(name, before[name])} → ${shown(name, after?.[name])}`).join('; ')}`;
}

function labelOf(name: string): string {
  // Stock is recorded by variation key, which is empty without variations.
  if (name === '') return 'stock';
  return name.replace(/_minor$|_bp$/, '').replaceAll('_', ' ');
}

function shown(name: string, value: unknown): string {
  if (value == null || value === '') return 'none';
  if (typeof value === 'number' && /_minor$|_bp$/.test(name)) return (value / 100).toFixed(2);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
}

const TEXT_LENGTH = 60;
