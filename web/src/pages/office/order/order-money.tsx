import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { OrderPayments } from '../../../order/order-payments';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';

type Refund = OrderRecordDto['refunds'][number];

const REFUND_COLUMNS: readonly Column<Refund>[] = [
  column.at('Refunded', 'created_at'),
  column.text('Reason', 'reason', { isWide: true }),
  column.money('Amount', ({ amount = 0 }) => amount),
];

/** Renders the payments and refunds of an order. */
export function OrderMoney({ order: { payments, refunds } }: { order: OrderRecordDto }) {
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
