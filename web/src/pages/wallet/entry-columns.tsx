import { Link } from '@tanstack/react-router';
import type { WalletEntryDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import type { Column } from '../../shared/data-table';
import { Money } from '../../shared/money';
import { Time } from '../../shared/time';

const KINDS: Record<WalletEntryDto['kind'], string> = {
  opening: 'Opening balance',
  receipt: 'Money received',
  settle: 'Order paid',
  refund: 'Refund',
  payout: 'Paid out to you',
  adjustment: 'Correction',
};

/** A line of a statement. */
export const ENTRY_COLUMNS: readonly Column<WalletEntryDto>[] = [
  {
    header: 'Entry',
    cell: ({ kind, reversal }) => (reversal ? `${KINDS[kind]}, taken back` : KINDS[kind]),
  },
  { header: 'At', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Order',
    cell: ({ order_number }) =>
      order_number === null ? (
        '–'
      ) : (
        <Link to="/orders/$number" params={{ number: order_number }} className="mono">
          {order_number}
        </Link>
      ),
  },
  { header: 'Reference', cell: ({ reference, note }) => reference ?? note ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
  {
    header: 'Balance',
    isNumber: true,
    cell: ({ balance_after }) => <Money amount={balance_after} />,
  },
];
