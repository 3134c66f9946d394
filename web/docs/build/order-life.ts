import {
  isIn,
  ORDER_EVENTS,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  transitions,
  type OrderEvent,
  type OrderStatus,
  type PaymentStatus,
} from '../../../src/orders/lifecycle/order-lifecycle.js';
import {
  RETURN_STATUSES,
  type ReturnStatus,
} from '../../../src/fulfillment/returns/return-status.js';
import { SHIPMENT_STATES, wordsOf } from '../../../src/orders/tracking/shipment-state.js';
import { table } from './markdown-table.js';

/** Meaning of each status of an order for integrators. */
const ORDER_MEANINGS: Record<OrderStatus, string> = {
  awaiting_payment: 'Placed, and its stock is reserved. Pay it in the dashboard.',
  pending: 'Paid, and waiting to be packed.',
  partially_shipped: 'A part of it is on its way.',
  shipped: 'All of it is on its way.',
  delivered: 'Your customer has it.',
  returned: 'It was sent back to us.',
  cancelled: 'It will not be shipped.',
  expired: 'It was not paid in time.',
};

/** Meaning of each status of a return for integrators. */
const RETURN_MEANINGS: Record<ReturnStatus, string> = {
  requested: 'It waits for our decision.',
  declined:
    'We do not take the units back: `decline_reason` says why. Another return can be requested.',
  withdrawn: 'You withdrew it before we decided. Another return can be requested.',
  awaited: 'Accepted: send the units to its `return_address`.',
  received: 'The units are back, and the order is `returned`. The refund is not decided.',
  settled: 'The refund is decided; `refunds` of the order has what was paid back.',
};

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
    ORDER_STATUSES.map((status) => [`\`${status}\``, ORDER_MEANINGS[status]]),
  );
}

export function returnStatusTable(): string {
  return table(
    ['Status of a return', 'Meaning'],
    RETURN_STATUSES.map((status) => [`\`${status}\``, RETURN_MEANINGS[status]]),
  );
}

export function shipmentStateTable(): string {
  return table(
    ['State of a shipment', 'In words'],
    SHIPMENT_STATES.map((state) => [`\`${state}\``, wordsOf(state)]),
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
