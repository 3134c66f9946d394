import { STATUS_SETS } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { OrderSummaryDto } from '../../../api/generated/admin/admin-api.schemas';
import { ClientLink } from '../client/client-link';
import type { Column } from '../../../shared/lists/data-table';
import { useMay } from '../../../frame/session';
import { Money } from '../../../shared/money';
import { OrderStatus, PaymentStatus } from '../../../shared/terms/order-status';
import { RelativeTime } from '../../../shared/time';
import { OrderLink } from '../../../order/order-link';

const COLUMNS: readonly Column<OrderSummaryDto>[] = [
  { header: 'Order', cell: ({ order_number }) => <OrderLink number={order_number} /> },
  {
    header: 'Status',
    onPhone: 'below',
    cell: ({ status, on_hold }) => <OrderStatus status={status} isOnHold={on_hold} />,
  },
  { header: 'Store order', cell: ({ store_order_id }) => store_order_id ?? '–' },
  {
    header: 'Customer',
    cell: ({ customer_name, city }) => (
      <span title={`${customer_name}, ${city}`}>
        {customer_name} <span className="soft">{city}</span>
      </span>
    ),
  },
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
  { header: 'Items', isNumber: true, isExtra: true, cell: ({ items_count }) => items_count },
];

const TOTAL: Column<OrderSummaryDto> = {
  header: 'Total',
  isNumber: true,
  onPhone: 'end',
  cell: ({ total = 0 }) => <Money amount={total} />,
};

const EXPIRES: Column<OrderSummaryDto> = {
  header: 'Expires',
  cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
};

const TRACKING: Column<OrderSummaryDto> = {
  header: 'Tracking',
  cell: ({ tracking_numbers: [first, ...others] }) => (
    <>
      <span className="mono">{first ?? '–'}</span>
      {others.length > 0 && <span className="soft">{` and ${others.length} more`}</span>}
    </>
  ),
};

/**
 * Returns the columns of a list of orders, with totals for people who may see prices.
 *
 * @param status of all of them; when they expire is shown while they are to be paid, and the tracking number once they may have
 *   one
 */
export function useOrderColumns(status?: string): readonly Column<OrderSummaryDto>[] {
  const isUnpaid = STATUS_SETS.awaitingPayment.some((listed) => listed === status);
  const isSent = [...STATUS_SETS.closable, ...STATUS_SETS.dispatched].some(
    (sent) => sent === status,
  );
  const columns = [
    ...COLUMNS,
    { ...EXPIRES, isExtra: !isUnpaid },
    { ...TRACKING, isExtra: !isSent },
  ];
  return useMay('prices:read') ? [...columns, TOTAL] : columns;
}
