import type { AdjustmentDto } from '../../../../api/generated/admin/admin-api.schemas';
import type { Column } from '../../../../shared/lists/data-table';
import { Money } from '../../../../shared/money';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { RelativeTime } from '../../../../shared/time';

const STATUSES: Record<AdjustmentDto['status'], StatusRow> = {
  proposed: { tone: 'waiting', label: 'Proposed' },
  approved: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'calm', label: 'Rejected' },
};

/** Columns of corrections of one wallet. */
export const ADJUSTMENT_COLUMNS: readonly Column<AdjustmentDto>[] = [
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'State', cell: ({ status }) => <StatusOf {...STATUSES[status]} /> },
  {
    header: 'Proposed',
    isWide: true,
    cell: ({ proposed_at, proposed_by }) => (
      <>
        <RelativeTime at={proposed_at} /> <span className="soft small">by {proposed_by}</span>
      </>
    ),
  },
  { header: 'Decided by', isWide: true, cell: ({ decided_by }) => decided_by ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} strong /> },
];
