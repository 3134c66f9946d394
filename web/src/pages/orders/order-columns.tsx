import type { ClientOrderDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import type { Column } from '../../shared/lists/data-table';
import { Money } from '../../shared/money';
import { OrderStatus, PaymentStatus } from '../../shared/terms/order-status';
import { RelativeTime } from '../../shared/time';
import { OwnOrderLink } from '../../order/order-link';

/** Columns of a client's list of orders. */
export const ORDER_COLUMNS: readonly Column<ClientOrderDto>[] = [
  { header: 'Order', cell: ({ order_number }) => <OwnOrderLink number={order_number} /> },
  {
    header: 'Status',
    onPhone: 'below',
    cell: ({ status, on_hold }) => <OrderStatus status={status} isOnHold={on_hold} />,
  },
  { header: 'Your order', cell: ({ store_order_id }) => store_order_id ?? '–' },
  { header: 'Customer', onPhone: 'below', cell: ({ customer_name }) => customer_name },
  { header: 'Placed', isSorted: true, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  {
    header: 'Expires',
    onPhone: 'below',
    cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
  },
  { header: 'Items', isNumber: true, cell: ({ items_count }) => items_count },
  {
    header: 'Total',
    isNumber: true,
    onPhone: 'end',
    cell: ({ total }) => <Money amount={total} />,
  },
  {
    header: 'Payment',
    isExtra: true,
    cell: ({ payment_status: s }) => <PaymentStatus status={s} />,
  },
];
