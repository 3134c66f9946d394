import type { ReactNode } from 'react';
import type { Column } from '../shared/lists/data-table';
import { Money } from '../shared/money';
import { Time } from '../shared/time';

/** A line of a statement for clients and operators. */
export interface StatementEntry {
  id: number;
  at: string;
  kind: keyof typeof KINDS;
  amount: number;
  balance_after: number;
  order_number: string | null;
  reference: string | null;
  note: string | null;
  reversal: boolean;
}

const KINDS = {
  opening: 'Opening balance',
  receipt: 'Money received',
  settle: 'Order paid',
  refund: 'Refund',
  payout: 'Paid out',
  adjustment: 'Correction',
  debt: 'Debt',
  credit: 'Bought on account',
  dispute: 'Payment disputed',
};

/** Kinds whose payments have a name of their own. */
const PAYMENTS: Partial<typeof KINDS> = {
  debt: 'Debt paid',
  credit: 'Order on account paid',
};

/** Returns the columns of a statement. @param orderLink leads to an order by its number */
export function entryColumns(orderLink: (number: string) => ReactNode): Column<StatementEntry>[] {
  return [
    {
      header: 'Entry',
      cell: ({ kind, reversal, amount }) =>
        reversal
          ? `${KINDS[kind]}, reversed`
          : ((amount < 0 ? PAYMENTS[kind] : null) ?? KINDS[kind]),
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
