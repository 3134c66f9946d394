import {
  nextStatus,
  ORDER_STATUSES,
  POLL_SECONDS,
  statusesBefore,
  transitions,
} from './order-lifecycle.js';

const no = null;

/** The events in the order of the table's columns. */
const EVENTS = [
  'pay',
  'expire',
  'cancel',
  'shipPart',
  'shipRest',
  'close',
  'deliver',
  'return',
  'refund',
] as const;

/**
 * Every status with every event. Two events leave the status as it is: one more partial shipment of a partly
 * shipped order, and the refund of a returned one.
 */
// prettier-ignore
const LIFE = [
  // from              pay        expire     cancel       shipPart             shipRest   close      deliver      return      refund
  ['awaiting_payment', 'pending', 'expired', 'cancelled', no,                  no,        no,        no,          no,         no],
  ['pending',          no,        no,        'cancelled', 'partially_shipped', 'shipped', no,        no,          no,         no],
  ['partially_shipped', no,       no,        no,          'partially_shipped', 'shipped', 'shipped', no,          no,         no],
  ['shipped',          no,        no,        no,          no,                  no,        no,        'delivered', 'returned', no],
  ['delivered',        no,        no,        no,          no,                  no,        no,        no,          'returned', no],
  ['returned',         no,        no,        no,          no,                  no,        no,        no,          no,         'returned'],
  ['cancelled',        no,        no,        no,          no,                  no,        no,        no,          no,         no],
  ['expired',          'pending', no,        no,          no,                  no,        no,        no,          no,         no],
] as const;

const CELLS = LIFE.flatMap(([from, ...targets]) =>
  EVENTS.map((event, column) => ({ from, event, to: targets[column] ?? null })),
);

describe("an order's life", () => {
  it('is checked here for every status and every event', () => {
    expect(LIFE.map(([from]) => from)).toEqual([...ORDER_STATUSES]);
    expect(CELLS).toHaveLength(72);
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

  it('is worth another look the later the less can happen', () => {
    expect(POLL_SECONDS).toEqual({
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
});
