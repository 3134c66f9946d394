import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazyPage } from '../../../routes/lazy-page';
import { Suspense } from 'react';
import { STATUS_SETS } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import {
  getFirstStepsOptions,
  getOfficeOverviewOptions,
  listOrdersOptions,
} from '../../../api/generated/admin';
import type { OfficeOverviewDto } from '../../../api/generated/admin-types';
import { useMay } from '../../../frame/session';
import { ListView } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { useOrderColumns } from '../orders/orders-columns';
import { TaxGaps } from './tax-gaps';
import { WorkTiles } from './work-tiles';
import classes from './today-page.module.css';

const SHOWN = 10;
const TodayNotices = lazyPage(() => import('./today-notices'), 'TodayNotices');
const LastDays = lazyPage(() => import('./last-days'), 'LastDays');
const FirstSteps = lazyPage(() => import('./first-steps'), 'FirstSteps');
const FirstOrder = lazyPage(() => import('./first-steps'), 'FirstOrder');

/** Renders the first steps of an installation, or the staff's work of today, within the signed-in person's permissions. */
export function TodayPage() {
  const steps = useQuery(getFirstStepsOptions());
  // At the same time, because nearly every installation has passed its first steps.
  const overview = useQuery(getOfficeOverviewOptions()).data?.data;
  return (
    <>
      <PageHeader title="Today" />
      {overview !== undefined && hasNotices(overview) && (
        <Suspense>
          <TodayNotices overview={overview} />
        </Suspense>
      )}
      <Loaded query={steps} what="The work of today" rows={4}>
        {({ data }) => (
          <>
            {data.first_order_step !== null && (
              <Suspense>
                <div className={classes.notice}>
                  <FirstOrder
                    step={data.first_order_step}
                    number={data.first_order_number}
                    mayHide={!data.shown}
                  />
                </div>
              </Suspense>
            )}
            {data.shown ? (
              <div className="sections">
                <TaxGaps />
                <Suspense>
                  <FirstSteps steps={data.steps} />
                </Suspense>
              </div>
            ) : (
              <Work />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** Returns true if {@link TodayNotices}, which is loaded then, has something to say. */
function hasNotices({
  document_holds: holds,
  bank_accounts_alone: alone,
  owners_leaving: leaving,
  order_losses: losses,
}: OfficeOverviewDto): boolean {
  return (holds ?? 0) + (alone?.length ?? 0) + (leaving?.length ?? 0) + (losses?.stores ?? 0) > 0;
}

function Work() {
  const query = useQuery(getOfficeOverviewOptions());
  const overview = query.data?.data;
  const days = overview?.days ?? null;
  return (
    <>
      <Loaded query={query} what="The work of today" rows={4} />
      {overview !== undefined && <WorkTiles overview={overview} />}
      <div className="sections">
        <TaxGaps />
        {useMay('orders:read') && <OrdersToShip />}
        {days !== null && (
          <Suspense fallback={<div className={classes.placeholder} />}>
            <LastDays days={days} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function OrdersToShip() {
  const toShip = useQuery(
    listOrdersOptions({ query: { status: STATUS_SETS.shippable.join(','), limit: SHOWN } }),
  );
  return (
    <SectionCard
      title="Oldest orders to ship"
      aside={<Link to="/office/orders">All orders to ship</Link>}
    >
      <ListView
        query={toShip}
        what="Oldest orders to ship"
        columns={useOrderColumns()}
        isCompact
        rowKey={({ order_number }) => order_number}
        empty="All paid orders are shipped."
      />
    </SectionCard>
  );
}
