import { isGstin, panOfGstin, stateOfGstin } from './gstin.js';

describe('a GSTIN', () => {
  it.each([
    '27AAPFU0939F1ZV',
    '24AANFA2641L1ZF',
    '29AAPFU0939F1ZR',
    '07AAPFU0939F1ZX',
    '33AAPFU0939F1Z2',
    '36AAPFU0939F1ZW',
    '01AAPFU0939F1Z9',
    '38AAPFU0939F1ZS',
    '97AAPFU0939F1ZO',
  ])('%s is valid', (gstin) => {
    expect(isGstin(gstin)).toBe(true);
  });

  it.each([
    ['its check character is another', '27AAPFU0939F1ZO'],
    ['its check character would be W', '29ABCDE1234F1Z5'],
    ['there is no state 39', '39AAPFU0939F1ZQ'],
    ['it is in lower case', '29aapfu0939f1zr'],
    ['it has 14 characters', '29AAPFU0939F1Z'],
    ['it has 16 characters', '29AAPFU0939F1ZRR'],
    ['it is of digits alone', '369296450896540'],
  ])('is refused if %s: %s', (_why, gstin) => {
    expect(isGstin(gstin)).toBe(false);
  });

  it('names the state and the company', () => {
    expect([stateOfGstin('29AAPFU0939F1ZR'), panOfGstin('29AAPFU0939F1ZR')]).toEqual([
      '29',
      'AAPFU0939F',
    ]);
  });
});
