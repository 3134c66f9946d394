import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MovementDto, ReceivedEarlierDto } from '../../../../api/generated/admin-types';
import { listReceivedEarlierOptions } from '../../../../api/generated/admin';
import { formatMonth, formatMoney, plural } from '../../../../shared/format';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import { ListView } from '../../../../shared/lists/list-view';
import { Money } from '../../../../shared/money';
import { Status } from '../../../../shared/status';
import { entryName } from '../bank/line-state';

/** Entries of one request; more are in the table of journals. */
const SHOWN_MAX = 500;

const COLUMNS: readonly Column<ReceivedEarlierDto>[] = [
  column.cell('Entry', ({ client_id: id, client_name: client, description, ...entry }) => (
    <>
      {id === null ? (
        entryName(entry)
      ) : (
        <Link to="/office/clients/$id" params={{ id: String(id) }} search={{ tab: 'wallet' }}>
          {client}
        </Link>
      )}
      {description !== null && <div className="soft small">{description}</div>}
    </>
  )),
  column.code('Reference', 'reference'),
  column.day('Day', 'date'),
  column.at('Booked', 'booked_at'),
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

/** Renders the entries of a month whose money moved at the bank, or arrived, before it. */
export function ReceivedEarlier({ month, count }: { month: string; count: number }) {
  const query = useQuery(listReceivedEarlierOptions({ query: { month, limit: SHOWN_MAX } }));
  return (
    <SectionCard title="Money of earlier months">
      <p className="soft small">
        {`${plural(count, 'entry', 'entries')} of ${formatMonth(month)} whose money moved before it. Books go by the day of booking.`}
      </p>
      <ListView query={query} what="Entries" columns={COLUMNS} empty="No money had moved before." />
    </SectionCard>
  );
}

/** Says what moved at the bank in a month and stands in the books of later ones. */
export function BookedLater({ month, later }: { month: string; later: MovementDto }) {
  return (
    <SectionCard title="Booked in later months">
      <p className="soft small">
        {`The bank has ${plural(later.count, 'more entry', 'more entries')} of ${formatMonth(month)}, ${formatMoney(later.amount)} in all, that ${later.count === 1 ? 'stands' : 'stand'} in the books of a later month: books go by the day of booking.`}
      </p>
    </SectionCard>
  );
}
