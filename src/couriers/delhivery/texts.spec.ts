import fc from 'fast-check';
import { cleanText } from './texts.js';

describe('cleanText', () => {
  it('leaves out what breaks the JSON of Delhivery', () => {
    expect(cleanText('Flat #4; A&B "Towers" 50% \\ Road')).toBe("Flat 4 A B 'Towers' 50 Road");
    expect(cleanText('राज मार्ग, बेंगलुरु')).toBe('राज मार्ग, बेंगलुरु');
  });

  it('writes any text as JSON without a backslash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.stringify(cleanText(`${text}\uD800`))).not.toMatch(/[&#%;\\]/);
      }),
    );
  });
});
