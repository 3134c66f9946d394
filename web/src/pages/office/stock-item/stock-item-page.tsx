import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { variationText } from '../../../../../src/catalog/variations/variation-keys.ts';
import type { StockLevelsDto, StockMovementDto } from '../../../api/generated/admin-types';
import { listStockLevelsOptions, listStockMovementsOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { formatCount } from '../../../shared/format';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { Person } from '../people/person';
import { AdjustStock } from './adjust-stock';
import { OrderLink } from '../../../order/order-link';

const route = getRouteApi('/signed-in/office/stock/$sku');

type Level = StockLevelsDto['levels'][number];

const LEVEL_COLUMNS: readonly Column<Level>[] = [
  column.wide('Variation', ({ variation_key: key }) => variationText(key) || '–'),
  column.number('On hand', 'on_hand'),
  column.number('Reserved', 'reserved'),
  column.number('Can be sold', ({ on_hand: units, reserved }) => units - reserved),
];

const MOVEMENT_COLUMNS: readonly Column<StockMovementDto>[] = [
  column.time('When', 'at'),
  column.wide('Variation', ({ variation_key: key }) => variationText(key) || '–'),
  column.number('Change', ({ delta }) =>
    delta > 0 ? `+${formatCount(delta)}` : `−${formatCount(-delta)}`,
  ),
  column.number('Before', 'on_hand_before'),
  column.number('After', 'on_hand_after'),
  column.wide('Why', ({ reason, order_number: order }) =>
    order === null ? (
      reason
    ) : (
      <>
        {reason} <OrderLink number={order} />
      </>
    ),
  ),
  column.wide('Who', ({ actor }) => <Person actor={actor} />),
];

/** Renders the stock of one product: its levels and their movements. */
export function StockItemPage() {
  const { sku } = route.useParams();
  const query = useQuery(listStockLevelsOptions({ path: { sku } }));
  const levels = query.data?.data.levels;
  return (
    <>
      <PageHeader title={`Stock of ${sku}`} back={<Link to="/office/stock">Stock</Link>} />
      <div className="sections">
        <SectionCard title="On hand">
          <Loaded query={query} what="The stock" rows={1} />
          {levels !== undefined && (
            <DataTable
              caption="On hand"
              columns={[
                ...LEVEL_COLUMNS,
                {
                  header: 'Actions',
                  isWide: true,
                  permission: 'stock:write',
                  cell: (level) => <AdjustStock sku={sku} level={level} />,
                },
              ]}
              rows={levels}
              rowKey={({ variation_key: key }) => key}
            />
          )}
        </SectionCard>
        <Movements sku={sku} />
      </div>
    </>
  );
}

function Movements({ sku }: { sku: string }) {
  const { cursor } = route.useSearch();
  const query = usePages(listStockMovementsOptions({ path: { sku }, query: { cursor } }));
  return (
    <SectionCard title="Movements">
      <PagedList
        query={query}
        what="Movements"
        columns={MOVEMENT_COLUMNS}
        empty="No movements yet. Add units with a count or an adjustment."
      />
    </SectionCard>
  );
}
