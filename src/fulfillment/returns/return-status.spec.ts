import type { OrderItem } from '../../orders/order-item.entity.js';
import { inspectionProblems } from './inspection.js';
import type { OrderReturnItem } from './order-return-item.entity.js';
import { isOpenReturn, RETURN_STATUSES, returnStatusOf } from './return-status.js';

const AT = new Date('2026-01-15T10:00:00Z');

describe('returnStatusOf', () => {
  const undecided = { acceptedAt: null, declinedAt: null, isWithdrawn: false };
  const accepted = { ...undecided, acceptedAt: AT };
  const delivered = { status: 'delivered', paymentStatus: 'paid', refundFinal: false } as const;
  const returned = { ...delivered, status: 'returned' } as const;

  it.each([
    ['requested', undecided, delivered],
    ['requested', undecided, { ...delivered, status: 'shipped' }],
    ['awaited', accepted, delivered],
    ['declined', { ...undecided, declinedAt: AT }, delivered],
    ['declined', { ...accepted, declinedAt: AT }, returned],
    ['withdrawn', { ...undecided, declinedAt: AT, isWithdrawn: true }, delivered],
    ['received', accepted, returned],
    ['received', undecided, returned],
    ['settled', accepted, { ...returned, paymentStatus: 'refunded' }],
    ['settled', accepted, { ...returned, refundFinal: true }],
  ] as const)('is %s', (status, decisions, order) => {
    expect(returnStatusOf(decisions, order)).toBe(status);
  });
});

it('a return is open until its units are back, or it is declined or withdrawn', () => {
  expect(RETURN_STATUSES.filter(isOpenReturn)).toEqual(['requested', 'awaited']);
});

describe('an inspection after one that found two units of scrap', () => {
  const items = [{ line: 1, restockedQuantity: 0 }] as OrderItem[];
  const returned = [{ line: 1, quantity: 3, scrappedQuantity: 2 }] as OrderReturnItem[];

  it.each([
    [0, 1, 'expected at least 2 here'],
    [1, 0, 'expected at least 1 here'],
    [2, 2, 'line 1 has 3 returned units, fewer than 2 good and 2 scrap'],
  ])(
    'a second inspection with %d good and %d scrap units is refused: %s',
    (good, scrap, expected) => {
      const [problem] = inspectionProblems(items, returned, [{ line: 1, good, scrap }]);
      expect(problem).toMatchObject({ field: 'items.0.scrap', code: 'out_of_range' });
      expect(problem!.message).toContain(expected);
    },
  );
});
