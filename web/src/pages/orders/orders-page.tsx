import { getRouteApi } from '@tanstack/react-router';
import { listOwnOrdersOptions } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { DownloadTable } from '../../shared/lists/download';
import { EmptyState } from '../../shared/layout/empty-state';
import { FilterField } from '../../shared/lists/filter-field';
import { ListTools } from '../../shared/lists/list-tools';
import { ListView } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { Pager } from '../../shared/lists/pager';
import { Tabs } from '../../shared/layout/tabs';
import { usePages } from '../../shared/lists/use-pages';
import { ORDER_COLUMNS } from './order-columns';
import { ORDER_TABS, statusesOf } from './order-tabs';
import { PaymentOutcomes } from './payment-outcomes';
import { useOrderPayment } from './use-order-payment';

const route = getRouteApi('/signed-in/client/orders');

/** Renders the client's orders. Unpaid orders can be selected and paid together. */
export function OrdersPage() {
  const { tab, q, cursor } = route.useSearch();
  const query = usePages(listOwnOrdersOptions({ query: { status: statusesOf(tab), q, cursor } }));
  const payment = useOrderPayment({
    rows: query.data?.data ?? [],
    hasMore: cursor !== undefined || (query.data?.next_cursor ?? null) !== null,
    q,
  });
  return (
    <>
      <PageHeader title="Orders" />
      <Tabs label="Orders" tabs={ORDER_TABS} parameter="tab" current={tab} />
      <FilterField
        label="Search"
        placeholder="Order number, phone, name or SKU"
        parameter="q"
        value={q}
      />
      <ListTools list="orders" filter={{ tab, q }}>
        <DownloadTable
          path="/dashboard/api/orders/export"
          filter={{ status: statusesOf(tab), q }}
        />
      </ListTools>
      {payment.outcomes !== null && (
        <PaymentOutcomes outcomes={payment.outcomes} onClose={payment.forgetOutcomes} />
      )}
      <ListView
        query={query}
        what="Orders"
        columns={ORDER_COLUMNS}
        rowKey={({ order_number }) => order_number}
        selection={tab === undefined ? payment.selection : undefined}
        empty={<EmptyState>{emptyText(tab, q)}</EmptyState>}
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}

function emptyText(tab: string | undefined, q: string | undefined): string {
  if (q !== undefined)
    return `No order here matches “${q}”. Look in the other tabs, or search for something else.`;
  if (tab === undefined)
    return 'Nothing to pay. New orders of your store appear here within seconds.';
  return 'There are no orders here yet.';
}
