import type { StatementMatchDto } from '../../../../api/generated/admin/admin-api.schemas';
import { DataTable, type Column } from '../../../../shared/lists/data-table';
import { Money } from '../../../../shared/money';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { ClientLinkById } from '../../client/client-link-by-id';

const OUTCOMES: Record<StatementMatchDto['outcome'], StatusRow> = {
  confirmed: { tone: 'ok', label: 'Confirmed' },
  confirmed_before: { tone: 'calm', label: 'Confirmed before' },
  amount_differs: { tone: 'bad', label: 'Amount differs from the claim' },
  ambiguous: { tone: 'bad', label: 'Several claims match' },
  utr_taken: { tone: 'bad', label: 'UTR already used by another receipt' },
  not_claimed: { tone: 'waiting', label: 'Not claimed' },
};

const COLUMNS: readonly Column<StatementMatchDto>[] = [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'Reference', cell: ({ reference }) => <span className="mono">{reference}</span> },
  { header: 'Result', cell: ({ outcome }) => <StatusOf {...OUTCOMES[outcome]} /> },
  {
    header: 'Client',
    cell: ({ client_id: id }) => (id === null ? '–' : <ClientLinkById id={id} />),
  },
  {
    header: 'Claimed',
    isNumber: true,
    cell: ({ claimed_amount: amount }) => <Money amount={amount} />,
  },
  { header: 'Arrived', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
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
