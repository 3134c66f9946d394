import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OfficeOverviewDto, OrderSummaryDto } from '../../../api/generated/admin-types';
import { getOfficeOverviewOptions, listOrdersOptions } from '../../../api/generated/admin';
import { useMay, useSession } from '../../../frame/session';
import { SearchByCamera } from '../../../shared/camera/search-by-camera';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadTable } from '../../../shared/lists/download';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { ListBar } from '../../../shared/lists/toolbar/list-bar';
import { Notice } from '../../../shared/layout/notice';
import { PageHeader } from '../../../shared/layout/page-header';
import { Status } from '../../../shared/status';
import { Tabs } from '../../../shared/layout/tabs';
import { InspectListed } from '../order/inspect-return';
import { useOrderColumns } from '../orders/orders-columns';
import classes from './returns-page.module.css';
import { SettleReturn } from './settle-return';

const route = getRouteApi('/signed-in/office/returns');

const TABS = [
  { value: 'decision', label: 'To decide' },
  { value: 'goods', label: 'Expected' },
  { value: 'inspection', label: 'To inspect' },
  { value: 'settlement', label: 'To settle' },
  { value: 'settled', label: 'Settled' },
] as const;
type Tab = (typeof TABS)[number]['value'];

/** Tabs with a next step, in its order, each with the permission for it. */
const STEPS: readonly { tab: Tab; needs: string; action?: string }[] = [
  { tab: 'decision', needs: 'orders:cancel', action: 'Decide' },
  { tab: 'goods', needs: 'orders:ship', action: 'Receive' },
  { tab: 'inspection', needs: 'returns:inspect' },
  { tab: 'settlement', needs: 'money:write' },
];

const DETAILS = {
  decision: 'Returns that stores ask for, the oldest first',
  goods: 'Accepted returns whose units are not back, the oldest first',
  inspection: 'Units that are back and were not inspected, the oldest first',
  settlement: 'Returned orders whose refund is not decided, the oldest first',
  settled: undefined,
} as const;

const EMPTY = {
  decision: 'No return to decide. Orders appear here when a store asks to send units back.',
  goods: 'No return is expected. Accepted returns appear here until they are marked as returned.',
  inspection: 'Nothing to inspect. Returns appear here when their units are back.',
  settlement: 'No return to settle. Orders appear here when their units are back and inspected.',
  settled: 'No return was settled yet.',
} as const;

const RESULT: Column<OrderSummaryDto> = column.cell('Result', ({ payment_status: payment }) =>
  payment === 'refunded' ? (
    <Status tone="ok">Refunded</Status>
  ) : (
    <Status tone="calm">Closed, part kept</Status>
  ),
);

const INSPECTION: Column<OrderSummaryDto> = column.cell('Next', ({ order_number: number }) => (
  <InspectListed orderNumber={number} />
));

const NOTE: Column<OrderSummaryDto> = {
  header: 'Note',
  isWide: true,
  onPhone: 'below',
  cell: ({ order_number: number, undelivered_shipment_id: shipment }) =>
    shipment !== null && (
      <Button
        variant="transparent"
        size="compact-sm"
        px={0}
        h="auto"
        mih="max(1.625rem, var(--target))"
        classNames={{ label: classes.note }}
        renderRoot={(props) => (
          <Link
            to="/office/orders/$number"
            params={{ number }}
            hash={`shipment-${shipment}`}
            {...props}
          />
        )}
      >
        Came back undelivered
      </Button>
    ),
};

/** Renders the tabs with the numbers of what waits, which make up the number in the menu. */
function ReturnsTabs({ current }: { current: Tab }) {
  const overview = useQuery(getOfficeOverviewOptions()).data?.data;
  const counts = waitingIn(overview);
  const tabs = TABS.map((tab) => ({ ...tab, count: counts[tab.value] ?? 0 }));
  return <Tabs label="Returns" tabs={tabs} parameter="tab" current={current} />;
}

/** Counts the returns that wait in each tab. */
function waitingIn(overview: OfficeOverviewDto | undefined): Partial<Record<Tab, number | null>> {
  return {
    decision: overview?.returns_to_decide,
    inspection: overview?.returns_to_inspect,
    settlement: overview?.returns_to_settle,
  };
}

