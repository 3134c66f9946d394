import type { PaymentIntentDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listPaymentIntentsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../../shared/lists/data-table';
import { plural } from '../../../../shared/format';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { ClientLinkById } from '../../client/client-link-by-id';

const STATUSES: Record<PaymentIntentDto['status'], StatusRow> = {
  open: { tone: 'waiting', label: 'Open' },
  paid: { tone: 'ok', label: 'Paid' },
  superseded: { tone: 'calm', label: 'Replaced' },
};

const COLUMNS: readonly Column<PaymentIntentDto>[] = [
  { header: 'Checkout', cell: ({ id }) => <span className="mono">{id}</span> },
  { header: 'Client', cell: ({ client_id }) => <ClientLinkById id={client_id} /> },
  {
    header: 'For',
    cell: ({ order_numbers: orders }) =>
      orders.length === 0 ? 'Wallet' : plural(orders.length, 'order'),
  },
  { header: 'Begun', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { header: 'State', cell: ({ status }) => <StatusOf {...STATUSES[status]} /> },
  { header: 'Gateway order', cell: ({ gateway_order_id }) => gateway_order_id ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
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
