import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listOrdersOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { DownloadCsv } from '../../../shared/download-csv';
import { EmptyState } from '../../../shared/empty-state';
import { FilterField } from '../../../shared/filter-field';
import { ListTools } from '../../../shared/list-tools';
import { ListView } from '../../../shared/list-view';
import { PageHeader } from '../../../shared/page-header';
import { Pager } from '../../../shared/pager';
import { Tabs } from '../../../shared/tabs';
import { useOrderColumns } from './orders-columns';

const route = getRouteApi('/signed-in/office/orders');

const TABS = [
  { value: undefined, label: 'To ship' },
  { value: 'partially_shipped', label: 'Partly shipped' },
  { value: 'awaiting_payment', label: 'To be paid' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'returned', label: 'Returned' },
  { value: 'cancelled', label: 'Canceled' },
  { value: 'expired', label: 'Expired' },
] as const;

/** The orders of all clients, by status. */
export function OrdersPage() {
  const { status, cursor, client, q } = route.useSearch();
  const shownStatus = status ?? (q === undefined ? 'pending' : undefined);
  const query = useQuery({
    ...listOrdersOptions({
      query: {
        status: shownStatus,
        q,
        cursor,
        client_id: client === undefined ? undefined : Number(client),
      },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Orders"
        detail={client === undefined ? undefined : `Orders of client ${client}`}
      />
      <FilterField
        label="Search"
        placeholder="Order number, phone or name"
        parameter="q"
        value={q}
      />
      <Tabs label="Order status" tabs={TABS} parameter="status" current={status} />
      <ListTools list="office-orders" filter={{ status, client, q }}>
        <DownloadCsv
          path="/admin/orders/export"
          filter={{ status: shownStatus, q, client_id: client }}
        />
      </ListTools>
      <ListView
        query={query}
        what="Orders"
        columns={useOrderColumns()}
        rowKey={({ order_number }) => order_number}
        empty={
          <EmptyState>
            {q === undefined ? 'No order has this status.' : `No order matches “${q}”.`}
          </EmptyState>
        }
      />
      <Pager cursor={cursor} nextCursor={query.data?.next_cursor} />
    </>
  );
}
