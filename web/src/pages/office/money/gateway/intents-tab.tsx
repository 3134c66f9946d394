import type { PaymentIntentDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listPaymentIntentsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { column, type Column } from '../../../../shared/lists/columns';
import { plural } from '../../../../shared/format';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { type StatusRow } from '../../../../shared/status';
import { linkTo } from '../../office-columns';

const STATUSES: Record<PaymentIntentDto['status'], StatusRow> = {
  open: { tone: 'waiting', label: 'Open' },
  paid: { tone: 'ok', label: 'Paid' },
  superseded: { tone: 'calm', label: 'Replaced' },
};

const COLUMNS: readonly Column<PaymentIntentDto>[] = [
  column.code('Checkout', 'id'),
  linkTo.client('Client', 'client_id'),
  {
    header: 'For',
    cell: ({ order_numbers: orders }) =>
      orders.length === 0 ? 'Wallet' : plural(orders.length, 'order'),
  },
  column.time('Begun', 'created_at'),
  column.status('State', 'status', STATUSES),
  column.text('Gateway order', 'gateway_order_id'),
  column.money('Amount', 'amount'),
];

/** Renders the checkouts that clients opened. */
export function IntentsTab({ cursor }: { cursor: string | undefined }) {
  const query = usePages(listPaymentIntentsOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Checkouts"
      columns={COLUMNS}
      empty="No client has opened a checkout yet."
    />
  );
}