/** Renders the returned orders, where staff decide what is restocked and refunded. */
export function ReturnsPage() {
  const { tab } = route.useSearch();
  return tab === undefined ? <FirstTab /> : <Returns tab={tab} />;
}

/**
 * Opens a tab for the signed-in person:
 * - the first in which work waits that the person may do
 * - else the last of that work, so that the warehouse inspects and finance settles
 * - else the first in which any work waits
 */
function FirstTab() {
  const overview = useQuery(getOfficeOverviewOptions());
  const { permissions } = useSession();
  if (overview.isPending) {
    return (
      <>
        <PageHeader title="Returns" />
        <TableSkeleton />
      </>
    );
  }
  const counts = waitingIn(overview.data?.data);
  const waits = ({ tab }: { tab: Tab }): boolean => (counts[tab] ?? 0) > 0;
  const own = STEPS.filter(({ needs }) => permissions.includes(needs));
  const { tab = 'settlement' } = own.find(waits) ?? own.at(-1) ?? STEPS.find(waits) ?? {};
  return <Navigate to="." search={(search) => ({ ...search, tab })} replace />;
}

function Returns({ tab }: { tab: Tab }) {
  const { q, cursor } = route.useSearch();
  const isSettled = tab === 'settled';
  const maySettle = useMay('money:write');
  const mayInspect = useMay('returns:inspect');
  const [settled, setSettled] = useState<readonly string[]>([]);
  const action = useOrderAction(tab);
  const filter = tab === 'settled' ? { settled: 'true' as const, q } : { return_step: tab, q };
  const query = usePages(
    listOrdersOptions({
      query: { ...filter, cursor, sort: isSettled ? '-created_at' : 'created_at' },
    }),
  );
  const decision: Column<OrderSummaryDto> = column.cell('Decision', ({ order_number: number }) => (
    <SettleReturn
      orderNumber={number}
      label="Settle"
      size="compact-sm"
      onSettled={(text) => setSettled((before) => [text, ...before])}
    />
  ));
  // The tab says it.
  const columns = useOrderColumns().filter(({ header }) => header !== 'Status');
  const steps: Partial<Record<Tab, Column<OrderSummaryDto>[]>> = {
    settled: [RESULT],
    ...(maySettle && { settlement: [decision] }),
    ...(mayInspect && { inspection: [INSPECTION] }),
  };
  const last = (steps[tab] ?? action).map((step) => ({ ...step, onPhone: 'below' as const }));
  return (
    <>
      <PageHeader title="Returns" detail={DETAILS[tab]} />
      <ReturnsTabs current={tab} />
      {tab === 'inspection' && <SearchByCamera />}
      <ListBar
        list="office-returns"
        filter={{ tab, q }}
        search={{ placeholder: 'Order number, phone or name', value: q }}
      >
        <DownloadTable path="/admin/orders/export" filter={filter} />
      </ListBar>
      <div role="status" className={classes.settled}>
        {settled.map((text) => (
          <Notice key={text} tone="ok">
            <p>{text}</p>
          </Notice>
        ))}
      </div>
      <PagedList
        query={query}
        what="Returns"
        columns={[...columns, NOTE, ...last]}
        isCompact
        rowKey={({ order_number }) => order_number}
        empty={q === undefined ? EMPTY[tab] : `No return matches “${q}”.`}
      />
    </>
  );
}

/** Makes the column with the next step of a return, which is taken on the page of its order. */
function useOrderAction(current: Tab): Column<OrderSummaryDto>[] {
  const { permissions } = useSession();
  const next = STEPS.find(({ tab }) => tab === current);
  if (next?.action === undefined || !permissions.includes(next.needs)) return [];
  const { action } = next;
  return [
    column.cell('Next', ({ order_number: number }) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${action} ${number}`}
        renderRoot={(props) => (
          <Link to="/office/orders/$number" params={{ number }} hash="returns" {...props} />
        )}
      >
        {action}
      </Button>
    )),
  ];
}
