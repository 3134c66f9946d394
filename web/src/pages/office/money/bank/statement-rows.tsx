import type { EarlierConfirmedDto, StatementMatchDto } from '../../../../api/generated/admin-types';
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
    unproven: { tone: 'waiting', label: 'Not proven by balances: confirm it yourself' },
    date_differs: { tone: 'waiting', label: 'Claimed for another day: confirm it yourself' },
    refused: { tone: 'bad', label: 'Crediting it was refused' },
    utr_taken: { tone: 'bad', label: 'UTR already used by another receipt' },
    receipt_similar: { tone: 'waiting', label: 'May be recorded already' },
    not_claimed: { tone: 'waiting', label: 'Not claimed' },
  }),
  linkTo.client('Client', 'client_id'),
  column.money('Claimed', 'claimed_amount'),
  column.money('Arrived', 'amount'),
];

const EARLIER: readonly Column<EarlierConfirmedDto>[] = [
  column.text('Day', 'date'),
  column.code('Reference', 'reference'),
  linkTo.client('Client', 'client_id'),
  column.money('Amount', 'amount'),
];

/** Renders the lines of earlier statements that confirmed a transfer at this upload. */
export function EarlierConfirmed({ rows }: { rows: readonly EarlierConfirmedDto[] }) {
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="Lines of earlier statements that were claimed meanwhile, and are confirmed now"
      columns={EARLIER}
      rows={rows}
      rowKey={({ bank_line_id: id }) => id}
    />
  );
}

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
