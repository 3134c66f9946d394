import { getRouteApi } from '@tanstack/react-router';
import { STATUS_SETS } from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import { listOwnOrdersOptions } from '../../api/generated/dashboard';
import { useCounts } from '../../frame/counts';
import { useKeptTrail } from '../../order/order-trail';
import { DownloadTable } from '../../shared/lists/download';
import { ListBar } from '../../shared/lists/toolbar/list-bar';
import { PagedList, usePages } from '../../shared/lists/list-view';
import { PageHeader } from '../../shared/layout/page-header';
import { Tabs } from '../../shared/layout/tabs';
import { useColumns } from '../../shared/lists/toolbar/use-columns';
import { ORDER_COLUMNS } from './order-columns';
import { ORDER_TABS, statusesOf, type OrderTab } from './order-tabs';
import { OwnOrderLink } from '../../order/order-link';
import { PaymentOutcomes } from '../../payments/payment-outcomes';
import { useOrderPayment } from './use-order-payment';

const route = getRouteApi('/signed-in/client/orders');

/** Renders the client's orders. Unpaid orders can be selected and paid together. */
export function OrdersPage() {
  const { tab, q, sort: chosenSort, cursor } = route.useSearch();
  // Orders to pay are worked off from the one that expires first.
  const sort = chosenSort ?? (tab === undefined ? 'created_at' : '-created_at');
  const filter = { status: statusesOf(tab), q };
  const query = usePages(listOwnOrdersOptions({ query: { ...filter, sort, cursor } }));
  const rows = query.data?.data ?? [];
  const columns = useColumns('orders', ORDER_COLUMNS);
  useKeptTrail(
    '/orders',
    { tab, q, sort: chosenSort, cursor },
    rows.map((order) => order.order_number),
  );
  const payment = useOrderPayment({
    rows,
    hasMore: cursor !== undefined || (query.data?.next_cursor ?? null) !== null,
    q,
  });
  return (
    <>
      <PageHeader title="Orders" />
      <OrderTabs tab={tab} />
      <ListBar
        list="orders"
        filter={{ tab, q, sort: chosenSort }}
        search={{ placeholder: 'Order number, phone, name or SKU', value: q }}
      >
        {columns.menu}
        <DownloadTable path="/dashboard/api/orders/export" filter={filter} />
      </ListBar>
      <PaymentOutcomes
        payment={payment}
        from="your wallet"
        link={(number) => <OwnOrderLink number={number} />}
      />
      <PagedList
        query={query}
        what="Orders"
        columns={columns.shown}
        isCompact
        sort={sort}
        rowKey={({ order_number }) => order_number}
        selection={tab === undefined ? payment.selection : undefined}
        empty={emptyText(tab, q)}
      />
    </>
  );
}

function OrderTabs({ tab }: { tab: OrderTab | undefined }) {
  const counts = useCounts();
  const tabs = ORDER_TABS.map(({ value, label }) => ({
    value,
    label,
    count: value === undefined ? counts.orders(STATUS_SETS.awaitingPayment) : undefined,
  }));
  return <Tabs label="Orders" tabs={tabs} parameter="tab" current={tab} />;
}

function emptyText(tab: string | undefined, q: string | undefined): string {
  if (q !== undefined)
    return `No order here matches “${q}”. Look in the other tabs, or search for something else.`;
  if (tab === undefined)
    return 'Nothing to pay. New orders of your store appear here within seconds.';
  return 'There are no orders here yet.';
}
