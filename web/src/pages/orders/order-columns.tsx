import type { ClientOrderDto } from '../../api/generated/dashboard-types';
import { column, type Column } from '../../shared/lists/columns';
import { OrderStatus, PaymentStatus } from '../../shared/terms/order-status';
import { OwnOrderLink } from '../../order/order-link';

/** Columns of a client's list of orders. */
export const ORDER_COLUMNS: readonly Column<ClientOrderDto>[] = [
  column.cell('Order', ({ order_number }) => <OwnOrderLink number={order_number} />),
  {
    header: 'Status',
    onPhone: 'below',
    cell: ({ status, on_hold }) => <OrderStatus status={status} isOnHold={on_hold} />,
  },
  column.text('Your order', 'store_order_id'),
  column.text('Customer', 'customer_name', { onPhone: 'below' }),
  column.time('Placed', 'created_at', { isSorted: true }),
  column.time('Expires', 'expires_at', { onPhone: 'below' }),
  column.number('Items', 'items_count'),
  column.money('Total', 'total', { onPhone: 'end' }),
  { header: 'Payment', isExtra: true, cell: (order) => <PaymentStatus {...order} /> },
];
