import type { StatementMatchDto } from '../../../../api/generated/admin-types';
import { column, type Column } from '../../../../shared/lists/columns';
import { DataTable } from '../../../../shared/lists/data-table';
import { linkTo } from '../../office-columns';

const COLUMNS: readonly Column<StatementMatchDto>[] = [
  column.text('Line', 'line'),
  column.code('Reference', 'reference'),
  column.status('Result', 'outcome', {
    confirmed: { tone: 'ok', label: 'Confirmed' },
    confirmed_before: { tone: 'calm', label: 'Confirmed before' },
    amount_differs: { tone: 'bad', label: 'Amount differs from the claim' },
    ambiguous: { tone: 'bad', label: 'Several claims match' },
    utr_taken: { tone: 'bad', label: 'UTR already used by another receipt' },
    not_claimed: { tone: 'waiting', label: 'Not claimed' },
  }),
  linkTo.client('Client', 'client_id'),
  column.money('Claimed', 'claimed_amount'),
  column.money('Arrived', 'amount'),
];

/** Renders the rows of a statement with incoming money, and what becomes of each. */
export function StatementRows({ rows }: { rows: readonly StatementMatchDto[] }) {
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="Rows of the statement"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ line }) => line}
    />
  );
}
