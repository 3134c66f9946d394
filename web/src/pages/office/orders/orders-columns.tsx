import { Link } from '@tanstack/react-router';
import type { OrderSummaryDto } from '../../../api/generated/admin/admin-api.schemas';
import type { Column } from '../../../shared/data-table';
import { Money } from '../../../shared/money';
import { OrderStatus } from '../../../shared/order-status';
import { RelativeTime } from '../../../shared/time';

/** What staff see of an order in a list. */
export const ORDER_COLUMNS: readonly Column<OrderSummaryDto>[] = [
  {
    header: 'Order',
    cell: ({ order_number }) => (
      <Link to="/office/orders/$number" params={{ number: order_number }} className="mono">
        {order_number}
      </Link>
    ),
  },
  { header: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
  { header: 'Store order', cell: ({ store_order_id }) => store_order_id ?? '–' },
  {
    header: 'Client',
    cell: ({ client_id }) => (
      <Link to="/office/clients/$id" params={{ id: String(client_id) }}>
        Client {client_id}
      </Link>
    ),
  },
  { header: 'Placed', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { header: 'Items', isNumber: true, cell: ({ items_count }) => items_count },
  { header: 'Total', isNumber: true, cell: ({ total }) => <Money amount={total} /> },
];
