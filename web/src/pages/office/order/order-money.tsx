import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { OrderPayments } from '../../../order/order-payments';
import { DataTable, type Column } from '../../../shared/lists/data-table';
import { Money } from '../../../shared/money';
import { Time } from '../../../shared/time';

type Refund = OrderRecordDto['refunds'][number];

const REFUND_COLUMNS: readonly Column<Refund>[] = [
  { header: 'Refunded', cell: ({ created_at }) => <Time at={created_at} /> },
  { header: 'Reason', isWide: true, cell: ({ reason }) => reason ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount = 0 }) => <Money amount={amount} /> },
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
