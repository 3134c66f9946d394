import type { ReactNode } from 'react';
import type { Column } from '../shared/lists/data-table';
import { Money } from '../shared/money';
import { Time } from '../shared/time';

/** A line of a statement for clients and operators. */
export interface StatementEntry {
  id: number;
  at: string;
  kind: 'opening' | 'receipt' | 'settle' | 'refund' | 'payout' | 'adjustment';
  amount: number;
  balance_after: number;
  order_number: string | null;
  reference: string | null;
  note: string | null;
  reversal: boolean;
}

const KINDS: Record<StatementEntry['kind'], string> = {
  opening: 'Opening balance',
  receipt: 'Money received',
  settle: 'Order paid',
  refund: 'Refund',
  payout: 'Paid out',
  adjustment: 'Correction',
};

/** Returns the columns of a statement. @param orderLink leads to an order by its number */
export function entryColumns(orderLink: (number: string) => ReactNode): Column<StatementEntry>[] {
  return [
    {
      header: 'Entry',
      cell: ({ kind, reversal }) => (reversal ? `${KINDS[kind]}, reversed` : KINDS[kind]),
    },
    { header: 'At', cell: ({ at }) => <Time at={at} /> },
    {
      header: 'Order',
      cell: ({ order_number }) => (order_number === null ? '–' : orderLink(order_number)),
    },
    { header: 'Reference', cell: ({ reference, note }) => reference ?? note ?? '–' },
    { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
    {
      header: 'Balance',
      isNumber: true,
      cell: ({ balance_after }) => <Money amount={balance_after} />,
    },
  ];
}
