import { isStale, verdictOf, waitAfter } from './witnesses.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22);

/** Tells what is said of clocks that are off by so much, after a time without any instance. */
const saidOf = ({ database = 0, own = 0, gap = MINUTE }): object => {
  const clocks = { readMs: NOW + database, ownMs: NOW + own, lastSeenMs: NOW - gap };
  const verdict = verdictOf(clocks);
  const { skewMs, isOwnWrong } = verdict;
  return { skewMs, isOwnWrong, waitMs: waitAfter(verdict) };
};
const TRUSTED = { skewMs: 0, isOwnWrong: false, waitMs: 0 };

describe('the clocks at a start', () => {
  it.each([
    ['agree after a restart', {}, TRUSTED],
    ['agree after an hour', { gap: HOUR }, TRUSTED],
    ['are off by less than a minute', { database: 59_000, own: 1_000 }, TRUSTED],
    ['agree after a night', { gap: 8 * HOUR }, { ...TRUSTED, waitMs: 10 * MINUTE }],
    ['agree after 30 days', { gap: 30 * DAY }, { ...TRUSTED, waitMs: 10 * MINUTE }],
  ])('that %s are trusted', (_, clocks, expected) => {
    expect(saidOf(clocks)).toEqual(expected);
  });

  it.each([
    ['the database is ahead', { database: 25 * HOUR }, 25 * HOUR],
    ['the database is behind', { database: -25 * HOUR }, MINUTE - 25 * HOUR],
    ['both are behind, on one machine', { database: -HOUR, own: -HOUR }, MINUTE - HOUR],
    ['both are ahead by 31 days', { database: 31 * DAY, own: 31 * DAY }, 31 * DAY + MINUTE],
  ])('halt expiry everywhere where %s', (_, clocks, skewMs) => {
    expect(saidOf(clocks)).toMatchObject({ skewMs, isOwnWrong: false });
  });

  it.each([
    ['ahead', 25 * HOUR],
    ['behind', -25 * HOUR],
  ])('halt expiry by an instance whose own machine is %s', (_, own) => {
    expect(saidOf({ own })).toEqual({ ...TRUSTED, isOwnWrong: true });
  });

  it('differ without anything to compare them with: the database is believed, and nothing expires', () => {
    const clocks = { readMs: NOW + DAY, ownMs: NOW, lastSeenMs: null };
    expect(verdictOf(clocks)).toEqual({ skewMs: 0, isOwnWrong: true, gapMs: 0 });
  });

  // docs/reliability.md says so.
  it('are trusted if both jumped together by less than 30 days', () => {
    const jump = 29 * DAY;
    const said = saidOf({ database: jump, own: jump });
    expect(said).toEqual({ ...TRUSTED, waitMs: 10 * MINUTE });
  });
});

it.each([
  { stored: 25 * HOUR, database: 0, own: 0, isOver: true },
  { stored: -2 * HOUR, database: 0, own: 0, isOver: true },
  { stored: 25 * HOUR, database: 25 * HOUR, own: 0, isOver: false },
  { stored: 25 * HOUR, database: 25 * HOUR, own: 25 * HOUR, isOver: false },
  { stored: -2 * HOUR, database: -2 * HOUR, own: 0, isOver: false },
  // Another jump came in between.
  { stored: 25 * HOUR, database: -2 * HOUR, own: 0, isOver: true },
])(
  'a stored skew of $stored ms with a database at $database and an own clock at $own is over: $isOver',
  ({ stored, database, own, isOver }) => {
    const clocks = { readMs: NOW + database, ownMs: NOW + own, lastSeenMs: NOW - MINUTE };
    expect(isStale(stored, verdictOf(clocks))).toBe(isOver);
  },
);
