import { jest } from '@jest/globals';
import { pino } from 'pino';
import { Metrics } from '../observability/metrics.js';
import { DatabaseClock } from './database-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 22);

describe('DatabaseClock', () => {
  let clock: DatabaseClock;
  /** By how much the clocks are wrong, and what has elapsed. */
  let database: number;
  let own: number;
  let elapsed: number;
  const readMs = (): number => START + elapsed + database;
  const look = (): Promise<boolean> =>
    clock.isTrusted({ query: () => Promise.resolve([{ now: new Date(readMs()) }]) } as never);
  beforeEach(() => {
    database = own = 0;
    elapsed = 5;
    jest.spyOn(Date, 'now').mockImplementation(() => START + elapsed + own);
    jest.spyOn(performance, 'now').mockImplementation(() => elapsed);
    const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
    clock = new DatabaseClock(null as never, pino({ enabled: false }), new Metrics(pool));
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([59_000, -59_000])('is trusted while the clocks differ by %i ms', async (ms) => {
    database = ms;
    expect(await look()).toBe(true);
    elapsed += HOUR;
    expect(await look()).toBe(true);
    expect(clock.steadied(readMs())).toBe(readMs());
  });

  it.each([25 * HOUR, -HOUR, 61_000, -61_000])(
    'is not trusted after a jump by %i ms until it is right again, and is replaced by the elapsed time',
    async (ms) => {
      await look();
      database = ms;
      for (const passes of [1_000, HOUR]) {
        elapsed += passes;
        expect(await look()).toBe(false);
        expect(clock.steadied(readMs())).toBe(START + elapsed);
        expect(clock.passed(readMs())).toBe(START + elapsed);
      }
      database = 0;
      expect(await look()).toBe(true);
    },
  );

  it('is not trusted after a jump that the clock of the machine makes, too', async () => {
    await look();
    database = own = HOUR;
    expect([await look(), await look()]).toEqual([false, false]);
  });

  it('follows corrections within a minute, however many', async () => {
    for (let step = 0; step < 100; step += 1) {
      elapsed += HOUR;
      database = own += 59_000;
      expect(await look()).toBe(true);
    }
  });

  it('is trusted at a start once it agrees with the clock of the machine, and decides access before', async () => {
    database = 25 * HOUR;
    expect(await look()).toBe(false);
    expect(clock.steadied(readMs())).toBe(readMs());
    expect(clock.passed(readMs())).toBe(START + elapsed);
    own = database;
    expect(await look()).toBe(true);
  });
});
