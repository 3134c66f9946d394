import { Link } from '@tanstack/react-router';
import type { OrderSummaryDto } from '../../../api/generated/admin/admin-api.schemas';
import { ClientLink } from '../client/client-link';
import type { Column } from '../../../shared/lists/data-table';
import { useMay } from '../../../frame/session';
import { Money } from '../../../shared/money';
import { OrderStatus, PaymentStatus } from '../../../shared/terms/order-status';
import { RelativeTime } from '../../../shared/time';

const COLUMNS: readonly Column<OrderSummaryDto>[] = [
  {
    header: 'Order',
    cell: ({ order_number }) => (
      <Link to="/office/orders/$number" params={{ number: order_number }} className="mono">
        {order_number}
      </Link>
    ),
  },
  {
    header: 'Status',
    onPhone: 'below',
    cell: ({ status, on_hold }) => <OrderStatus status={status} isOnHold={on_hold} />,
  },
  { header: 'Store order', cell: ({ store_order_id }) => store_order_id ?? '–' },
  {
    header: 'Client',
    onPhone: 'below',
    cell: ({ client_id, client_name }) => <ClientLink id={client_id} name={client_name} />,
  },
  {
    header: 'Placed',
    isSorted: true,
    onPhone: 'below',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    header: 'Payment',
    isExtra: true,
    cell: ({ payment_status }) => <PaymentStatus status={payment_status} />,
  },
  { header: 'Items', isNumber: true, cell: ({ items_count }) => items_count },
];

const TOTAL: Column<OrderSummaryDto> = {
  header: 'Total',
  isNumber: true,
  onPhone: 'end',
  cell: ({ total = 0 }) => <Money amount={total} />,
};

/** Returns the columns of a list of orders, with totals for people who may see prices. */
export function useOrderColumns(): readonly Column<OrderSummaryDto>[] {
  return useMay('prices:read') ? [...COLUMNS, TOTAL] : COLUMNS;
}
