import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrderSummaryDto } from '../../../api/generated/admin/admin-api.schemas';
import { listOrdersOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import type { Column } from '../../../shared/lists/data-table';
import { DownloadCsv } from '../../../shared/lists/download-csv';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FilterField } from '../../../shared/lists/filter-field';
import { ListTools } from '../../../shared/lists/list-tools';
import { ListView } from '../../../shared/lists/list-view';
import { Notice } from '../../../shared/layout/notice';
import { PageHeader } from '../../../shared/layout/page-header';
import { Pager } from '../../../shared/lists/pager';
import { Status } from '../../../shared/status';
import { Tabs } from '../../../shared/layout/tabs';
import { usePages } from '../../../shared/lists/use-pages';
import { useOrderColumns } from '../orders/orders-columns';
import classes from './returns-page.module.css';
import { SettleReturn } from './settle-return';

const route = getRouteApi('/signed-in/office/returns');

const TABS = [
  { value: undefined, label: 'To settle' },
  { value: 'settled', label: 'Settled' },
] as const;

const RESULT: Column<OrderSummaryDto> = {
  header: 'Result',
  cell: ({ payment_status: payment }) =>
    payment === 'refunded' ? (
      <Status tone="ok">Refunded</Status>
    ) : (
      <Status tone="calm">Closed, part kept</Status>
    ),
};

/** Renders the returned orders, where staff decide what is restocked and refunded. */
export function ReturnsPage() {
  const { tab, q, cursor } = route.useSearch();
  const isSettled = tab === 'settled';
  const maySettle = useMay('money:write');
  const [settled, setSettled] = useState<readonly string[]>([]);
  const filter = { settled: String(isSettled) as 'true' | 'false', q };
  const query = usePages(
    listOrdersOptions({
      query: { ...filter, cursor, sort: isSettled ? '-created_at' : 'created_at' },
    }),
  );
  const decision: Column<OrderSummaryDto> = {
    header: 'Decision',
    cell: ({ order_number: number }) => (
      <SettleReturn
        orderNumber={number}
        label="Settle"
        size="compact-sm"
        onSettled={(text) => setSettled((before) => [text, ...before])}
      />
    ),
  };
  const columns = useOrderColumns().filter(({ header }) => header !== 'Status');
  const last = isSettled ? [RESULT] : maySettle ? [decision] : [];
  return (
    <>
      <PageHeader
        title="Returns"
        detail={isSettled ? undefined : 'Returned orders, the oldest first'}
      />
      <Tabs label="Returns" tabs={TABS} parameter="tab" current={tab} />
      <FilterField
        label="Search"
        placeholder="Order number, phone or name"
        parameter="q"
        value={q}
      />
      <ListTools list="office-returns" filter={{ tab, q }}>
        <DownloadCsv path="/admin/orders/export" filter={filter} />
      </ListTools>
      <div role="status" className={classes.settled}>
        {settled.map((text) => (
          <Notice key={text} tone="ok">
            <p>{text}</p>
          </Notice>
        ))}
      </div>
      <ListView
        query={query}
        what="Returns"
        columns={[...columns, ...last]}
        rowKey={({ order_number }) => order_number}
        empty={<EmptyState>{emptyText(isSettled, q)}</EmptyState>}
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}

function emptyText(isSettled: boolean, q: string | undefined): string {
  if (q !== undefined) return `No return matches “${q}”.`;
  return isSettled
    ? 'No return was settled yet.'
    : 'No returns to settle. Orders appear here after the warehouse marks them as returned.';
}
