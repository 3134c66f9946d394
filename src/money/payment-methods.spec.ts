import { methodNamed, sourceOf } from './payment-methods.js';

describe('the method that a word means', () => {
  it.each(['bank', 'bank_transfer', 'neft', 'rtgs', 'imps', 'upi'])(
    'is the bank for %s',
    (word) => {
      expect(methodNamed(word)).toBe('bank');
    },
  );

  it.each(['wallet', 'credit', 'cash', 'cheque', 'card', 'other'] as const)('is %s', (word) => {
    expect(methodNamed(word)).toBe(word);
  });

  it.each(['gateway', 'on_account', 'walet', 'credit card', 'bank transfer', ''])(
    'does not read %j',
    (word) => {
      expect(methodNamed(word)).toBeNull();
    },
  );
});

describe('the source of a payment', () => {
  it.each([
    ['bank', 'bank'],
    ['cash', 'cash'],
    ['cheque', 'other'],
    ['card', 'other'],
    ['other', 'other'],
  ] as const)('the source of a payment by %s is %s', (method, source) => {
    expect(sourceOf(method)).toBe(source);
  });
});
