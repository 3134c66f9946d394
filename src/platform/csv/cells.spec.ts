import fc from 'fast-check';
import { withEscape, withoutEscape } from './cells.js';

describe('the formula escape', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['1=1', '1=1'],
    ['="007"', '\'="007"'],
    ['', ''],
  ])('writes %j as %j and reads it back', (text, cell) => {
    expect(withEscape(text)).toBe(cell);
    expect(withoutEscape(cell)).toBe(text);
  });

  it('leaves a formula that a person typed as it is', () => {
    expect(withoutEscape('=1+1')).toBe('=1+1');
  });

  it('disarms every text, and takes nothing away', () => {
    const start = fc.stringMatching(/^'{0,3}[=+\-@\t\r＝＋－＠]?$/);
    fc.assert(
      fc.property(start, fc.string(), (prefix, rest) => {
        const cell = withEscape(prefix + rest);
        expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
        expect(withoutEscape(cell)).toBe(prefix + rest);
      }),
    );
  });
});
