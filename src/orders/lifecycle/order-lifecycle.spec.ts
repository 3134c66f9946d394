import {
  nextStatus,
  ORDER_EVENTS,
  ORDER_STATUSES,
  STATUS_ROWS,
  STATUS_SETS,
  statusesBefore,
  statusesOfPayment,
  transitions,
  type OrderEvent,
  type OrderStatus,
} from './order-lifecycle.js';

const no = null;

const EVENTS = Object.keys(ORDER_EVENTS) as OrderEvent[];

/**
 * Every status with every event. Two events leave the status as it is: one more partial shipment of a partly
 * shipped order, and the refund of a returned one.
 */
// oxfmt-ignore
const LIFE = {
  // from            pay        expire     cancel       shipPart             shipRest   close      deliver      return      refund
  awaiting_payment:  ['pending', 'expired', 'cancelled', no,                  no,        no,        no,          no,         no],
  pending:           [no,        no,        'cancelled', 'partially_shipped', 'shipped', no,        no,          no,         no],
  partially_shipped: [no,       no,        no,          'partially_shipped', 'shipped', 'shipped', no,          no,         no],
  shipped:           [no,        no,        no,          no,                  no,        no,        'delivered', 'returned', no],
  delivered:         [no,        no,        no,          no,                  no,        no,        no,          'returned', no],
  returned:          [no,        no,        no,          no,                  no,        no,        no,          no,         'returned'],
  cancelled:         [no,        no,        no,          no,                  no,        no,        no,          no,         no],
  expired:           ['pending', no,        no,          no,                  no,        no,        no,          no,         no],
} satisfies Record<OrderStatus, readonly (OrderStatus | null)[]>;

const CELLS = ORDER_STATUSES.flatMap((from) =>
  EVENTS.map((event, column) => ({ from, event, to: LIFE[from][column] ?? null })),
);

describe("an order's life", () => {
  it('is checked here for every status and every event', () => {
    expect(Object.keys(LIFE)).toEqual(ORDER_STATUSES);
    for (const row of Object.values(LIFE)) expect(row).toHaveLength(EVENTS.length);
  });

  it.each(CELLS.filter(({ to }) => to !== null))('leads from $from by $event to $to', (cell) => {
    expect(nextStatus(cell.from, cell.event)).toBe(cell.to);
  });

  it.each(CELLS.filter(({ to }) => to === null))('refuses $event of an order $from', (cell) => {
    expect(nextStatus(cell.from, cell.event)).toBeNull();
  });

  it('is listed completely by transitions()', () => {
    expect(transitions()).toEqual(CELLS.filter(({ to }) => to !== null));
  });

  it('is polled less often the less can still happen', () => {
    const intervals = ORDER_STATUSES.map((status) => [status, STATUS_ROWS[status].pollSeconds]);
    expect(Object.fromEntries(intervals)).toEqual({
      awaiting_payment: 300,
      pending: 300,
      partially_shipped: 1_800,
      shipped: 1_800,
      delivered: 86_400,
      returned: 86_400,
      cancelled: 86_400,
      expired: 86_400,
    });
  });

  it.each(EVENTS)('names the statuses that allow %s', (event) => {
    const allowed = CELLS.filter((cell) => cell.event === event && cell.to !== null);
    expect(statusesBefore(event)).toEqual(allowed.map(({ from }) => from));
  });

  it('sorts the statuses into sets by meaning', () => {
    expect(STATUS_SETS).toEqual({
      open: ['awaiting_payment', 'pending', 'partially_shipped'],
      correctable: ['awaiting_payment', 'pending'],
      dispatched: ['shipped', 'delivered', 'returned'],
      closed: ['delivered', 'returned', 'cancelled', 'expired'],
      void: ['cancelled', 'expired'],
      awaitingPayment: ['awaiting_payment'],
      payable: ['awaiting_payment', 'expired'],
      cancelable: ['awaiting_payment', 'pending'],
      shippable: ['pending', 'partially_shipped'],
      closable: ['partially_shipped'],
      deliverable: ['shipped'],
      returnable: ['shipped', 'delivered'],
      refundable: ['returned'],
    });
  });

  it.each([
    ['unpaid', ['awaiting_payment', 'cancelled', 'expired']],
    ['paid', ['pending', 'partially_shipped', 'shipped', 'delivered', 'returned']],
    ['refunded', ['returned', 'cancelled']],
  ] as const)('names the statuses of an order that is %s', (payment, statuses) => {
    expect(statusesOfPayment(payment)).toEqual(statuses);
  });

  it('leads on from every open status', () => {
    for (const status of STATUS_SETS.open) expect(STATUS_ROWS[status].next).not.toEqual({});
  });
});
