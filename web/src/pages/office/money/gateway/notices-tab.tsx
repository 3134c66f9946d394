import type { GatewayNoticeDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayNoticesOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import { column, type Column } from '../../../../shared/lists/columns';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { type StatusRow } from '../../../../shared/status';

const OUTCOMES: Record<GatewayNoticeDto['outcome'], StatusRow> = {
  waiting: { tone: 'moving', label: 'Waits' },
  checked: { tone: 'ok', label: 'Checked' },
  unknown_order: { tone: 'bad', label: 'Unknown order' },
  ignored: { tone: 'calm', label: 'Not about a payment' },
};

const COLUMNS: readonly Column<GatewayNoticeDto>[] = [
  { header: 'Event', cell: ({ event }) => <code>{event}</code> },
  column.time('Received', 'received_at'),
  column.status('Result', 'outcome', OUTCOMES),
  column.text('Gateway order', 'gateway_order_id'),
  column.text('Payment', 'payment_id'),
];

/** Renders the notices of the gateway. */
export function NoticesTab({ cursor }: { cursor: string | undefined }) {
  const query = usePages(listGatewayNoticesOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Notices"
      columns={COLUMNS}
      empty="The gateway has not sent any notices yet."
    />
  );
}
