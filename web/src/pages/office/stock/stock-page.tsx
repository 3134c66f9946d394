import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import type { ListedLevelDto } from '../../../api/generated/admin-types';
import { listStockOverviewOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadTable } from '../../../shared/lists/download';
import { EmptyState } from '../../../shared/layout/empty-state';
import { formatCount } from '../../../shared/format';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Status } from '../../../shared/status';
import { StockBar, stockFileFilter, stockQuery } from './stock-filters';

const route = getRouteApi('/signed-in/office/stock');

const COLUMNS: readonly Column<ListedLevelDto>[] = [
  column.cell('SKU', ({ sku }) => (
    <Link to="/office/stock/$sku" params={{ sku }} className="mono">
      {sku}
    </Link>
  )),
  column.text('Product', 'name', { onPhone: 'below' }),
  column.text('Variation', ({ variation_key: key }) => variationText(key) || '–', {
    onPhone: 'below',
  }),
  column.cell('Shelf', ({ shelf }) => <span className="number">{shelf ?? '–'}</span>),
  column.number('On hand', 'on_hand'),
  column.number('Reserved', 'reserved'),
  {
    header: 'Can be sold',
    isNumber: true,
    onPhone: 'below',
    cell: ({ available }) =>
      available === 0 ? <Status tone="bad">0</Status> : formatCount(available),
  },
  column.number('Shipped in 7 days', 'shipped_last_week'),
];

/** Renders the stock of all products, level by level. */
export function StockPage() {
  const { cursor, ...filter } = route.useSearch();
  const query = usePages(listStockOverviewOptions({ query: { ...stockQuery(filter), cursor } }));
  return (
    <>
      <PageHeader
        title="Stock"
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/office/stock-count" search={filter} {...props} />}
          >
            Count stock
          </Button>
        }
      />
      <StockBar filter={filter} list="office-stock">
        <DownloadTable path="/admin/stock/export" filter={stockFileFilter(filter)} />
      </StockBar>
      <PagedList
        query={query}
        what="Stock"
        columns={COLUMNS}
        isCompact
        rowKey={({ sku, variation_key: key }) => `${sku} ${key}`}
        empty={
          Object.values(filter).some((value) => value !== undefined) ? (
            'No stock matches these filters. Choose “All”, or search again.'
          ) : (
            <EmptyState action={<Link to="/office/catalog">Add products</Link>}>
              There is no stock yet: products of the catalog appear here with their units.
            </EmptyState>
          )
        }
      />
    </>
  );
}
