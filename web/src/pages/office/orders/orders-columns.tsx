import { STATUS_SETS } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import type { OrderSummaryDto } from '../../../api/generated/admin-types';
import { ClientLink } from '../client/client-link';
import { column, type Column } from '../../../shared/lists/columns';
import { formatCount } from '../../../shared/format';
import { useMay } from '../../../frame/session';
import { OrderStatus, PaymentStatus } from '../../../shared/terms/order-status';
import { linkTo } from '../office-columns';

const COLUMNS: readonly Column<OrderSummaryDto>[] = [
  linkTo.order('Order', 'order_number'),
  {
    header: 'Status',
    onPhone: 'below',
    cell: ({ status, on_hold }) => <OrderStatus status={status} isOnHold={on_hold} />,
  },
  column.text('Store order', 'store_order_id'),
  {
    header: 'Customer',
    onPhone: 'below',
    cell: ({ customer_name, city }) => (
      <span title={`${customer_name}, ${city}`}>
        {customer_name}, <span className="soft">{city}</span>
      </span>
    ),
  },
  {
    header: 'Client',
    onPhone: 'below',
    cell: ({ client_id, client_name }) => <ClientLink id={client_id} name={client_name} />,
  },
  column.time('Placed', 'created_at', { isSorted: true, onPhone: 'below' }),
  { header: 'Payment', isExtra: true, cell: (order) => <PaymentStatus {...order} /> },
  column.number('Items', 'items_count', { isExtra: true }),
];

const TOTAL: Column<OrderSummaryDto> = column.money('Total', ({ total = 0 }) => total, {
  onPhone: 'end',
});

const EXPIRES: Column<OrderSummaryDto> = column.time('Expires', 'expires_at');

const TRACKING: Column<OrderSummaryDto> = column.cell(
  'Tracking',
  ({ tracking_numbers: [first, ...others] }) => (
    <>
      <span className="mono">{first ?? '–'}</span>
      {others.length > 0 && (
        <span className="soft">{` and ${formatCount(others.length)} more`}</span>
      )}
    </>
  ),
);

/**
 * Makes the columns of a list of orders, with totals for people who may see prices.
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
