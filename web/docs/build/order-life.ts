import {
  isIn,
  ORDER_EVENTS,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  STATUS_ROWS,
  transitions,
  type OrderEvent,
  type OrderStatus,
  type PaymentStatus,
} from '../../../src/orders/lifecycle/order-lifecycle.js';
import {
  RETURN_STATUS_ROWS,
  RETURN_STATUSES,
} from '../../../src/fulfillment/returns/return-status.js';
import { table } from './markdown-table.js';

const PAYMENTS: Record<PaymentStatus, string> = {
  unpaid: 'nothing was paid',
  paid: 'paid in full',
  refunded: 'refunded to your wallet',
};

/** Describes the effect of a change of status on stock and money. */
function effectOf(from: OrderStatus, event: OrderEvent): string {
  if (event === 'expire') return 'Its stock is released.';
  if (event === 'cancel') {
    return isIn('awaitingPayment', from)
      ? 'Its stock is released.'
      : 'Its stock is released and the money goes to your wallet.';
  }
  if (event === 'close') {
    return 'The rest is not shipped: its stock is released and its money goes to your wallet, without the delivery charge.';
  }
  if (event === 'refund') return 'All or part of the payment goes to your wallet.';
  if (event === 'shipPart' || event === 'shipRest') return '`tracking` has the latest shipment.';
  return event === 'pay' && !isIn('open', from)
    ? 'Its stock is reserved again. If the stock is short, the money goes to your wallet and the order stays expired.'
    : '';
}

export function transitionTable(): string {
  return table(
    ['Event', 'Status', 'Effect'],
    transitions().map(({ from, event, to }) => [
      event === 'expire' ? '{{expiry}}' : ORDER_EVENTS[event].label,
      `\`${from}\` → \`${to}\``,
      effectOf(from, event),
    ]),
  );
}

export function statusTable(): string {
  return table(
    ['Status', 'Meaning'],
    ORDER_STATUSES.map((status) => [`\`${status}\``, STATUS_ROWS[status].meaning]),
  );
}

export function returnStatusTable(): string {
  return table(
    ['Status of a return', 'Meaning'],
    RETURN_STATUSES.map((status) => [`\`${status}\``, RETURN_STATUS_ROWS[status].meaning]),
  );
}

export function paymentStatuses(): string {
  return PAYMENT_STATUSES.map((status) => `\`${status}\` (${PAYMENTS[status]})`).join(', ');
}

/** Lists the statuses that no transition leaves. */
export function finalStatuses(): OrderStatus[] {
  const left = new Set(transitions().map(({ from }) => from));
  return ORDER_STATUSES.filter((status) => !left.has(status));
}
