import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OwnPlanDto, PriceDto } from '../../api/generated/dashboard-types';
import { getOwnPlanOptions, listOwnPricesOptions } from '../../api/generated/dashboard';
import { column, type Column } from '../../shared/lists/columns';
import { DownloadTable } from '../../shared/lists/download';
import { FactList } from '../../shared/fact-list';
import { FilterField } from '../../shared/lists/filter-field';
import { formatCount } from '../../shared/format';
import { PagedList, usePages } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { Status } from '../../shared/status';
import { SubscriptionStatus } from '../../shared/terms/subscription-status';
import { Time } from '../../shared/time';

const route = getRouteApi('/signed-in/client/prices');

const COLUMNS: readonly Column<PriceDto>[] = [
  column.text('Product', 'name'),
  column.cell('SKU', ({ sku }) => <code>{sku}</code>),
  column.cell('Category', ({ category }) => (category === '' ? '–' : category)),
  column.cell('Stock', ({ stock }) =>
    stock === 0 ? <Status tone="bad">Sold out</Status> : formatCount(stock),
  ),
  column.money('Delivery', 'delivery_charge'),
  column.total('Your price', 'price'),
];

/** Renders the plan, and the price of each product on it. */
export function PricesPage() {
  const { q, cursor } = route.useSearch();
  const plan = useQuery(getOwnPlanOptions());
  const prices = usePages(listOwnPricesOptions({ query: { q, cursor } }));
  return (
    <>
      <PageHeader title="Plan and prices" />
      <div className="sections">
        <SectionCard title="Plan">
          <Loaded query={plan} what="The plan">
            {(answer) => <Plan plan={answer.data} />}
          </Loaded>
        </SectionCard>
        <SectionCard
          title="Prices"
          aside={<DownloadTable path="/dashboard/api/prices/export" filter={{ q }} />}
        >
          <FilterField label="Search" placeholder="Name, SKU or category" parameter="q" value={q} />
          <PagedList
            query={prices}
            what="Prices"
            columns={COLUMNS}
            empty={
              q === undefined
                ? 'There are no prices: your company has no plan, or no product is on sale.'
                : `No product matches “${q}”.`
            }
          />
        </SectionCard>
      </div>
    </>
  );
}

function Plan({ plan: { subscription, discount_percent } }: { plan: OwnPlanDto }) {
  if (subscription === null) {
    return <p className="soft">Your company has no plan yet. Ask the wholesaler for one.</p>;
  }
  const { plan_name, starts_at, ends_at, grace_ends_at } = subscription;
  return (
    <FactList
      facts={[
        ['Plan', plan_name],
        ['State', <SubscriptionStatus key="state" subscription={subscription} />],
        ['Since', <Time key="since" at={starts_at} />],
        ['Ends', ends_at === null ? 'No end' : <Time key="ends" at={ends_at} />],
        ...(grace_ends_at === null
          ? []
          : ([['Access until', <Time key="grace" at={grace_ends_at} />]] as const)),
        ['Discount', discount_percent === 0 ? 'None' : `${discount_percent} % off base prices`],
      ]}
    />
  );
}
