import type { ReactNode } from 'react';
import { entryName, type EntryKind } from '../../../src/money/wallets/entry-name.ts';
import { column, type Column } from '../shared/lists/columns';

/** A line of a statement for clients and operators. */
export interface StatementEntry {
  id: number;
  at: string;
  kind: EntryKind;
  amount: number;
  balance_after: number;
  order_number: string | null;
  reference: string | null;
  note: string | null;
  reversal: boolean;
}

/** Makes the columns of a statement. @param orderLink leads to an order by its number */
export function entryColumns(orderLink: (number: string) => ReactNode): Column<StatementEntry>[] {
  return [
    column.cell('Entry', ({ kind, amount, reversal }) => entryName(kind, amount, reversal)),
    column.at('At', 'at'),
    column.cell('Order', ({ order_number }) =>
      order_number === null ? '–' : orderLink(order_number),
    ),
    column.cell('Reference', ({ reference, note }) =>
      reference === null ? (note ?? '–') : <span className="mono">{reference}</span>,
    ),
    column.money('Amount', 'amount'),
    column.money('Balance', 'balance_after'),
  ];
}
