import { linesOf } from './line-breaks.js';

const linesOfTen = (text: string): string[] => [...linesOf(text, (line) => line.length <= 10)];

describe('the lines of a text', () => {
  it.each([
    ['between words', 'Red silk towels', ['Red silk', 'towels']],
    ['behind hyphens', 'hand-made-lamps', ['hand-made-', 'lamps']],
    ['at a soft hyphen, which shows there', 'cotton\u00adtowels', ['cotton-', 'towels']],
    ['where the text says so', 'Red\nLamp\n', ['Red', 'Lamp']],
    ['within a word that fits no line', 'A FootballCup', ['A Football', 'Cup']],
    ['between syllables', 'கைகைகைகைகைகை', ['கைகைகைகைகை', 'கை']],
  ])('break %s', (_where, text, lines) => {
    expect(linesOfTen(text)).toEqual(lines);
  });

  it('have at least one letter each', () => {
    expect([...linesOf('கை', () => false)]).toEqual(['கை']);
  });
});
