import { normalizeReference } from '../../platform/reference-form.js';
import { clientNamedIn, isUtr, paymentReferenceOf } from './utr.js';

describe('a UTR', () => {
  it('is compared in capitals and without spaces', () => {
    expect(normalizeReference(' hdfcn 5202611 21004567 ')).toBe('HDFCN520261121004567');
  });

  it.each(['\u200B', '\u200D', '\u00AD', '\u2060', '\u202E', '\uFEFF'])(
    'is compared without the invisible %j',
    (mark) => {
      expect(normalizeReference(`${mark}HDFCN5${mark}2611`)).toBe('HDFCN52611');
    },
  );

  it('is never longer for it', () => {
    expect(normalizeReference('straße 1 ﷺ')).toBe('STRAßE1ﷺ');
  });

  it.each([
    ['UTR-20260115-0042', true],
    ['432112345678', true],
    ['ab12', false],
    ['ab1234', true],
    ['1234', true],
    ['ENTERPRISES', false],
    ['SBIN-2/1', false],
    ['abc', false],
    ['-abc', false],
    ['abc,def', false],
    ['1'.repeat(40), true],
    ['1'.repeat(41), false],
  ])('may be %s: %s', (text, isTaken) => {
    expect(isUtr(text)).toBe(isTaken);
  });
});

describe('the payment reference of a client', () => {
  it.each([1, 17, 1_234_567])(
    'the payment reference of client %d is found in a line of a bank statement',
    (id) => {
      expect(clientNamedIn(`NEFT-${paymentReferenceOf(id).toLowerCase()}-ORDERS`)).toBe(id);
    },
  );

  it.each(['NEFT-ACL000017', 'CL00017', 'CL000017 CL 000018', ''])('is not in %j', (text) => {
    expect(clientNamedIn(text)).toBeNull();
  });
});
