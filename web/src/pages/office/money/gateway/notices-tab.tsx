import type { GatewayNoticeDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayNoticesOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../../shared/lists/data-table';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';

const OUTCOMES: Record<GatewayNoticeDto['outcome'], StatusRow> = {
  waiting: { tone: 'moving', label: 'Waits' },
  checked: { tone: 'ok', label: 'Checked' },
  unknown_order: { tone: 'bad', label: 'Unknown order' },
  ignored: { tone: 'calm', label: 'Not about a payment' },
};

const COLUMNS: readonly Column<GatewayNoticeDto>[] = [
  { header: 'Event', cell: ({ event }) => <code>{event}</code> },
  { header: 'Received', cell: ({ received_at }) => <RelativeTime at={received_at} /> },
  { header: 'Result', cell: ({ outcome }) => <StatusOf {...OUTCOMES[outcome]} /> },
  { header: 'Gateway order', cell: ({ gateway_order_id }) => gateway_order_id ?? '–' },
  { header: 'Payment', cell: ({ payment_id }) => payment_id ?? '–' },
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
