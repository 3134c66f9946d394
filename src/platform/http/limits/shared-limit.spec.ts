import { setTimeout as sleep } from 'node:timers/promises';
import { SharedLimit, type CountedWindow } from './shared-limit.js';

const WINDOW_MS = 60_000;

/** A store that several instances count in, as Redis does. */
class Store {
  looks = 0;
  private consumed = 0;
  private endsAtMs = 0;

  readonly count = async (_: string, units: number): Promise<CountedWindow> => {
    this.looks += 1;
    await sleep(1);
    if (this.endsAtMs <= performance.now()) {
      this.consumed = 0;
      this.endsAtMs = performance.now() + WINDOW_MS;
    }
    this.consumed += units;
    return { consumed: this.consumed, msLeft: this.endsAtMs - performance.now() };
  };
}

async function letThrough(limits: SharedLimit[], requests: number): Promise<number> {
  const taken = await Promise.all(
    Array.from({ length: requests }, async (_, at) => limits[at % limits.length]!.take('client')),
  );
  return taken.filter(({ isExceeded }) => !isExceeded).length;
}

describe('SharedLimit', () => {
  it('lets through no more than the limit over all instances, and looks once a hundredth', async () => {
    const store = new Store();
    const limits = [new SharedLimit(1_200, store.count), new SharedLimit(1_200, store.count)];
    expect(await letThrough(limits, 2_000)).toBe(1_200);
    expect(store.looks).toBeLessThanOrEqual(102);
  });

  it.each([1, 7, 99, 100, 101, 250])(
    'lets one instance have all of a limit of %i, and says what is left',
    async (points) => {
      const limit = new SharedLimit(points, new Store().count);
      for (let left = points - 1; left >= 0; left -= 1) {
        expect(await limit.take('client')).toMatchObject({ left, isExceeded: false });
      }
      expect(await limit.take('client')).toMatchObject({ left: 0, isExceeded: true });
    },
  );

  it('asks no more for a client that has used its limit, until the window ends', async () => {
    const store = new Store();
    const limit = new SharedLimit(300, store.count);
    await letThrough([limit], 300);
    await limit.take('client');
    const { looks } = store;
    expect(await letThrough([limit], 50)).toBe(0);
    expect(store.looks).toBe(looks);
    const now = performance.now.bind(performance);
    performance.now = () => now() + WINDOW_MS;
    expect(await letThrough([limit], 50)).toBe(50);
    performance.now = now;
  });

  it('keeps clients apart, and fails as the store does', async () => {
    const failing = new SharedLimit(10, () => Promise.reject(new Error('away')));
    await expect(failing.take('one')).rejects.toThrow('away');
    const counted: string[] = [];
    const limit = new SharedLimit(100, (key, consumed) => {
      counted.push(key);
      return Promise.resolve({ consumed, msLeft: 60_000 });
    });
    await limit.take('one');
    await limit.take('other');
    expect(counted).toEqual(['one', 'other']);
  });
});
