import type { GatewayRefundDto } from '../../../../api/generated/admin/admin-api.schemas';
import { listGatewayRefundsOptions } from '../../../../api/generated/admin/admin-api.tanstack';
import type { Column } from '../../../../shared/lists/data-table';
import { FilterBar, FilterSelect } from '../../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { RelativeTime } from '../../../../shared/time';
import { REFUND_STATUSES, RefundStatus } from './refund-status';

const STATES = [
  { value: '', label: 'All refunds' },
  ...Object.entries(REFUND_STATUSES).map(([value, { label }]) => ({ value, label })),
  { value: 'outside', label: 'Made outside' },
];

const COLUMNS: readonly Column<GatewayRefundDto>[] = [
  { header: 'Payment', cell: ({ payment_id }) => <span className="mono">{payment_id}</span> },
  { header: 'Begun', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { header: 'State', cell: ({ status }) => <RefundStatus status={status} /> },
  {
    header: 'Made',
    cell: ({ outside }) => (outside ? 'In the gateway’s own pages' : 'Here'),
  },
  { header: 'Reason', isWide: true, cell: ({ reason, problem }) => problem ?? reason },
  { header: 'Receipt', isNumber: true, cell: ({ receipt_id }) => receipt_id },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

interface RefundsTabProps {
  cursor: string | undefined;
  state: GatewayRefundDto['status'] | 'outside' | undefined;
}

/** Renders the refunds of payments to their sources, by their state. */
export function RefundsTab({ cursor, state }: RefundsTabProps) {
  const filter = state === 'outside' ? { outside: 'true' as const } : { status: state };
  const query = usePages(listGatewayRefundsOptions({ query: { cursor, ...filter } }));
  return (
    <>
      <FilterBar>
        <FilterSelect label="State" parameter="state" value={state} options={STATES} />
      </FilterBar>
      <PagedList
        query={query}
        cursor={cursor}
        what="Refunds"
        columns={COLUMNS}
        empty={
          state === undefined
            ? 'No payment was refunded to its source yet. Refunds of receipts appear here.'
            : 'No refund is in this state. Choose another one above.'
        }
      />
    </>
  );
}
