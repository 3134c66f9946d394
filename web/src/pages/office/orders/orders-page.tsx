import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  isIn,
  ORDER_STATUSES,
  STATUS_ROWS,
  STATUS_SETS,
} from '../../../../../src/orders/order-lifecycle.ts';
import {
  getClientOptions,
  listOrdersOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { DownloadTable } from '../../../shared/lists/download';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FilterBar, FilterDate, FilterSelect } from '../../../shared/lists/filter-bar';
import { FilterField } from '../../../shared/lists/filter-field';
import { endOfDay, startOfDay } from '../../../shared/india-days';
import { ListTools } from '../../../shared/lists/list-tools';
import { ListView } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Pager } from '../../../shared/lists/pager';
import { Tabs } from '../../../shared/layout/tabs';
import { usePages } from '../../../shared/lists/use-pages';
import { useOrderColumns } from './orders-columns';
import { StatusFilter } from './status-filter';
import { useOrderActions } from './use-order-actions';

const route = getRouteApi('/signed-in/office/orders');

const TABS = [
  ...[
    ...STATUS_SETS.shippable,
    ...ORDER_STATUSES.filter((status) => !isIn('shippable', status)),
  ].map((status) => ({ value: status, label: STATUS_ROWS[status].tab })),
  { value: 'all', label: 'All' },
] as const;

/** Open orders are worked off from the oldest. */
const OLDEST_FIRST: readonly string[] = STATUS_SETS.open;

const PAYMENTS = [
  { value: '', label: 'Any' },
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
] as const;

/** Renders the orders of all clients: by every filter that the service has, with actions for many at once. */
export function OrdersPage() {
  const { cursor, ...search } = route.useSearch();
  const { payment, client, sku, from, to, q } = search;
  const isNarrowed = Object.keys(search).some((name) => name !== 'status' && search[name as 'q']);
  const status = search.status ?? (isNarrowed ? 'all' : TABS[0].value);
  const filter = {
    status: status === 'all' ? undefined : status,
    payment_status: payment,
    client_id: client === undefined ? undefined : Number(client),
    sku,
    created_from: startOfDay(from),
    created_to: endOfDay(to),
    q,
  };
  const sort = OLDEST_FIRST.includes(status) ? ('created_at' as const) : ('-created_at' as const);
  const query = usePages(listOrdersOptions({ query: { ...filter, sort, cursor } }));
  const actions = useOrderActions({
    rows: query.data?.data ?? [],
    hasMore: cursor !== undefined || (query.data?.next_cursor ?? null) !== null,
    filter: { ...filter, sort },
  });
  return (
    <>
      <PageHeader title="Orders" detail={client !== undefined && <OrdersOf client={client} />} />
      <Tabs label="Order status" tabs={TABS} parameter="status" current={status} />
      <FilterBar>
        <FilterField
          label="Search"
          placeholder="Order number, phone or name"
          parameter="q"
          value={q}
        />
        <FilterField label="SKU" placeholder="Exactly" parameter="sku" value={sku} />
        <FilterField label="Client" placeholder="Client number" parameter="client" value={client} />
        <StatusFilter status={status} />
        <FilterSelect label="Payment" parameter="payment" value={payment} options={PAYMENTS} />
        <FilterDate label="Placed from" parameter="from" value={from} max={to} />
        <FilterDate label="Placed until" parameter="to" value={to} />
      </FilterBar>
      <ListTools list="office-orders" filter={search}>
        <DownloadTable path="/admin/orders/export" filter={{ ...filter, client_id: client }} />
      </ListTools>
      {actions.outcome}
      <ListView
        query={query}
        what="Orders"
        columns={useOrderColumns()}
        rowKey={({ order_number }) => order_number}
        selection={actions.selection}
        empty={
          <EmptyState>
            {isNarrowed
              ? 'No order matches these filters. Remove one, or look at all statuses.'
              : 'No order has this status.'}
          </EmptyState>
        }
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}

function OrdersOf({ client }: { client: string }) {
  const mayRead = useMay('clients:read');
  const query = useQuery({
    ...getClientOptions({ path: { id: Number(client) } }),
    enabled: mayRead,
  });
  return `Orders of ${query.data?.data.name ?? `client ${client}`}`;
}
