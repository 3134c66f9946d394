import type { ReactNode } from 'react';
import { column, type Column } from '../shared/lists/columns';

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
const PAYMENTS: Partial<typeof KINDS> = { debt: 'Debt paid', credit: 'Order on account paid' };

/** Makes the columns of a statement. @param orderLink leads to an order by its number */
export function entryColumns(orderLink: (number: string) => ReactNode): Column<StatementEntry>[] {
  return [
    column.cell('Entry', ({ kind, reversal, amount }) =>
      reversal ? `${KINDS[kind]}, reversed` : ((amount < 0 ? PAYMENTS[kind] : null) ?? KINDS[kind]),
    ),
    column.at('At', 'at'),
    column.cell('Order', ({ order_number }) =>
      order_number === null ? '–' : orderLink(order_number),
    ),
    column.text('Reference', ({ reference, note }) => reference ?? note),
    column.money('Amount', 'amount'),
    column.money('Balance', 'balance_after'),
  ];
}
