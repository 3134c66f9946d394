import { setImmediate as nextTurn } from 'node:timers/promises';
import { inSlices } from './slices.js';

/** Steps that each take a whole slice. */
function* steps(name: string, count: number, log: string[]): Generator<void, string> {
  for (let step = 1; step <= count; step += 1) {
    const until = performance.now() + 6;
    while (performance.now() < until);
    log.push(`${name} ${step}`);
    yield;
  }
  return name;
}

describe('inSlices', () => {
  it('lets others run between two slices, and works take turns', async () => {
    const log: string[] = [];
    const works = [inSlices(steps('one', 3, log)), inSlices(steps('two', 2, log))];
    const others = (async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn += 1) {
        await nextTurn();
        log.push('other');
      }
    })();
    await expect(Promise.all(works)).resolves.toEqual(['one', 'two']);
    await others;
    expect(log.filter((entry) => entry !== 'other')).toEqual([
      'one 1',
      'two 1',
      'one 2',
      'two 2',
      'one 3',
    ]);
    expect(log.indexOf('other')).toBeLessThan(log.indexOf('one 2'));
  });

  it('rejects with what the work throws, and goes on with other work', async () => {
    const failing = (function* (): Generator<void, void> {
      yield;
      throw new Error('broken');
    })();
    const results = await Promise.allSettled([inSlices(failing), inSlices(steps('other', 1, []))]);
    expect(results).toMatchObject([
      { reason: { message: 'broken' } },
      { status: 'fulfilled', value: 'other' },
    ]);
  });
});
