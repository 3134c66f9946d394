import {
  isIn,
  type OrderStatus,
  type PaymentStatus,
} from '../../orders/lifecycle/order-lifecycle.js';

interface ReturnStatusRow {
  /** Name of the status on the pages of the dashboard. */
  label: string;
  /** Tone of the label, see `web/src/shared/status.tsx`. */
  tone: 'ok' | 'moving' | 'waiting' | 'bad' | 'calm';
}

/** Every status of a return, in the order of its life. */
export const RETURN_STATUS_ROWS = {
  requested: { label: 'Requested', tone: 'waiting' },
  declined: { label: 'Declined', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'calm' },
  awaited: { label: 'Awaited', tone: 'moving' },
  received: { label: 'Received', tone: 'waiting' },
  settled: { label: 'Settled', tone: 'ok' },
} as const satisfies Record<string, ReturnStatusRow>;

export const RETURN_STEPS = ['decision', 'goods', 'inspection', 'settlement'] as const;
export type ReturnStep = (typeof RETURN_STEPS)[number];

export type ReturnStatus = keyof typeof RETURN_STATUS_ROWS;
export const RETURN_STATUSES = Object.keys(RETURN_STATUS_ROWS) as readonly ReturnStatus[];

/** Returns true if a return can still be accepted, declined or received. */
export function isOpenReturn(status: string): boolean {
  return status === 'requested' || status === 'awaited';
}

/** The decisions on a return; null: not made. */
interface Decisions {
  acceptedAt: Date | null;
  declinedAt: Date | null;
  isWithdrawn: boolean;
}

/** The part of an order that the status of its return depends on. */
interface ReturnedOrder {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  refundFinal: boolean;
}

/** Returns true if a return was requested, accepted or received, and is not settled. */
export function hasUnsettledReturn(
  order: ReturnedOrder & { returns: readonly Decisions[] },
): boolean {
  return order.returns.some(
    (each) => each.declinedAt === null && returnStatusOf(each, order) !== 'settled',
  );
}

/** Computes the status of a return. After its receipt, it follows the status of the order. */
export function returnStatusOf(
  { acceptedAt, declinedAt, isWithdrawn }: Decisions,
  { status, paymentStatus, refundFinal }: ReturnedOrder,
): ReturnStatus {
  if (declinedAt !== null) return isWithdrawn ? 'withdrawn' : 'declined';
  if (isIn('refundable', status)) {
    return paymentStatus === 'refunded' || refundFinal ? 'settled' : 'received';
  }
  return acceptedAt === null ? 'requested' : 'awaited';
}
