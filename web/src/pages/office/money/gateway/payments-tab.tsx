import type { GatewayPaymentDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayPaymentsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { CURRENT_GATEWAY } from '../../../../payments/gateways/gateways';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { type StatusRow } from '../../../../shared/status';
import { linkTo } from '../../office-columns';

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
  linkTo.client('Client', 'client_id'),
  column.time('Seen', 'seen_at'),
  column.status('Result', 'outcome', OUTCOMES),
  { header: 'Found by', cell: ({ found_by }) => FOUND_BY[found_by] },
  column.number('Receipt', 'receipt_id'),
  column.money('Amount', 'amount'),
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
