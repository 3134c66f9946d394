import type { GatewayDisputeDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayDisputesOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../../shared/lists/data-table';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';
import { ClientLinkById } from '../../client/client-link-by-id';

const STATUSES: Record<GatewayDisputeDto['status'], StatusRow> = {
  open: { tone: 'waiting', label: 'Open' },
  won: { tone: 'ok', label: 'Won' },
  lost: { tone: 'bad', label: 'Lost' },
  closed: { tone: 'calm', label: 'Closed' },
};

const COLUMNS: readonly Column<GatewayDisputeDto>[] = [
  { header: 'Dispute', cell: ({ dispute_id }) => <span className="mono">{dispute_id}</span> },
  { header: 'Client', cell: ({ client_id }) => <ClientLinkById id={client_id} /> },
  { header: 'Opened', cell: ({ opened_at }) => <RelativeTime at={opened_at} /> },
  { header: 'State', cell: ({ status }) => <StatusOf {...STATUSES[status]} /> },
  {
    header: 'Answer until',
    cell: ({ status, respond_by: until }) =>
      status === 'open' && until !== null ? <RelativeTime at={until} /> : '–',
  },
  { header: 'Payment', isWide: true, cell: ({ payment_id }) => payment_id },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
  { header: 'Taken', isNumber: true, cell: ({ taken }) => <Money amount={taken} /> },
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
