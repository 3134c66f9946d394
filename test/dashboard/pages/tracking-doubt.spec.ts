import { doubtOf } from '../../../web/src/pages/office/shipping/tracking-doubt.js';

describe('a tracking number', () => {
  const last = ['149030000001', '1490 3000 0002', '149030000003'];

  it.each([
    ['149030000004', last, null],
    ['77-30', [], '77-30 is short for a tracking number.'],
    ['14903000000', last, '14903000000 has 11 characters, the last numbers had 12.'],
    ['14903000000', last.slice(1), null],
    ['14903000000', [...last, 'BL990022001IN5'], null],
  ])('%s after %j is asked about if it may be a part of one', (number, recent, doubt) => {
    expect(doubtOf(number, recent)).toBe(doubt);
  });
});
