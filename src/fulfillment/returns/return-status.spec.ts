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
