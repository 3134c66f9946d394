import { getRouteApi } from '@tanstack/react-router';
import type { GatewayRefundDto } from '../../../../api/generated/admin-types';
import { listGatewayRefundsOptions } from '../../../../api/generated/admin';
import { column, type Column } from '../../../../shared/lists/columns';
import { FilterBar, FilterSelect } from '../../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { REFUND_STATUSES, RefundStatus } from './refund-status';

const route = getRouteApi('/signed-in/office/money');

const STATES = [
  { value: '', label: 'All refunds' },
  ...Object.entries(REFUND_STATUSES).map(([value, { label }]) => ({ value, label })),
  { value: 'outside', label: 'Made outside' },
];

const COLUMNS: readonly Column<GatewayRefundDto>[] = [
  column.code('Payment', 'payment_id'),
  column.time('Begun', 'created_at'),
  column.cell('State', ({ status }) => <RefundStatus status={status} />),
  column.cell('Made', ({ outside }) => (outside ? 'In the gateway’s own pages' : 'Here')),
  column.wide('Reason', ({ reason, problem }) => problem ?? reason),
  column.text('Receipt', 'receipt_id'),
  column.money('Amount', 'amount'),
];

/** Renders the refunds of payments to their sources, by their state. */
export function RefundsTab() {
  const { state, cursor } = route.useSearch();
  const filter = state === 'outside' ? { outside: 'true' as const } : { status: state };
  const query = usePages(listGatewayRefundsOptions({ query: { cursor, ...filter } }));
  return (
    <>
      <FilterBar>
        <FilterSelect label="State" parameter="state" value={state} options={STATES} />
      </FilterBar>
      <PagedList
        query={query}
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
