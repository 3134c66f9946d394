import {
  STATUS_ROWS,
  type OrderStatus as Value,
  type PaymentStatus as PaymentValue,
} from '../../../../src/orders/lifecycle/order-lifecycle.ts';
import { Status, StatusOf, type StatusRow } from '../status';

/** Rows by status. A page loaded before an upgrade may receive a status that it does not know. */
const KNOWN: Partial<typeof STATUS_ROWS> = STATUS_ROWS;

/** Writes an order's status as a text. */
export function orderStatusLabel(status: Value): string {
  return KNOWN[status]?.label ?? status;
}

/** Shows an order's status in words, with its color. */
export function orderStatusOf(status: Value): StatusRow {
  const { tone, label } = KNOWN[status] ?? { tone: 'calm', label: status };
  return { tone, label };
}

/** Renders an order's status in words, and whether it waits for its client to pay a debt. */
export function OrderStatus({ status, isOnHold = false }: { status: Value; isOnHold?: boolean }) {
  const { tone, label } = orderStatusOf(status);
  return isOnHold ? (
    <Status tone="bad">{`${label}, on hold`}</Status>
  ) : (
    <Status tone={tone}>{label}</Status>
  );
}

const PAYMENT_STATUSES: Record<PaymentValue, StatusRow> = {
  unpaid: { tone: 'waiting', label: 'Unpaid' },
  paid: { tone: 'ok', label: 'Paid' },
  refunded: { tone: 'calm', label: 'Refunded' },
};

/** Renders the status of an order's payment in words, and whether a part of it went back. */
export function PaymentStatus({
  payment_status: status,
  refunds = [],
  partly_refunded: isPart = status === 'paid' && refunds.length > 0,
}: {
  payment_status: PaymentValue;
  refunds?: readonly object[];
  partly_refunded?: boolean;
}) {
  if (isPart) return <Status tone="calm">Partly refunded</Status>;
  return <StatusOf {...PAYMENT_STATUSES[status]} />;
}
