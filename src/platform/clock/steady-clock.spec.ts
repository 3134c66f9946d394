import { SteadyClock } from './steady-clock.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('SteadyClock', () => {
  let elapsed: number;
  let clock: SteadyClock;
  beforeEach(() => {
    elapsed = 5;
    clock = new SteadyClock(() => elapsed);
    clock.start(1_000_000, 0);
  });

  it('takes what a clock says that goes on', () => {
    elapsed += HOUR;
    expect(clock.skewOf(1_000_000 + HOUR)).toBe(0);
    expect(clock.steadied(1_000_000 + HOUR)).toBe(1_000_000 + HOUR);
  });

  it.each([25 * HOUR, -HOUR, 61_000, -61_000])(
    'does not follow a jump by %i ms, and says so',
    (jump) => {
      elapsed += 1_000;
      expect(clock.skewOf(1_001_000 + jump)).toBe(jump);
      expect(clock.steadied(1_001_000 + jump)).toBe(1_001_000);
      elapsed += HOUR;
      expect(clock.skewOf(1_001_000 + HOUR + jump)).toBe(jump);
    },
  );

  it('takes it again when it has healed', () => {
    clock.skewOf(1_000_000 + HOUR);
    elapsed += 1_000;
    expect(clock.skewOf(1_001_000)).toBe(0);
  });

  it('follows corrections within a minute, however many', () => {
    for (let step = 1; step <= 100; step += 1) {
      elapsed += MINUTE;
      expect(clock.skewOf(1_000_000 + step * (MINUTE + 59_000))).toBe(0);
    }
  });

  it('starts from a clock that is known to be ahead', () => {
    clock.start(1_000_000 + HOUR, HOUR);
    expect(clock.skewOf(1_000_000 + HOUR)).toBe(HOUR);
    expect(clock.skewOf(1_000_000)).toBe(0);
  });
});
