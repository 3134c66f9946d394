import fc from 'fast-check';
import { parseExactly } from './exact-json.js';

describe('parseExactly', () => {
  it.each([
    ['{"awb":12345678901234567890}', { awb: '12345678901234567890' }],
    [
      '[9007199254740991,9007199254740993,-9007199254740993]',
      [9007199254740991, '9007199254740993', '-9007199254740993'],
    ],
    [
      '{"a":"x 12345678901234567890 \\" 12345678901234567890"}',
      { a: 'x 12345678901234567890 " 12345678901234567890' },
    ],
    ['{"12345678901234567890":1}', { '12345678901234567890': 1 }],
    ['[0.12345678901234567890,1e300]', [0.12345678901234568, 1e300]],
    ['"\\\\"', '\\'],
  ])('reads %s', (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it('reads all JSON without such numbers as JSON.parse does', () => {
    const short = fc.json().filter((text) => !/\d{16}/.test(text));
    fc.assert(
      fc.property(short, (text) => {
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads any other text as null, also one with many quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseExactly(`<${text}`)).toBeNull();
      }),
    );
    expect(parseExactly(`${'"\\'.repeat(1_000_000)}1234567890123456`)).toBeNull();
  });

  it('reads a text of megabytes next to such a number', () => {
    const long = 'a\\n'.repeat(1_500_000);
    expect(parseExactly(`["${long}",12345678901234567890]`)).toEqual([
      'a\n'.repeat(1_500_000),
      '12345678901234567890',
    ]);
  });
});
