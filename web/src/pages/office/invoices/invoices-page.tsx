import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { listDocumentsOptions } from '../../../api/generated/admin';
import type { DocumentDto } from '../../../api/generated/admin-types';
import { AMOUNT_COLUMNS, KIND_COLUMNS } from '../../../documents/document-columns';
import { KIND_OPTIONS } from '../../../documents/document-kinds';
import { formatMonth, plural, shopToday } from '../../../shared/format';
import { Icon } from '../../../shared/icon';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { column, type Column } from '../../../shared/lists/columns';
import { FilterDate, FilterSelect } from '../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { choiceChips } from '../../../shared/lists/toolbar/choice-chips';
import { ListBar, type Chip } from '../../../shared/lists/toolbar/list-bar';
import { useRowSelection } from '../../../shared/lists/use-row-selection';
import { ClientFilter } from '../client/filter/client-filter';
import { useClientChip } from '../client/filter/client-name';
import { DocumentLink } from './document-link';
import { NumbersTab } from './numbers-tab';
import { UninvoicedTab } from './uninvoiced-tab';
import { linkTo } from '../office-columns';

const route = getRouteApi('/signed-in/office/invoices');

/** Documents of one print. */
const PRINTED_MAX = 200;

const COLUMNS: readonly Column<DocumentDto>[] = [
  column.cell('Number', (document) => <DocumentLink {...document} />),
  ...KIND_COLUMNS,
  linkTo.client('Client', 'client_id', { onPhone: 'below' }),
  linkTo.order('Order', 'order_number'),
  ...AMOUNT_COLUMNS,
];

const TABS = [
  { value: undefined, label: 'Documents' },
  { value: 'missing', label: 'Shipments without an invoice' },
  { value: 'numbers', label: 'Numbers' },
] as const;

/** Renders tax documents, the shipments that have none yet, and the numbers of each series. */
export function InvoicesPage() {
  const { tab } = route.useSearch();
  return (
    <>
      <PageHeader title="Invoices" detail="Of all clients, the latest first" />
      <Tabs label="Invoices" tabs={TABS} parameter="tab" current={tab} />
      {tab === undefined && <DocumentsTab />}
      {tab === 'missing' && <UninvoicedTab />}
      {tab === 'numbers' && <NumbersTab />}
    </>
  );
}

/** Renders the tax documents of all clients; those that are selected are printed as one PDF. */
function DocumentsTab() {
  const { tab: _tab, cursor, ...search } = route.useSearch();
  const { kind, month, client, q } = search;
  const filter = { kind, month, q, client_id: client === undefined ? undefined : Number(client) };
  const query = usePages(listDocumentsOptions({ query: { ...filter, cursor } }));
  const { chosen, selectionWith } = useRowSelection({
    rows: query.data?.data ?? [],
    keyOf: ({ id }) => String(id),
    isSelectable: (document) => document.kind !== 'canceled',
    label: ({ number }) => `Select ${number}`,
    allLabel: 'Select all documents on this page',
    filter: JSON.stringify(filter),
    isLocked: false,
  });
  return (
    <>
      <ListBar
        list="office-invoices"
        filter={search}
        search={{ placeholder: 'Document or order number', value: q }}
        fields={
          <>
            <FilterSelect label="Kind" parameter="kind" value={kind} options={KIND_OPTIONS} />
            <FilterDate
              label="Month"
              parameter="month"
              type="month"
              value={month}
              max={shopToday().slice(0, 7)}
            />
            <ClientFilter value={client} />
          </>
        }
        chips={useDocumentChips()}
      />
      <PagedList
        query={query}
        what="Invoices"
        columns={COLUMNS}
        isCompact
        selection={selectionWith(<PrintBar documents={chosen} />)}
        empty={emptyText(Object.values(search).some(Boolean))}
      />
    </>
  );
}

/** Describes the filters that are set, in words. */
function useDocumentChips(): Chip[] {
  const { kind, month, client } = route.useSearch();
  return [
    ...choiceChips([['kind', 'Kind', kind, KIND_OPTIONS]]),
    ...(month === undefined ? [] : [{ parameter: 'month', label: formatMonth(month) }]),
    ...useClientChip(client),
  ];
}

function PrintBar({ documents }: { documents: readonly DocumentDto[] }) {
  if (documents.length > PRINTED_MAX) {
    return <span>{`Select at most ${PRINTED_MAX} documents to print`}</span>;
  }
  return (
    <Button
      component="a"
      href={`/admin/documents/pdf?ids=${documents.map(({ id }) => id).join()}`}
      target="_blank"
      rel="noreferrer"
      size="sm"
      leftSection={<Icon name="print" size={16} />}
    >
      {`Print ${plural(documents.length, 'document')}`}
    </Button>
  );
}

function emptyText(isNarrowed: boolean): string {
  return isNarrowed
    ? 'No document matches these filters.'
    : 'There are no documents yet: with a tax profile, each shipment issues one.';
}
