import { toAwb, toText, toTime } from './courier-texts.js';

describe('toTime', () => {
  it.each([
    ['2026-08-24T23:56:59.79', '2026-08-24T18:26:59.790Z'],
    ['2026-08-24T23:56:59', '2026-08-24T18:26:59.000Z'],
    ['2026-08-24 23:56:59.828', '2026-08-24T18:26:59.828Z'],
    ['2026-08-24T18:26:59Z', '2026-08-24T18:26:59.000Z'],
    ['2026-08-24T23:56:59+05:30', '2026-08-24T18:26:59.000Z'],
    ['2028-02-29T00:00:00', '2028-02-28T18:30:00.000Z'],
  ])('reads %s as %s', (text, at) => {
    expect(toTime(text)!.toISOString()).toBe(at);
  });

  it.each([
    ...['31/12/2026', '12-31-2026', '2026-12-31', '2026-02-31T00:00:00', '2026-13-01T00:00:00'],
    ...['2026-12-31T25:00:00', '2026-12-31T10:00', 'today', '', 1_790_000_000, null, {}, []],
  ])('reads no time in %j', (value) => {
    expect(toTime(value)).toBeNull();
  });
});

it.each([
  ['57930810000066', '57930810000066'],
  [57_930_810_000_066, '57930810000066'],
  [' 57930810000066 ', '57930810000066'],
  ['', null],
  ['12345', null],
  ['5793 0810', null],
  ['1.2345E+15', null],
  ['<script>', null],
  ['1'.repeat(41), null],
  [null, null],
  [{}, null],
])('the AWB of %j is %j', (value, awb) => {
  expect(toAwb(value)).toBe(awb);
});

it('words are of a limited length and can be stored', () => {
  expect(toText(`a\u0000b  c${'😀'.repeat(400)}`)).toMatch(/^a b c/);
  expect(toText('😀'.repeat(400), 3)).toBe('😀\uFFFD');
  expect([toText(7), toText(null), toText({})]).toEqual(['7', '', '']);
});
