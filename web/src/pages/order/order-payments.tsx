import type { ClientOrderRecordDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { DataTable, type Column } from '../../shared/data-table';
import { Money } from '../../shared/money';
import { Time } from '../../shared/time';

type Payment = ClientOrderRecordDto['payments'][number];

const COLUMNS: readonly Column<Payment>[] = [
  { header: 'Paid', cell: ({ created_at }) => <Time at={created_at} /> },
  { header: 'By', cell: ({ method }) => method.replaceAll('_', ' ') },
  { header: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** What was paid for an order. */
export function OrderPayments({ payments }: { payments: readonly Payment[] }) {
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
