import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReceivedEarlierDto } from '../../../../api/generated/admin-types';
import { listReceivedEarlierOptions } from '../../../../api/generated/admin';
import { formatMonth, plural } from '../../../../shared/format';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import { ListView } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';

/** Receipts of one request; more are in the receipts' CSV file. */
const SHOWN_MAX = 500;

const COLUMNS: readonly Column<ReceivedEarlierDto>[] = [
  column.cell('Client', ({ client_id, client_name }) => (
    <Link to="/office/clients/$id" params={{ id: String(client_id) }} search={{ tab: 'wallet' }}>
      {client_name}
    </Link>
  )),
  column.code('Reference', 'reference'),
  column.at('Received', 'received_at'),
  column.at('Booked', 'created_at'),
  {
    header: 'Amount',
    isNumber: true,
    cell: ({ amount, reversed_at }) => (
      <>
        <Money amount={amount} />
        {reversed_at !== null && <Status tone="bad">Reversed</Status>}
      </>
    ),
  },
];

/** Renders the receipts of a month whose money had arrived before it. */
export function ReceivedEarlier({ month, count }: { month: string; count: number }) {
  const query = useQuery(listReceivedEarlierOptions({ query: { month, limit: SHOWN_MAX } }));
  return (
    <SectionCard title="Received earlier">
      <p className="soft small">
        {`${plural(count, 'receipt')} of ${formatMonth(month)} whose money had arrived before.`}
      </p>
      <ListView
        query={query}
        what="Receipts"
        columns={COLUMNS}
        empty="No money had arrived before."
      />
    </SectionCard>
  );
}
