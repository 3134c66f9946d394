import type { GatewayPaymentDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayPaymentsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { CURRENT_GATEWAY } from '../../../../payments/gateways/gateways';
import { ClientLinkById } from '../../client/client-link-by-id';
import type { Column } from '../../../../shared/lists/data-table';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';

const OUTCOMES: Record<GatewayPaymentDto['outcome'], StatusRow> = {
  applied: { tone: 'ok', label: 'Paid orders' },
  credited: { tone: 'ok', label: 'In the wallet' },
  open: { tone: 'waiting', label: 'Not captured' },
  failed: { tone: 'calm', label: 'Failed' },
  refunded: { tone: 'calm', label: 'Returned by the gateway' },
  other_currency: { tone: 'bad', label: 'Other currency, not credited' },
};

const FOUND_BY: Record<GatewayPaymentDto['found_by'], string> = {
  return: 'Browser',
  notice: 'Notice',
  schedule: 'Reconciler',
  day: 'Comparison of the day',
};

const COLUMNS: readonly Column<GatewayPaymentDto>[] = [
  { header: 'Payment', cell: ({ payment_id }) => <PaymentId id={payment_id} /> },
  {
    header: 'Client',
    cell: ({ client_id }) => <ClientLinkById id={client_id} />,
  },
  { header: 'Seen', cell: ({ seen_at }) => <RelativeTime at={seen_at} /> },
  { header: 'Result', cell: ({ outcome }) => <StatusOf {...OUTCOMES[outcome]} /> },
  { header: 'Found by', cell: ({ found_by }) => FOUND_BY[found_by] },
  { header: 'Receipt', isNumber: true, cell: ({ receipt_id }) => receipt_id ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** Renders the id of a payment; at the sandbox it links to the page on which a person plays what follows it. */
function PaymentId({ id }: { id: string }) {
  const shown = <span className="mono">{id}</span>;
  const isSandbox = CURRENT_GATEWAY?.movesMoney === false;
  return isSandbox ? <a href={`/sandbox/payments/${id}`}>{shown}</a> : shown;
}

interface PaymentsTabProps {
  cursor: string | undefined;
  isMissed?: boolean;
}

/** Renders payments of the gateway; `isMissed`: those that neither a browser nor a notice reported. */
export function PaymentsTab({ cursor, isMissed = false }: PaymentsTabProps) {
  const query = usePages(
    listGatewayPaymentsOptions({ query: { cursor, ...(isMissed && { missed: 'true' }) } }),
  );
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Gateway payments"
      columns={COLUMNS}
      rowKey={({ payment_id }) => payment_id}
      empty={
        isMissed
          ? 'Every payment was reported by a browser or a notice.'
          : 'No payments through the gateway yet.'
      }
    />
  );
}
