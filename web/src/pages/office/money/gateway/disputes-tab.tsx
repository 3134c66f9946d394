import type { GatewayDisputeDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayDisputesOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { linkTo } from '../../office-columns';

const STATUSES: Record<GatewayDisputeDto['status'], StatusRow> = {
  open: { tone: 'waiting', label: 'Open' },
  won: { tone: 'ok', label: 'Won' },
  lost: { tone: 'bad', label: 'Lost' },
  closed: { tone: 'calm', label: 'Closed' },
};

const COLUMNS: readonly Column<GatewayDisputeDto>[] = [
  column.code('Dispute', 'dispute_id'),
  linkTo.client('Client', 'client_id'),
  column.time('Opened', 'opened_at'),
  column.status('State', 'status', STATUSES),
  {
    header: 'Answer until',
    cell: ({ status, respond_by: until }) =>
      status === 'open' && until !== null ? <RelativeTime at={until} /> : '–',
  },
  column.text('Payment', 'payment_id', { isWide: true }),
  column.money('Amount', 'amount'),
  column.money('Taken', 'taken'),
];

/** Renders the disputes about payments. */
export function DisputesTab({ cursor }: { cursor: string | undefined }) {
  const query = usePages(listGatewayDisputesOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Disputes"
      columns={COLUMNS}
      empty="No payer has disputed a payment yet."
    />
  );
}
