import type { Settings } from '../../platform/config/settings.js';
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
} from '../../orders/order-lifecycle.js';
import { html } from '../html.js';
import { LIFE_DIAGRAM } from './life-diagram.js';
import { code, codes, table, type Section } from '../section.js';

type LifeSettings = Pick<Settings, 'unpaidOrderTtlHours'>;

const PAYMENTS: Record<PaymentStatus, string> = {
  unpaid: 'no money has come',
  paid: 'paid in full',
  refunded: 'paid back to your wallet',
};

/** What happens, in words. */
function labelOf(event: OrderEvent, { unpaidOrderTtlHours }: LifeSettings): string {
  return event === 'expire' && unpaidOrderTtlHours > 0
    ? `unpaid for ${unpaidOrderTtlHours}\u00a0h`
    : ORDER_EVENTS[event].label;
}

/** What else a change of status does. */
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
  if (event === 'refund') return 'What was paid goes to your wallet, all of it or a part.';
  if (event === 'shipPart' || event === 'shipRest') return 'The latest shipment is in tracking.';
  return event === 'pay' && !isIn('open', from)
    ? 'Its stock is reserved again. Where it is short, the money goes to your wallet and the order stays expired.'
    : '';
}

/** Returns every status and transition there is, drawn and in words. */
export function orderLife(settings: LifeSettings): Section {
  return {
    id: 'order-life',
    title: "An order's life",
    body: html`<figure>${LIFE_DIAGRAM}</figure>
      ${table(
        ['What happens', 'Status'],
        transitions().map(({ from, event, to }) => [
          labelOf(event, settings),
          [code(from), ' → ', code(to), html`<small>${effectOf(from, event)}</small>`],
        ]),
      )}
      <h3>What the statuses mean</h3>
      ${table(
        ['Status', 'Meaning'],
        ORDER_STATUSES.map((status) => [code(status), STATUS_ROWS[status].meaning]),
      )}
      <p>
        ${code('payment_status')} is one of
        ${PAYMENT_STATUSES.map((status, index) => [
          index === 0 ? '' : ', ',
          code(status),
          ` (${PAYMENTS[status]})`,
        ])}.
        Each change of ${code('status')} adds one entry to ${code('timeline')}. The keys of
        ${code('tracking')}, ${codes(['courier', 'tracking_number', 'tracking_url', 'shipped_at'])},
        are null until the first shipment, and then those of the latest one. The answer does not say
        how many units of an item were shipped: ${code('items')} and ${code('total_amount')} stay as
        ordered, also when the rest of an order is not shipped and its money has come back. The
        order in the dashboard has every shipment. Times are ISO 8601 in UTC, such as
        ${code('2026-01-16T09:30:00.000Z')}.
      </p>`,
  };
}

/** Returns the statuses that nothing leads out of. */
export function finalStatuses(): OrderStatus[] {
  const left = new Set(transitions().map(({ from }) => from));
  return ORDER_STATUSES.filter((status) => !left.has(status));
}
