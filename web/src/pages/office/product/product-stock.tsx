import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import type { StockLevelDto } from '../../../api/generated/admin-types';
import { listStockLevelsOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';

const COLUMNS: readonly Column<StockLevelDto>[] = [
  column.cell('Variation', ({ variation_key: key }) => variationText(key) || 'All'),
  column.number('On hand', 'on_hand'),
  column.number('Reserved', 'reserved'),
];

/** Renders the stock on hand of each combination; the stock page changes it. */
export function ProductStock({ sku }: { sku: string }) {
  const query = useQuery(listStockLevelsOptions({ path: { sku } }));
  return (
    <SectionCard
      title="Stock"
      aside={
        <Link to="/office/stock/$sku" params={{ sku }}>
          Change stock
        </Link>
      }
    >
      <Loaded query={query} what="The stock" rows={1} />
      {query.data !== undefined && (
        <DataTable
          caption="Stock"
          columns={COLUMNS}
          rows={query.data.data.levels}
          rowKey={({ variation_key: key }) => key}
        />
      )}
    </SectionCard>
  );
}
