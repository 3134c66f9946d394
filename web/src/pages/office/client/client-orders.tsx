import { getRouteApi, Link } from '@tanstack/react-router';
import { listOrdersOptions } from '../../../api/generated/admin';
import { DownloadTable } from '../../../shared/lists/download';
import { EmptyState } from '../../../shared/layout/empty-state';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { SectionCard } from '../../../shared/layout/section-card';
import { NewOrderLink } from '../new-order/new-order-link';
import { useOrderColumns } from '../orders/orders-columns';

const route = getRouteApi('/signed-in/office/clients/$id');

/** Renders the orders of a client in any status, the latest first. */
export function ClientOrders({ id }: { id: number }) {
  const { cursor } = route.useSearch();
  const query = usePages(
    listOrdersOptions({ query: { client_id: id, sort: '-created_at', cursor } }),
  );
  return (
    <SectionCard
      title="Orders"
      aside={
        <>
          <NewOrderLink client={id} variant="default" size="compact-sm" />
          <DownloadTable path="/admin/orders/export" filter={{ client_id: String(id) }} />
        </>
      }
    >
      <PagedList
        query={query}
        what="Orders of the client"
        columns={useOrderColumns().filter(({ header }) => header !== 'Client')}
        isCompact
        rowKey={({ order_number }) => order_number}
        empty={
          <EmptyState
            action={
              <Link to="." search={{ tab: 'failures' }}>
                Refused requests
              </Link>
            }
          >
            This client has not placed an order yet. Failed attempts are listed under refused
            requests.
          </EmptyState>
        }
      />
    </SectionCard>
  );
}
