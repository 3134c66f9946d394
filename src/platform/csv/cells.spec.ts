import fc from 'fast-check';
import { withEscape, withoutEscape } from './cells.js';

describe('the formula escape', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+91 98765 43210', '+91 98765 43210'],
    ['+919876543210', '+919876543210'],
    ["'+91 98765 43210", "''+91 98765 43210"],
    ['+1+1', "'+1+1"],
    ['+1;=1', "'+1;'=1"],
    ['+', "'+"],
    ['Lamp;+91 98765', "Lamp;'+91 98765"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['1=1', '1=1'],
    ['="007"', '\'="007"'],
    ['Lamp;=1+1', "Lamp;'=1+1"],
    ['Lamp;=1+1;', "Lamp;'=1+1;"],
    ["Lamp;'=1+1", "Lamp;''=1+1"],
    ['Lamp;"=1+1"', `Lamp;'"=1+1"`],
    ['a\t=1', "a\t'=1"],
    ['- a\r\n- b', "'- a\r\n'- b"],
    ['a; b', 'a; b'],
    ['', ''],
  ])('writes %j as %j and reads it back', (text, cell) => {
    expect(withEscape(text)).toBe(cell);
    expect(withoutEscape(cell)).toBe(text);
  });

  it('reads phones that earlier releases wrote with an escape', () => {
    expect(withoutEscape("'+91 98765 43210")).toBe('+91 98765 43210');
  });

  it('leaves a formula that a person typed as it is', () => {
    expect(withoutEscape('=1+1')).toBe('=1+1');
  });

  it('disarms every text, and takes nothing away', () => {
    const character = fc.constantFrom(...`'"=+-@\t\r＝＋－＠;\n,x1 `);
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const cell = withEscape(text);
        if (/^\+\d[\d ]*$/.test(text)) expect(cell).toBe(text);
        else
          for (const part of cell.split(/[;\t\r\n]/))
            expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/);
        expect(withoutEscape(cell)).toBe(text);
      }),
    );
  });
});
