import { getRouteApi } from '@tanstack/react-router';
import {
  isIn,
  ORDER_STATUSES,
  STATUS_ROWS,
  STATUS_SETS,
} from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import { listOrdersOptions } from '../../../api/generated/admin';
import { useCounts } from '../../../frame/counts';
import { useKeptTrail } from '../../../order/order-trail';
import { DownloadTable } from '../../../shared/lists/download';
import { endOfDay, startOfDay } from '../../../shared/india-days';
import { ListBar } from '../../../shared/lists/toolbar/list-bar';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Tabs } from '../../../shared/layout/tabs';
import { useColumns } from '../../../shared/lists/toolbar/use-columns';
import { useOrderColumns } from './orders-columns';
import { NewOrderLink } from '../new-order/new-order-link';
import { OrderFilterFields, useOrderChips } from './order-filters';
import { useOrderActions } from './use-order-actions';

const route = getRouteApi('/signed-in/office/orders');

const STATUSES = [
  ...STATUS_SETS.shippable,
  ...ORDER_STATUSES.filter((status) => !isIn('shippable', status)),
];

/** Open orders are worked off from the oldest. */
const OLDEST_FIRST: readonly string[] = STATUS_SETS.open;

/** Renders the orders of all clients: by every filter that the service has, with actions for many at once. */
export function OrdersPage() {
  const { cursor, sort: chosenSort, ...search } = route.useSearch();
  const { payment, client, sku, from, to, q } = search;
  const isNarrowed = Object.keys(search).some((name) => name !== 'status' && search[name as 'q']);
  const status = search.status ?? (isNarrowed ? 'all' : STATUSES[0]!);
  const filter = {
    status: status === 'all' ? undefined : status,
    payment_status: payment,
    client_id: client === undefined ? undefined : Number(client),
    sku,
    created_from: startOfDay(from),
    created_to: endOfDay(to),
    q,
  };
  const sort = chosenSort ?? (OLDEST_FIRST.includes(status) ? 'created_at' : '-created_at');
  const query = usePages(listOrdersOptions({ query: { ...filter, sort, cursor } }));
  const rows = query.data?.data ?? [];
  const actions = useOrderActions({
    rows,
    hasMore: cursor !== undefined || (query.data?.next_cursor ?? null) !== null,
    filter: { ...filter, sort },
  });
  const columns = useColumns('office-orders', useOrderColumns(status));
  useKeptTrail(
    '/office/orders',
    { ...search, sort: chosenSort, cursor },
    rows.map((order) => order.order_number),
  );
  return (
    <>
      <PageHeader title="Orders" action={<NewOrderLink />} />
      <StatusTabs status={status} />
      <ListBar
        list="office-orders"
        filter={{ ...search, sort: chosenSort }}
        search={{ placeholder: 'Order number, phone or name', value: q }}
        fields={<OrderFilterFields {...search} sort={sort} />}
        chips={useOrderChips(status, search)}
      >
        {columns.menu}
        <DownloadTable path="/admin/orders/export" filter={{ ...filter, client_id: client }} />
      </ListBar>
      {actions.outcome}
      <PagedList
        query={query}
        what="Orders"
        columns={columns.shown}
        rowKey={({ order_number }) => order_number}
        selection={actions.selection}
        isCompact
        sort={sort}
        empty={
          isNarrowed
            ? 'No order matches these filters. Remove one, or look at all statuses.'
            : 'No order has this status. New orders of your clients’ stores appear under “To be paid” within seconds.'
        }
      />
    </>
  );
}

function StatusTabs({ status }: { status: string }) {
  const counts = useCounts();
  const tabs = STATUSES.map((value) => ({
    value,
    label: STATUS_ROWS[value].tab,
    count: counts.orders([value]),
  }));
  return (
    <Tabs
      label="Order status"
      tabs={[...tabs, { value: 'all', label: 'All' }]}
      parameter="status"
      current={status}
    />
  );
}
