import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { PriceListPriceDto } from '../../../api/generated/admin-types';
import { getPriceListOptions, listPriceListPricesOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadTable } from '../../../shared/lists/download';
import { FilterField } from '../../../shared/lists/filter-field';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { Tabs } from '../../../shared/layout/tabs';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { Person } from '../people/person';
import { PriceListState } from '../prices/price-list-state';
import { changeOf } from './price-change';
import { PriceListStart } from './price-list-start';
import { PriceListSummary } from './price-list-summary';

const route = getRouteApi('/signed-in/office/prices/$id');

const CHANGES = [
  { value: undefined, label: 'All' },
  { value: 'rise', label: 'Rise' },
  { value: 'fall', label: 'Fall' },
] as const;

const COLUMNS: readonly Column<PriceListPriceDto>[] = [
  column.code('SKU', 'sku'),
  column.text('Product', 'name', { isWide: true }),
  column.money('Before', 'price_before'),
  column.total('New price', 'price'),
  { header: 'Change', isNumber: true, cell: changeOf },
];

/** Renders a price list: what it changes, when it starts, and every price of it. */
export function PriceListPage() {
  const { id } = route.useParams();
  const query = useQuery(getPriceListOptions({ path: { id: Number(id) } }));
  const back = <Link to="/office/prices">Prices</Link>;
  if (query.error !== null) {
    return (
      <>
        <PageHeader title="Price list" back={back} />
        <ProblemNotice
          error={query.error}
          title="The price list could not be loaded."
          onRetry={() => void query.refetch()}
        />
      </>
    );
  }
  const list = query.data?.data;
  if (list === undefined) return <TableSkeleton />;
  return (
    <>
      <PageHeader
        title={list.name}
        back={back}
        detail={
          <>
            <PriceListState state={list.state} /> Plan {list.plan} · made by{' '}
            <Person actor={list.made_by} />
          </>
        }
      />
      <div className="sections">
        <PriceListSummary list={list} />
        <PriceListStart list={list} />
        <Prices id={list.id} />
      </div>
    </>
  );
}

function Prices({ id }: { id: number }) {
  const { q, change, cursor } = route.useSearch();
  const query = usePages(
    listPriceListPricesOptions({ path: { id }, query: { q, change, cursor } }),
  );
  return (
    <SectionCard
      title="Prices"
      aside={<DownloadTable path={`/admin/price-lists/${id}/export`} filter={{ q, change }} />}
    >
      <FilterField label="Search" placeholder="SKU or name" parameter="q" value={q} />
      <Tabs label="Change" tabs={CHANGES} parameter="change" current={change} />
      <PagedList
        query={query}
        what="Prices"
        columns={COLUMNS}
        rowKey={({ sku }) => sku}
        empty="No price of the list matches. Choose “All”, or search again."
      />
    </SectionCard>
  );
}
