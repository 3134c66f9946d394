import { getRouteApi, Link } from '@tanstack/react-router';
import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import type { ListedLevelDto } from '../../../api/generated/admin-types';
import { listStockOverviewOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { SearchByCamera } from '../../../shared/camera/search-by-camera';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadOrPrint } from '../../../shared/lists/download';
import { ListView, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { SectionCard } from '../../../shared/layout/section-card';
import { StockBar, stockFileFilter, stockQuery } from '../stock/stock-filters';
import { ApplySheet } from './apply-sheet';

const route = getRouteApi('/signed-in/office/stock-count');
/** Maximum rows of the printed sheet; the file has all. */
const PRINTED = 500;

const COLUMNS: readonly Column<ListedLevelDto>[] = [
  column.code('SKU', 'sku'),
  column.wide('Variation', ({ variation_key: key }) => variationText(key) || '–'),
  column.text('Shelf', 'shelf'),
  column.text('Product', 'name', { isWide: true }),
  column.number('Expected', 'on_hand'),
  { header: 'Counted', isNumber: true, cell: () => <span className="soft">_____</span> },
];

/** Renders a count sheet to download, and the upload of the counted one. */
export function StockCountPage() {
  const { state, below, sold, q } = route.useSearch();
  const filter = { state, below, sold, q };
  const canCount = useMay('stock:write');
  const query = usePages(
    listStockOverviewOptions({ query: { ...stockQuery(filter), limit: PRINTED } }),
  );
  const hasMore = (query.data?.next_cursor ?? null) !== null;
  return (
    <>
      <PageHeader title="Count stock" back={<Link to="/office/stock">Stock</Link>} />
      <div className="sections">
        {canCount && <ApplySheet />}
        <SectionCard
          title="Count sheet"
          aside={
            <DownloadOrPrint
              path="/admin/stock/count-sheet"
              filter={stockFileFilter(filter)}
              label="Download count sheet"
            />
          }
        >
          <div className="no-print">
            <p className="soft">
              Download the sheet, fill in the column “counted”, and send it back above. Rows that
              you leave empty do not change.
              {hasMore && ` Only the first ${PRINTED} rows are printed; the file has all.`}
            </p>
            <StockBar filter={filter} />
            <SearchByCamera />
          </div>
          <ListView
            query={query}
            what="Count sheet"
            columns={COLUMNS}
            rowKey={({ sku, variation_key: key }) => `${sku} ${key}`}
            empty="No stock matches these filters. Choose “All”."
          />
        </SectionCard>
      </div>
    </>
  );
}
