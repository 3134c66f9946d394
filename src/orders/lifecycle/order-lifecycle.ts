export const PAYMENT_STATUSES = ['unpaid', 'paid', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Everything that can happen to an order after it was placed. */
export const ORDER_EVENTS = {
  pay: { label: 'paid', auditAction: 'order.paid' },
  expire: { label: 'not paid in time', auditAction: 'order.expired' },
  cancel: { label: 'canceled', auditAction: 'order.cancelled' },
  shipPart: { label: 'part shipped', auditAction: 'order.part_shipped' },
  shipRest: { label: 'all shipped', auditAction: 'order.shipped' },
  close: { label: 'closed', auditAction: 'order.closed' },
  deliver: { label: 'delivered', auditAction: 'order.delivered' },
  return: { label: 'returned', auditAction: 'order.returned' },
  refund: { label: 'refunded', auditAction: 'order.refunded' },
} as const satisfies Record<string, { label: string; auditAction: string }>;
export type OrderEvent = keyof typeof ORDER_EVENTS;
/** An event that moves neither stock nor money. */
export type OrderStep = Extract<OrderEvent, 'deliver' | 'return'>;

/** Poll interval for an order that waits for the client or for us. */
export const OPEN_POLL_SECONDS = 5 * 60;
/** Poll interval for an order whose goods are on their way, or with an open return. */
export const MOVING_POLL_SECONDS = 30 * 60;
/** Poll interval for an order that is not expected to change. */
const DONE_POLL_SECONDS = 24 * 60 * 60;

/**
 * - open: units that were not shipped are reserved
 * - correctable: nothing was shipped, so the address can still change
 * - dispatched: every unit has left the warehouse or was canceled
 * - closed: complete, apart from refunds of returned goods
 * - void: nothing was or will be sold
 */
type StatusFlag = 'open' | 'correctable' | 'dispatched' | 'closed' | 'void';

interface StatusRow<Status extends string> {
  /** Status after each event; an event that is missing is refused. */
  next: Partial<Record<OrderEvent, Status>>;
  /** Payment statuses that an order in this status can have. */
  payments: readonly PaymentStatus[];
  is: readonly StatusFlag[];
  pollSeconds: number;
  /** Name of the status on the pages of the dashboard. */
  label: string;
  /** What a sentence says of such an order. */
  sentence: string;
  /** Name of the operators' tab of these orders. */
  tab: string;
  /** Tone of the label, see `web/src/shared/status.tsx`. */
  tone: 'ok' | 'moving' | 'waiting' | 'bad' | 'calm';
}

/**
 * Every status with everything that differs between statuses, in the order of the lifecycle. The constraints and partial
 * indexes of `order.entity.ts` have copies of it, which a test compares.
 */
const ROWS = {
  awaiting_payment: {
    next: { pay: 'pending', expire: 'expired', cancel: 'cancelled' },
    payments: ['unpaid'],
    is: ['open', 'correctable'],
    pollSeconds: OPEN_POLL_SECONDS,
    label: 'To pay',
    sentence: 'is not paid yet',
    tab: 'To be paid',
    tone: 'waiting',
  },
  pending: {
    next: { shipPart: 'partially_shipped', shipRest: 'shipped', cancel: 'cancelled' },
    payments: ['paid'],
    is: ['open', 'correctable'],
    pollSeconds: OPEN_POLL_SECONDS,
    label: 'To ship',
    sentence: 'is paid, and not shipped yet',
    tab: 'To ship',
    tone: 'moving',
  },
  partially_shipped: {
    next: { shipPart: 'partially_shipped', shipRest: 'shipped', close: 'shipped' },
    payments: ['paid'],
    is: ['open'],
    pollSeconds: MOVING_POLL_SECONDS,
    label: 'Partly shipped',
    sentence: 'is partly shipped',
    tab: 'Partly shipped',
    tone: 'moving',
  },
  shipped: {
    next: { deliver: 'delivered', return: 'returned' },
    payments: ['paid'],
    is: ['dispatched'],
    pollSeconds: MOVING_POLL_SECONDS,
    label: 'Shipped',
    sentence: 'was shipped',
    tab: 'Shipped',
    tone: 'moving',
  },
  delivered: {
    next: { return: 'returned' },
    payments: ['paid'],
    is: ['dispatched', 'closed'],
    pollSeconds: DONE_POLL_SECONDS,
    label: 'Delivered',
    sentence: 'was delivered',
    tab: 'Delivered',
    tone: 'ok',
  },
  returned: {
    next: { refund: 'returned' },
    payments: ['paid', 'refunded'],
    is: ['dispatched', 'closed'],
    pollSeconds: DONE_POLL_SECONDS,
    label: 'Returned',
    sentence: 'was returned',
    tab: 'Returned',
    tone: 'bad',
  },
  cancelled: {
    next: {},
    payments: ['unpaid', 'refunded'],
    is: ['closed', 'void'],
    pollSeconds: DONE_POLL_SECONDS,
    label: 'Canceled',
    sentence: 'was canceled',
    tab: 'Canceled',
    tone: 'calm',
  },
  expired: {
    next: { pay: 'pending' },
    payments: ['unpaid'],
    is: ['closed', 'void'],
    pollSeconds: DONE_POLL_SECONDS,
    label: 'Expired',
    sentence: 'has expired',
    tab: 'Expired',
    tone: 'calm',
  },
} as const satisfies Record<string, StatusRow<string>>;

export type OrderStatus = keyof typeof ROWS;

export const STATUS_ROWS: Readonly<Record<OrderStatus, StatusRow<OrderStatus>>> = ROWS;
export const ORDER_STATUSES = Object.keys(ROWS) as readonly OrderStatus[];

/** Status of an order that was just placed. */
export const INITIAL_STATUS = 'awaiting_payment' satisfies OrderStatus;

/** Sets of statuses by meaning, each in the order of the lifecycle. */
export const STATUS_SETS = {
  open: withFlag('open'),
  correctable: withFlag('correctable'),
  dispatched: withFlag('dispatched'),
  closed: withFlag('closed'),
  void: withFlag('void'),
  awaitingPayment: statusesBefore('expire'),
  payable: statusesBefore('pay'),
  cancelable: statusesBefore('cancel'),
  shippable: statusesBefore('shipRest'),
  closable: statusesBefore('close'),
  deliverable: statusesBefore('deliver'),
  returnable: statusesBefore('return'),
  refundable: statusesBefore('refund'),
} satisfies Record<string, readonly OrderStatus[]>;
export type StatusSet = keyof typeof STATUS_SETS;

/** Returns true if a status is in a set. */
export function isIn(set: StatusSet, status: OrderStatus): boolean {
  return STATUS_SETS[set].includes(status);
}

/** Returns true if paying an order in a status has to reserve its stock first, because its stock was released. */
export function mustReserveAgain(status: OrderStatus): boolean {
  return isIn('payable', status) && !isIn('open', status);
}

/** Lists the statuses that an order with a payment status can have. */
export function statusesOfPayment(payment: PaymentStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((status) => STATUS_ROWS[status].payments.includes(payment));
}

/** Finds the status an event leads to from a status, or null where it is not allowed. */
export function nextStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return STATUS_ROWS[from].next[event] ?? null;
}

/** Lists every change of status there is. */
export function transitions(): { from: OrderStatus; event: OrderEvent; to: OrderStatus }[] {
  return ORDER_STATUSES.flatMap((from) =>
    (Object.keys(ORDER_EVENTS) as OrderEvent[]).flatMap((event) => {
      const to = nextStatus(from, event);
      return to === null ? [] : [{ from, event, to }];
    }),
  );
}

/** Lists the statuses from which an event is allowed. */
export function statusesBefore(event: OrderEvent): OrderStatus[] {
  return ORDER_STATUSES.filter((status) => STATUS_ROWS[status].next[event] !== undefined);
}

function withFlag(flag: StatusFlag): OrderStatus[] {
  return ORDER_STATUSES.filter((status) => STATUS_ROWS[status].is.includes(flag));
}
