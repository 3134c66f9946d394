import { jest } from '@jest/globals';
import { BatchQueue } from './batch-queue.js';
import { OverloadError } from '../database/database-errors.js';

jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });

const PATIENT = { name: 'batch', size: 3, lanes: 1, waitLimitMs: 60_000 };
const ALONE = { ...PATIENT, size: 1, waitLimitMs: 20 };
const queueOf = (
  run: (items: readonly number[]) => Promise<readonly number[]>,
  options = PATIENT,
) => new BatchQueue<number, number>(run, options);

describe('BatchQueue', () => {
  it('runs at once what is submitted at once, as far as a batch goes, each with its own result', async () => {
    const batches: number[][] = [];
    const doubling = queueOf((items) => {
      batches.push([...items]);
      return Promise.resolve(items.map((item) => item * 2));
    });
    const results = await Promise.all([1, 2, 3, 4, 5].map((item) => doubling.submit(item)));
    expect(results).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('gathers while a batch is under way, and runs no more of them at once than there are lanes', async () => {
    const finish: (() => void)[] = [];
    const sizes: number[] = [];
    const slow = queueOf(
      (items) => {
        sizes.push(items.length);
        return new Promise((resolve) => finish.push(() => resolve(items)));
      },
      { ...PATIENT, size: 10, lanes: 2 },
    );
    const all: Promise<number>[] = [];
    for (let item = 0; item < 5; item += 1) {
      all.push(slow.submit(item));
      await new Promise(setImmediate);
    }
    expect(sizes).toEqual([1, 1]);
    while (finish.length > 0) {
      finish.shift()?.();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
    expect(sizes).toEqual([1, 1, 3]);
  });

  it('fails what a failed batch held, and goes on', async () => {
    let isBroken = true;
    const batches = queueOf((items) =>
      isBroken ? Promise.reject(new Error('lost')) : Promise.resolve(items),
    );
    await expect(Promise.allSettled([batches.submit(1), batches.submit(2)])).resolves.toMatchObject(
      [{ status: 'rejected' }, { status: 'rejected' }],
    );
    isBroken = false;
    await expect(batches.submit(3)).resolves.toBe(3);
  });

  it('runs a batch again in halves where the database refuses it, and not where it is away', async () => {
    const sizes: number[] = [];
    let code = '22P05';
    const batches = queueOf(
      (items) => {
        sizes.push(items.length);
        const isRefused = items.includes(3);
        const error = Object.assign(new Error('refused'), { severity: 'ERROR', code });
        return isRefused ? Promise.reject(error) : Promise.resolve(items);
      },
      { ...PATIENT, size: 4 },
    );
    const settled = async (): Promise<string[]> =>
      (await Promise.allSettled([1, 2, 3, 4].map((item) => batches.submit(item)))).map(
        ({ status }) => status,
      );
    expect(await settled()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(sizes).toEqual([4, 2, 2, 1, 1]);

    code = '57014'; // the statement took too long: each half would, too
    expect(await settled()).toEqual(Array(4).fill('rejected'));
    expect(sizes.slice(5)).toEqual([4]);
  });

  it('turns away what waits too long, though no turn comes', async () => {
    const finish: (() => void)[] = [];
    const slow = queueOf((items) => new Promise((done) => finish.push(() => done(items))), ALONE);
    const first = slow.submit(1);
    await new Promise(setImmediate);
    const second = expect(slow.submit(2)).rejects.toBeInstanceOf(OverloadError);
    jest.advanceTimersByTime(22);
    await second;
    const third = slow.submit(3);
    finish[0]?.();
    await expect(first).resolves.toBe(1);
    await new Promise(setImmediate);
    finish[1]?.();
    await expect(third).resolves.toBe(3);
  });

  it('takes a pause of the process for no wait', async () => {
    const quick = queueOf((items) => new Promise((done) => setImmediate(done, items)), ALONE);
    const both = [quick.submit(1), quick.submit(2)];
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 121);
    jest.advanceTimersByTime(21);
    expect(await Promise.all(both)).toEqual([1, 2]);
    clock.mockRestore();
  });
});
