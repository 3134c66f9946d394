import { Status, type Tone } from '../status';

const STATUSES: Record<string, { tone: Tone; label: string }> = {
  awaiting_payment: { tone: 'waiting', label: 'To pay' },
  pending: { tone: 'moving', label: 'To ship' },
  partially_shipped: { tone: 'moving', label: 'Partly shipped' },
  shipped: { tone: 'moving', label: 'Shipped' },
  delivered: { tone: 'ok', label: 'Delivered' },
  returned: { tone: 'bad', label: 'Returned' },
  cancelled: { tone: 'calm', label: 'Canceled' },
  expired: { tone: 'calm', label: 'Expired' },
};

/** Returns an order's status as a text. */
export function orderStatusLabel(status: string): string {
  return STATUSES[status]?.label ?? status;
}

/** Renders an order's status in words. */
export function OrderStatus({ status }: { status: string }) {
  const { tone, label } = STATUSES[status] ?? { tone: 'calm', label: status };
  return <Status tone={tone}>{label}</Status>;
}

const PAYMENT_STATUSES: Record<string, { tone: Tone; label: string }> = {
  unpaid: { tone: 'waiting', label: 'Unpaid' },
  paid: { tone: 'ok', label: 'Paid' },
  refunded: { tone: 'calm', label: 'Refunded' },
};

/** Whether an order is paid, in words. */
export function PaymentStatus({ status }: { status: string }) {
  const { tone, label } = PAYMENT_STATUSES[status] ?? { tone: 'calm', label: status };
  return <Status tone={tone}>{label}</Status>;
}
