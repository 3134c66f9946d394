import { column, type Column } from '../shared/lists/columns';
import { DataTable } from '../shared/lists/data-table';
import { paymentMethod } from '../shared/terms/payment-method';

/** A payment of an order; people who may not see prices get no amount. */
export interface OrderPayment {
  method: string;
  reference: string | null;
  amount?: number;
  outcome: 'applied' | 'credited';
  created_at: string;
}

const COLUMNS: readonly Column<OrderPayment>[] = [
  column.at('Paid', 'created_at'),
  column.cell('By', ({ method, outcome }) =>
    outcome === 'applied' ? paymentMethod(method) : `${paymentMethod(method)}, kept in the wallet`,
  ),
  column.code('Reference', 'reference'),
  column.money('Amount', 'amount'),
];

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
