import type {
  GatewayDayDto,
  GatewayDisputeDto,
  GatewayNoticeDto,
  GatewayPaymentDto,
  GatewaySettlementDto,
  PaymentIntentDto,
} from '../../../../api/generated/admin-types';
import {
  listGatewayDaysOptions,
  listGatewayDisputesOptions,
  listGatewayNoticesOptions,
  listGatewayPaymentsOptions,
  listGatewaySettlementsOptions,
  listPaymentIntentsOptions,
} from '../../../../api/generated/admin';
import { CURRENT_GATEWAY } from '../../../../payments/gateways';
import { formatCount, plural } from '../../../../shared/format';
import { column, type Column } from '../../../../shared/lists/columns';
import { listTab } from '../../../../shared/lists/list-view';
import { StatusOf, type StatusRow } from '../../../../shared/status';
import { linkTo } from '../../office-columns';

const FOUND_BY: Record<GatewayPaymentDto['found_by'], string> = {
  return: 'Browser',
  notice: 'Notice',
  schedule: 'Later check',
  day: 'Comparison of the day',
};

const PAYMENTS: { columns: readonly Column<GatewayPaymentDto>[]; what: string } = {
  what: 'Gateway payments',
  columns: [
    column.cell('Payment', ({ payment_id }) => <PaymentId id={payment_id} />),
    linkTo.client('Client', 'client_id'),
    column.time('Seen', 'seen_at'),
    column.status('Result', 'outcome', {
      applied: { tone: 'ok', label: 'Paid orders' },
      credited: { tone: 'ok', label: 'In the wallet' },
      open: { tone: 'waiting', label: 'Not captured' },
      failed: { tone: 'calm', label: 'Failed' },
      refunded: { tone: 'calm', label: 'Returned by the gateway' },
      other_currency: { tone: 'bad', label: 'Other currency, not credited' },
    }),
    column.text('Found by', ({ found_by }) => FOUND_BY[found_by]),
    column.text('Receipt', 'receipt_id'),
    column.money('Amount', 'amount'),
  ],
};

/** Renders the id of a payment; at the sandbox it links to the page on which a person plays what follows it. */
function PaymentId({ id }: { id: string }) {
  const shown = <span className="mono">{id}</span>;
  const isSandbox = CURRENT_GATEWAY?.movesMoney === false;
  return isSandbox ? <a href={`/sandbox/payments/${id}`}>{shown}</a> : shown;
}

export const PaymentsTab = listTab<GatewayPaymentDto>({
  ...PAYMENTS,
  list: listGatewayPaymentsOptions,
  rowKey: ({ payment_id }) => payment_id,
  empty: 'No payments through the gateway yet.',
});

/** Renders payments that neither a browser nor a notice reported. */
export const MissedTab = listTab<GatewayPaymentDto>({
  ...PAYMENTS,
  list: ({ query }) => listGatewayPaymentsOptions({ query: { ...query, missed: 'true' } }),
  rowKey: ({ payment_id }) => payment_id,
  empty: 'Every payment was reported by a browser or a notice.',
});

/** Renders the disputes about payments. */
export const DisputesTab = listTab<GatewayDisputeDto>({
  list: listGatewayDisputesOptions,
  what: 'Disputes',
  columns: [
    column.code('Dispute', 'dispute_id'),
    linkTo.client('Client', 'client_id'),
    column.time('Opened', 'opened_at'),
    column.status('State', 'status', {
      open: { tone: 'waiting', label: 'Open' },
      won: { tone: 'ok', label: 'Won' },
      lost: { tone: 'bad', label: 'Lost' },
      closed: { tone: 'calm', label: 'Closed' },
    }),
    column.time('Answer until', ({ status, respond_by }) =>
      status === 'open' ? respond_by : null,
    ),
    column.text('Payment', 'payment_id', { isWide: true }),
    column.money('Amount', 'amount'),
    column.money('Taken', 'taken'),
  ],
  empty: 'No payer has disputed a payment yet.',
});

/** Renders the checkouts that clients opened. */
export const IntentsTab = listTab<PaymentIntentDto>({
  list: listPaymentIntentsOptions,
  what: 'Checkouts',
  columns: [
    column.code('Checkout', 'id'),
    linkTo.client('Client', 'client_id'),
    column.text('For', ({ order_numbers: orders }) =>
      orders.length === 0 ? 'Wallet' : plural(orders.length, 'order'),
    ),
    column.time('Begun', 'created_at'),
    column.status('State', 'status', {
      open: { tone: 'waiting', label: 'Open' },
      paid: { tone: 'ok', label: 'Paid' },
      superseded: { tone: 'calm', label: 'Replaced' },
    }),
    column.text('Gateway order', 'gateway_order_id'),
    column.money('Amount', 'amount'),
  ],
  empty: 'No client has opened a checkout yet.',
});

export const NoticesTab = listTab<GatewayNoticeDto>({
  list: listGatewayNoticesOptions,
  what: 'Notices',
  columns: [
    column.cell('Event', ({ event }) => <code>{event}</code>),
    column.time('Received', 'received_at'),
    column.status('Result', 'outcome', {
      waiting: { tone: 'moving', label: 'Waits' },
      checked: { tone: 'ok', label: 'Checked' },
      unknown_order: { tone: 'bad', label: 'Unknown order' },
      ignored: { tone: 'calm', label: 'Not about a payment' },
    }),
    column.text('Gateway order', 'gateway_order_id'),
    column.text('Payment', 'payment_id'),
  ],
  empty: 'The gateway has not sent any notices yet.',
});

/** Renders what the gateway paid out to the bank. */
export const SettlementsTab = listTab<GatewaySettlementDto>({
  list: listGatewaySettlementsOptions,
  what: 'Settlements',
  columns: [
    column.code('UTR', 'utr'),
    column.time('Settled', 'settled_at'),
    column.cell('State', (settlement) => <StatusOf {...stateOfSettlement(settlement)} />),
    column.money('Not known here', 'unknown'),
    column.money('Gross', 'gross'),
    column.money('Fees', 'fees'),
    column.money('Tax', 'tax'),
    column.total('To the bank', 'amount'),
  ],
  empty: 'The gateway has not paid out anything yet.',
});

function stateOfSettlement({ status, unknown_lines, booked }: GatewaySettlementDto): StatusRow {
  if (status === 'failed') return { tone: 'bad', label: 'Failed' };
  if (unknown_lines.length > 0) return { tone: 'bad', label: 'Lines not known here' };
  return booked ? { tone: 'ok', label: 'Booked' } : { tone: 'waiting', label: 'Not booked yet' };
}

/** Renders the days that were compared with the gateway. */
export const DaysTab = listTab<GatewayDayDto>({
  list: listGatewayDaysOptions,
  what: 'Days',
  columns: [
    column.day('Day', 'day'),
    column.cell('State', (day) => <StatusOf {...stateOfDay(day)} />),
    column.number('Checkouts', 'checked'),
    column.number('Found', 'found'),
    column.money('Amount found', 'found_amount'),
    // Days of earlier releases, and days that are not over, have no sums.
    column.money('In the books', 'books'),
    column.money('At the gateway', 'held'),
  ],
  rowKey: ({ day }) => day,
  empty: 'No days were compared with the gateway yet.',
});

function stateOfDay({ finished_at, failed }: GatewayDayDto): StatusRow {
  if (finished_at === null) return { tone: 'moving', label: 'Running' };
  return failed > 0
    ? { tone: 'bad', label: `${formatCount(failed)} not answered` }
    : { tone: 'ok', label: 'Compared' };
}
