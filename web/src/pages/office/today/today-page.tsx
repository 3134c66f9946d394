import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listOrdersOptions } from '../../../api/generated/admin/admin-api.tanstack';
import { useMay } from '../../../frame/session';
import { EmptyState } from '../../../shared/empty-state';
import { ListView } from '../../../shared/list-view';
import { PageHeader } from '../../../shared/page-header';
import { SectionCard } from '../../../shared/section-card';
import { useOrderColumns } from '../orders/orders-columns';

const SHOWN = 10;

/** What the wholesaler's staff has to do now. */
export function TodayPage() {
  return (
    <>
      <PageHeader title="Today" />
      {useMay('orders:read') ? (
        <OrdersToShip />
      ) : (
        <EmptyState>Orders are not part of your role.</EmptyState>
      )}
    </>
  );
}

function OrdersToShip() {
  const toShip = useQuery(listOrdersOptions({ query: { status: 'pending', limit: SHOWN } }));
  return (
    <SectionCard title="Orders to ship" aside={<Link to="/office/orders">All orders</Link>}>
      <ListView
        query={toShip}
        what="Orders to ship"
        columns={useOrderColumns()}
        rowKey={({ order_number }) => order_number}
        empty={<EmptyState>Every paid order was shipped.</EmptyState>}
      />
    </SectionCard>
  );
}
