import type { AdjustmentDto } from '../../../../api/generated/admin-types';
import { column, type Column } from '../../../../shared/lists/columns';
import { Person } from '../../people/person';
import { RelativeTime } from '../../../../shared/time';

/** Columns of corrections of one wallet. */
export const ADJUSTMENT_COLUMNS: readonly Column<AdjustmentDto>[] = [
  column.text('Reason', 'reason'),
  column.status('State', 'status', {
    proposed: { tone: 'waiting', label: 'Proposed' },
    approved: { tone: 'ok', label: 'Approved' },
    rejected: { tone: 'calm', label: 'Rejected' },
  }),
  column.wide('Proposed', ({ proposed_at, proposed_by }) => (
    <>
      <RelativeTime at={proposed_at} />
      <div className="soft small">
        <Person actor={proposed_by} />
      </div>
    </>
  )),
  column.wide('Decided by', ({ decided_by }) => <Person actor={decided_by} />),
  column.total('Amount', 'amount'),
];
