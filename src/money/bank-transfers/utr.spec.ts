import { clientNamedIn, isUtr, normalForm, normalizeReference, paymentReferenceOf } from './utr.js';

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

describe('the normal form of a reference', () => {
  const NEFT = 'SBIN426012345678';
  const RRN = '432112345678';
  it.each([
    [NEFT, [NEFT, 'UTR sbin426012345678', `utr_no${NEFT}`, `${NEFT} NEFT`, 'SBIN-4260–1234.5678']],
    [NEFT, [`${NEFT}.0`, `${NEFT}.00 `, `(${NEFT})`, 'SBIN４２６０12345678', 'SBIN४२६०१२३४५६७८']],
    [RRN, [RRN, `UPI/${RRN}`, `imps${RRN}`, `0000${RRN}`, '4321\u00a01234\u20095678', `${RRN}.0`]],
    [RRN, ['৪৩২১১২৩৪৫৬৭৮', '𝟒𝟑𝟐𝟏12345678', '４３２１-１２３４-５６７８']],
    [
      '34177',
      ['34177', '034177', 'CHQ 034177', 'cheque no. 34177', 'CK 34177', '(34177)', 'Nº 34177'],
    ],
    [
      '34177',
      ['34177.', 'CQ34177', 'Ch.No.034177', '№34177', '34177.0', '034177 chq', 'REF#34177'],
    ],
    ['34177B', ['34177 B', '34177-b', '(34177/B)']],
    ['CHEQUE', ['cheque', ' che-que ']],
    ['é1', ['é १', 'é-1']],
    ['', ['-', '. /']],
  ])('%s is that of %j', (form, texts) => {
    expect(texts.map(normalForm)).toEqual(texts.map(() => form));
  });

  it.each([
    ['10', '1.0.1'],
    ['INV1', 'INV10'],
    ['CHAS426012345678', 'AS426012345678'],
    [NEFT, RRN],
  ])('the normal form of %j differs from that of %j', (one, other) => {
    expect(normalForm(one)).not.toBe(normalForm(other));
  });
});

describe('the payment reference of a client', () => {
  it.each([1, 17, 1_234_567])(
    'the payment reference of client %d is found in a line of a bank statement',
    (id) => {
      expect(clientNamedIn(`NEFT-${paymentReferenceOf(id).toLowerCase()}-ORDERS`)).toBe(id);
    },
  );

  it.each(['NEFT-ACL000017', 'CL00017', 'CL000017 CL000018', ''])('is not in %j', (text) => {
    expect(clientNamedIn(text)).toBeNull();
  });
});
