import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  transitions,
  type OrderEvent,
  type OrderStatus,
  type PaymentStatus,
} from '../../../src/orders/order-lifecycle.js';
import { EVENT_LABELS } from './life-diagram.js';
import { table } from './markdown-table.js';

const STATUSES: Record<OrderStatus, string> = {
  awaiting_payment: 'Placed, and its stock is reserved. Pay it in the dashboard.',
  pending: 'Paid, and waiting to be packed.',
  partially_shipped: 'A part of it is on its way.',
  shipped: 'All of it is on its way.',
  delivered: 'Your customer has it.',
  returned: 'It was sent back to us.',
  cancelled: 'It will not be shipped.',
  expired: 'It was not paid in time.',
};

const PAYMENTS: Record<PaymentStatus, string> = {
  unpaid: 'nothing was paid',
  paid: 'paid in full',
  refunded: 'refunded to your wallet',
};

/** Returns the effect of a change of status on stock and money. */
function effectOf(from: OrderStatus, event: OrderEvent): string {
  if (event === 'expire') return 'Its stock is released.';
  if (event === 'cancel') {
    return from === 'awaiting_payment'
      ? 'Its stock is released.'
      : 'Its stock is released and the money goes to your wallet.';
  }
  if (event === 'close') {
    return 'The rest is not shipped: its stock is released and its money goes to your wallet, without the delivery charge.';
  }
  if (event === 'refund') return 'All or part of the payment goes to your wallet.';
  if (event === 'shipPart' || event === 'shipRest') return '`tracking` has the latest shipment.';
  return event === 'pay' && from === 'expired'
    ? 'Its stock is reserved again. If the stock is short, the money goes to your wallet and the order stays expired.'
    : '';
}

export function transitionTable(): string {
  return table(
    ['Event', 'Status', 'Effect'],
    transitions().map(({ from, event, to }) => [
      event === 'expire' ? '{{expiry}}' : EVENT_LABELS[event],
      `\`${from}\` → \`${to}\``,
      effectOf(from, event),
    ]),
  );
}

export function statusTable(): string {
  return table(
    ['Status', 'Meaning'],
    ORDER_STATUSES.map((status) => [`\`${status}\``, STATUSES[status]]),
  );
}

export function paymentStatuses(): string {
  return PAYMENT_STATUSES.map((status) => `\`${status}\` (${PAYMENTS[status]})`).join(', ');
}

/** Returns the statuses that no transition leaves. */
export function finalStatuses(): OrderStatus[] {
  const left = new Set(transitions().map(({ from }) => from));
  return ORDER_STATUSES.filter((status) => !left.has(status));
}
