import { hasOtherLetters, normalForm } from './reference-form.js';

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

it.each([
  ['SBIN-4260 1234', false],
  ['\uFF33\uFF22\u096A', false],
  ['№ 34177 (é)', true],
  ['\u041D1234', true],
])('letters outside ASCII in %j: %s', (text, has) => {
  expect(hasOtherLetters(text)).toBe(has);
});
