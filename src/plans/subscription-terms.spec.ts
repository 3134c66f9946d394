import { isSubscriptionLive, type SubscriptionTerms } from './subscription-terms.js';

const NOW = 1_000_000;

/** Makes open-ended terms that have begun, unless a test sets others. */
function terms(rest: Partial<SubscriptionTerms>): SubscriptionTerms {
  return { status: 'active', startsAtMs: NOW - 1, endsAtMs: null, graceEndsAtMs: null, ...rest };
}

describe('isSubscriptionLive', () => {
  it.each<[string, Partial<SubscriptionTerms>]>([
    ['active', { status: 'active' }],
    ['trialing', { status: 'trialing' }],
    ['past due within its grace', { status: 'past_due', graceEndsAtMs: NOW + 1 }],
    ['at its start', { startsAtMs: NOW }],
    ['before its end', { endsAtMs: NOW + 1 }],
  ])('is live while it is %s', (_, rest) => {
    expect(isSubscriptionLive(terms(rest), NOW)).toBe(true);
  });

  it.each<[string, Partial<SubscriptionTerms>]>([
    ['cancelled', { status: 'cancelled' }],
    ['of no known status', { status: '' }],
    ['past due without a grace', { status: 'past_due' }],
    ['past due, at the end of its grace', { status: 'past_due', graceEndsAtMs: NOW }],
    ['not yet begun', { startsAtMs: NOW + 1 }],
    ['at its end', { endsAtMs: NOW }],
    ['ended', { endsAtMs: NOW - 1 }],
    ['trialing, but ended', { status: 'trialing', endsAtMs: NOW }],
    [
      'past due within its grace, but not yet begun',
      { status: 'past_due', graceEndsAtMs: NOW + 9, startsAtMs: NOW + 1 },
    ],
    [
      'past due within its grace, but ended',
      { status: 'past_due', graceEndsAtMs: NOW + 9, endsAtMs: NOW },
    ],
  ])('is not live while it is %s', (_, rest) => {
    expect(isSubscriptionLive(terms(rest), NOW)).toBe(false);
  });
});
