import { readSearch } from './search-period.js';

// A Wednesday in the shop, although still Tuesday in UTC.
const NOW = new Date('2026-07-14T20:00:00Z');
const read = (search: string) => {
  const { words, period } = readSearch(search, NOW);
  const days = period && [period.from, period.to].map((at) => at.toISOString());
  return [words, ...(days ?? [])];
};

describe('a search as one says it', () => {
  it.each([
    ['today', '2026-07-14T18:30:00.000Z', '2026-07-15T18:30:00.000Z'],
    ['Yesterday', '2026-07-13T18:30:00.000Z', '2026-07-14T18:30:00.000Z'],
    ['this week', '2026-07-12T18:30:00.000Z', '2026-07-19T18:30:00.000Z'],
    ['last  week', '2026-07-05T18:30:00.000Z', '2026-07-12T18:30:00.000Z'],
    ['this month', '2026-06-30T18:30:00.000Z', '2026-07-31T18:30:00.000Z'],
    ['last month', '2026-05-31T18:30:00.000Z', '2026-06-30T18:30:00.000Z'],
  ])('means a period by %j', (named, from, to) => {
    expect(read(named)).toEqual([undefined, from, to]);
    expect(read(`the orders of ${named}`)).toEqual([undefined, from, to]);
    expect(read(`Aditya ${named}`)).toEqual(['Aditya', from, to]);
  });

  it('finds the month before January in the year before', () => {
    const { period } = readSearch('last month', new Date('2026-01-05T00:00:00Z'));
    expect(period?.from.toISOString()).toBe('2025-11-30T18:30:00.000Z');
  });

  it('leaves out words that say nothing, if others remain', () => {
    expect(read('The order of Aditya from Chennai')).toEqual(['Aditya Chennai']);
    expect(read('order for')).toEqual(['order for']);
    expect(read('todays lastweek')).toEqual(['todays lastweek']);
  });
});
