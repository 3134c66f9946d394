import { REASON_WORDS } from '../../couriers/failures/reasons.js';
import { amountText, countText, dayText } from '../../platform/figures.js';
import { dateInShop, TIME_ZONE, TIME_ZONE_LABEL } from '../../platform/time-zone.js';
import type {
  ClientMoney,
  MailedDocument,
  MailedFailure,
  MailedOrder,
  MailedShipment,
  OverdueOrder,
} from './message-facts.repository.js';
import type { MailContent } from '../../identity/brand/mail-layout.js';

/** Rows that one mail lists. */
const ROWS_MAX = 50;

/** A mail's content whose page is a path of the dashboard. */
export type MessageContent = Omit<MailContent, 'action' | 'code'> & {
  action: { label: string; path: string };
  /** What the mail asks to pay, also by UPI. */
  toPay?: readonly MailedOrder[];
};

/** Writer of amounts such as `INR 1,234.50`. */
export type WriteAmount = (amountMinor: number) => string;

export function amountsIn(currency: string): WriteAmount {
  return (amountMinor) => `${currency} ${amountText(amountMinor)}`;
}

export function paidText(orders: readonly MailedOrder[], amount: WriteAmount): MessageContent {
  const count = orders.length;
  return {
    subject: counted(count, 'order was paid', 'orders were paid'),
    intro: 'We prepare what was paid for shipping.',
    ...rowsOf(orders, count, (order) => [...nameOf(order), amount(order.totalMinor)]),
    action: { label: 'Open the orders', path: '/orders' },
  };
}

export function shippedText(shipments: readonly MailedShipment[], count: number): MessageContent {
  return {
    subject: counted(count, 'shipment is on its way', 'shipments are on their way'),
    intro: 'Your stores have the tracking numbers, too.',
    ...rowsOf(shipments, count, (shipment) => [
      ...nameOf(shipment),
      shipment.courier,
      shipment.trackingNumber,
    ]),
    action: { label: 'Open the orders', path: '/orders' },
  };
}

export function failedDeliveriesText(failures: readonly MailedFailure[]): MessageContent {
  const { length: count } = failures;
  return {
    subject: counted(count, 'delivery failed', 'deliveries failed'),
    intro: 'Tell us if the courier is to try again, and with which day, phone or address:',
    ...rowsOf(failures, count, (failure) => [
      ...nameOf(failure),
      failure.city,
      REASON_WORDS[failure.reason],
      `until ${timeInShop(failure.answerBy)}`,
    ]),
    action: { label: 'Open the orders', path: '/orders' },
  };
}

interface ToPay {
  amount: WriteAmount;
  /** null: it does not expire. */
  expiryOf: (order: MailedOrder) => Date | null;
}

export function placedText(orders: readonly MailedOrder[], toPay: ToPay): MessageContent {
  return {
    subject: counted(orders.length, 'order was placed for you', 'orders were placed for you'),
    intro: 'We placed them as you asked us to. They are shipped once they are paid:',
    ...toPayText(orders, toPay),
  };
}

export function expiringText(orders: readonly MailedOrder[], toPay: ToPay): MessageContent {
  const { length: count } = orders;
  return {
    subject: counted(count, 'unpaid order is about to expire', 'unpaid orders are about to expire'),
    intro: 'An order that is not paid in time is canceled, and its stock is released:',
    ...toPayText(orders, toPay),
  };
}

function toPayText(
  orders: readonly MailedOrder[],
  { amount, expiryOf }: ToPay,
): Omit<MessageContent, 'subject' | 'intro'> {
  return {
    ...rowsOf(orders, orders.length, (order) => {
      const expiry = expiryOf(order);
      const expires = expiry === null ? '' : `expires ${timeInShop(expiry)}`;
      return [...nameOf(order), amount(order.totalMinor), expires];
    }),
    action: { label: 'Pay the orders', path: '/orders' },
    toPay: orders,
  };
}

export function walletText(
  { walletMinor }: ClientMoney,
  belowMinor: number,
  amount: WriteAmount,
): MessageContent {
  return {
    subject: `Your wallet is low: ${amount(walletMinor)}`,
    intro: `Your wallet holds ${amount(walletMinor)}, less than ${amount(belowMinor)}. Add money, so that orders can be paid from it.`,
    rows: [],
    action: { label: 'Add money', path: '/wallet' },
  };
}

export function debtsText(
  overdue: readonly OverdueOrder[],
  { debtMinor }: ClientMoney,
  amount: WriteAmount,
): MessageContent {
  const sumMinor = overdue.reduce((sum, { leftMinor }) => sum + leftMinor, debtMinor);
  const owed = debtMinor === 0 ? [] : [['Money that was taken back', amount(debtMinor), '']];
  const rows = overdue.map(({ orderNumber, leftMinor, dueOn }) => [
    orderNumber,
    amount(leftMinor),
    `was due on ${dayText(dueOn)}`,
  ]);
  return {
    subject: `Your company owes ${amount(sumMinor)}`,
    intro: 'Orders can be held back until this is paid:',
    ...rowsOf([...owed, ...rows], owed.length + rows.length, (cells) => cells),
    action: { label: 'Open the wallet', path: '/wallet' },
  };
}

export function subscriptionText({ endsAt, plan }: { endsAt: Date; plan: string }): MessageContent {
  return {
    subject: `Your subscription ends on ${dayText(dateInShop(endsAt))}`,
    intro: `Your plan “${plan}” ends on ${timeInShop(endsAt)}. From then on your stores can neither see products nor place orders. Ask us to renew it.`,
    rows: [],
    action: { label: 'See the plan', path: '/prices' },
  };
}

export function documentsText(
  documents: readonly MailedDocument[],
  { count, attached, amount }: { count: number; attached: number; amount: WriteAmount },
): MessageContent {
  const content = rowsOf(documents, count, (document) => [
    `${document.kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${document.documentNumber}`,
    document.orderNumber,
    amount(document.totalMinor),
  ]);
  const [only] = documents;
  return {
    ...content,
    subject:
      count === 1 && only !== undefined
        ? `${only.kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${only.documentNumber}`
        : `${countText(count)} invoices and credit notes`,
    intro:
      attached === count
        ? counted(count, 'document is attached as a PDF.', 'documents are attached as PDFs.')
        : `The first ${attached} of ${countText(count)} documents are attached as PDFs. The page has all of them.`,
    action: { label: 'Open the invoices', path: '/invoices' },
  };
}

function counted(count: number, one: string, several: string): string {
  return `${countText(count)} ${count === 1 ? one : several}`;
}

function nameOf({
  orderNumber,
  storeOrderId,
}: Pick<MailedOrder, 'orderNumber' | 'storeOrderId'>): string[] {
  return [orderNumber, storeOrderId ?? ''];
}

function rowsOf<T>(
  items: readonly T[],
  count: number,
  cellsOf: (item: T) => string[],
): Pick<MessageContent, 'rows' | 'outro'> {
  const rows = items.slice(0, ROWS_MAX).map(cellsOf);
  return count > rows.length
    ? { rows, outro: `And ${countText(count - rows.length)} more.` }
    : { rows };
}

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

function timeInShop(at: Date): string {
  return `${time.format(at)} ${TIME_ZONE_LABEL}`;
}
