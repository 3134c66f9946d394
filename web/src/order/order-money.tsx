import { column, type Column } from '../shared/lists/columns';
import { DataTable } from '../shared/lists/data-table';
import { OrderPayments, type OrderPayment } from './order-payments';

/** A refund of an order; people who may not see prices get no amount. */
interface Refund {
  amount?: number;
  reason: string | null;
  created_at: string;
}

interface PaymentsAndRefundsProps {
  payments: readonly OrderPayment[];
  refunds: readonly Refund[];
}

const REFUND_COLUMNS: readonly Column<Refund>[] = [
  column.at('Refunded', 'created_at'),
  column.text('Reason', 'reason', { isWide: true }),
  column.money('Amount', 'amount'),
];

/** Renders the payments and refunds of an order. */
export function PaymentsAndRefunds({ payments, refunds }: PaymentsAndRefundsProps) {
  return (
    <>
      <OrderPayments payments={payments} />
      {refunds.length > 0 && (
        <DataTable
          caption="Refunds"
          columns={REFUND_COLUMNS}
          rows={refunds}
          rowKey={({ created_at }) => created_at}
        />
      )}
    </>
  );
}
