import { DataTable, type Column } from '../shared/lists/data-table';
import { Money } from '../shared/money';
import { paymentMethod } from '../shared/terms/payment-method';
import { Time } from '../shared/time';

/** A payment of an order; people who may not see prices get no amount. */
export interface OrderPayment {
  method: string;
  reference: string | null;
  amount?: number;
  outcome: 'applied' | 'credited';
  created_at: string;
}

const COLUMNS: readonly Column<OrderPayment>[] = [
  { header: 'Paid', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    header: 'By',
    cell: ({ method, outcome }) =>
      outcome === 'applied'
        ? paymentMethod(method)
        : `${paymentMethod(method)}, kept in the wallet`,
  },
  { header: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** Renders the payments of an order. */
export function OrderPayments({ payments }: { payments: readonly OrderPayment[] }) {
  if (payments.length === 0) return <p className="soft">Nothing was paid yet.</p>;
  return (
    <DataTable
      caption="Payments"
      columns={COLUMNS}
      rows={payments}
      rowKey={({ created_at, method }) => `${created_at} ${method}`}
    />
  );
}
