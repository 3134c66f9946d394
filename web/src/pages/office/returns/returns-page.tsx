import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrderSummaryDto } from '../../../api/generated/admin-types';
import { getOfficeOverviewOptions, listOrdersOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import { DownloadTable } from '../../../shared/lists/download';
import { FilterField } from '../../../shared/lists/filter-field';
import { ListTools } from '../../../shared/lists/list-tools';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { Notice } from '../../../shared/layout/notice';
import { PageHeader } from '../../../shared/layout/page-header';
import { Status } from '../../../shared/status';
import { Tabs } from '../../../shared/layout/tabs';
import { useOrderColumns } from '../orders/orders-columns';
import classes from './returns-page.module.css';
import { SettleReturn } from './settle-return';

const route = getRouteApi('/signed-in/office/returns');

const TABS = [
  { value: 'decision', label: 'To decide' },
  { value: 'goods', label: 'Expected' },
  { value: 'inspection', label: 'To inspect' },
  { value: undefined, label: 'To settle' },
  { value: 'settled', label: 'Settled' },
] as const;

const DETAILS = {
  decision: 'Returns that stores ask for, the oldest first',
  goods: 'Accepted returns whose units are not back, the oldest first',
  inspection: 'Units that are back and were not inspected, the oldest first',
} as const;

const EMPTY = {
  decision: 'No return to decide. Orders appear here when a store asks to send units back.',
  goods: 'No return is expected. Accepted returns appear here until they are marked as returned.',
  inspection: 'Nothing to inspect. Returns appear here when their units are back.',
  settled: 'No return was settled yet.',
} as const;

const RESULT: Column<OrderSummaryDto> = column.cell('Result', ({ payment_status: payment }) =>
  payment === 'refunded' ? (
    <Status tone="ok">Refunded</Status>
  ) : (
    <Status tone="calm">Closed, part kept</Status>
  ),
);

/** Renders the tabs with the numbers of what waits, which make up the number in the menu. */
function ReturnsTabs({ current }: { current: (typeof TABS)[number]['value'] }) {
  const overview = useQuery(getOfficeOverviewOptions()).data?.data;
  const counts = {
    decision: overview?.returns_to_decide,
    inspection: overview?.returns_to_inspect,
    settlement: overview?.returns_to_settle,
  };
  const tabs = TABS.map((tab) => ({
    ...tab,
    count: counts[(tab.value ?? 'settlement') as keyof typeof counts] ?? 0,
  }));
  return <Tabs label="Returns" tabs={tabs} parameter="tab" current={current} />;
}

/** Renders the returned orders, where staff decide what is restocked and refunded. */
export function ReturnsPage() {
  const { tab, q, cursor } = route.useSearch();
  const isSettled = tab === 'settled';
  const maySettle = useMay('money:write');
  const [settled, setSettled] = useState<readonly string[]>([]);
  const step = tab === 'settled' ? undefined : tab;
  const filter =
    step === undefined
      ? { settled: String(isSettled) as 'true' | 'false', q }
      : { return_step: step, q };
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
  const all = useOrderColumns();
  const columns = step === undefined ? all.filter(({ header }) => header !== 'Status') : all;
  const last = isSettled ? [RESULT] : maySettle && step === undefined ? [decision] : [];
  return (
    <>
      <PageHeader title="Returns" detail={detailOf(tab)} />
      <ReturnsTabs current={tab} />
      <FilterField
        label="Search"
        placeholder="Order number, phone or name"
        parameter="q"
        value={q}
      />
      <ListTools list="office-returns" filter={{ tab, q }}>
        <DownloadTable path="/admin/orders/export" filter={filter} />
      </ListTools>
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
        columns={[...columns, ...last]}
        rowKey={({ order_number }) => order_number}
        empty={emptyText(tab, q)}
      />
    </>
  );
}

type Tab = (typeof TABS)[number]['value'];

function detailOf(tab: Tab): string | undefined {
  if (tab === 'settled') return undefined;
  return tab === undefined ? 'Returned orders, the oldest first' : DETAILS[tab];
}

function emptyText(tab: Tab, q: string | undefined): string {
  if (q !== undefined) return `No return matches “${q}”.`;
  return tab === undefined
    ? 'No returns to settle. Orders appear here after the warehouse marks them as returned.'
    : EMPTY[tab];
}
