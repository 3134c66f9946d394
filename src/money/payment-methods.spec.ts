import { sourceOf } from './payment-methods.js';

describe('the source of a payment', () => {
  it.each(['bank', 'bank_transfer', 'neft', 'rtgs', 'imps', 'upi', 'NEFT', 'Upi'])(
    'is the bank for %s',
    (method) => {
      expect(sourceOf(method)).toBe('bank');
    },
  );

  it.each(['cash', 'Cash'])('is cash for %s', (method) => {
    expect(sourceOf(method)).toBe('cash');
  });

  it('is the gateway for what the gateway reports', () => {
    expect(sourceOf('gateway')).toBe('gateway');
  });

  it.each(['cheque', 'card', 'bank transfer', 'barter', ''])('is another one for %j', (method) => {
    expect(sourceOf(method)).toBe('other');
  });
});
