import { readAddress } from './read-address.js';

const KARNATAKA = '29AAPFU0939F1ZR';

describe('an address that was written as one text', () => {
  it.each([
    ['14, Lake View Road\nBengaluru 560001', KARNATAKA, '14, Lake View Road', 'Bengaluru', '29'],
    [
      '14 Lake View Road, Bengaluru, KARNATAKA - 560 001.',
      null,
      '14 Lake View Road',
      'Bengaluru',
      '29',
    ],
    [
      'Plot 5\nMarket Yard\nPune, Maharashtra\n411004, India',
      null,
      'Plot 5, Market Yard',
      'Pune',
      '27',
    ],
  ])('%s has fields', (text, gstin, line1, place, state) => {
    const pincode = expect.stringMatching(/^\d{6}$/) as string;
    expect(readAddress(text, gstin)).toEqual({ line1, line2: null, place, state, pincode });
  });

  it.each([
    ['it names no state, and there is no GSTIN', '14, Lake View Road\nBengaluru 560001', null],
    ['its PIN code is of another state', '14, Lake View Road\nBengaluru, Kerala 560001', null],
    ['the GSTIN is of another state', 'Plot 5, Pune, Maharashtra 411004', KARNATAKA],
    ['it has no PIN code', '14, Lake View Road, Bengaluru, Karnataka', KARNATAKA],
    ['it ends in a telephone number', '14, Lake View Road, Bengaluru 9845012345', KARNATAKA],
    ['it has no street', 'Bengaluru 560001', KARNATAKA],
    ['its street is too long', `${'x'.repeat(101)}, Bengaluru 560001`, KARNATAKA],
  ])('stays a text if %s', (_why, text, gstin) => {
    expect(readAddress(text, gstin)).toBeNull();
  });
});
