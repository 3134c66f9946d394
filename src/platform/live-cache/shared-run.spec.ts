import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedRun } from './shared-run.js';

describe('SharedRun', () => {
  /** Runs that end when the test says so. */
  const ends: (() => void)[] = [];
  const shared = new SharedRun(
    'run',
    () =>
      new Promise((resolve) => {
        ends.push(resolve);
      }),
  );
  const begun = async (count: number): Promise<void> => {
    while (ends.length < count) await nextTurn();
  };

  it('answers those who ask before a run begins by that run, and who asks later by the next one', async () => {
    const answered: string[] = [];
    const ask = (name: string): Promise<unknown> =>
      shared.runAfterNow().then(() => answered.push(name));
    const early = [ask('first'), ask('second')];
    await begun(1);
    const late = ask('late');
    ends[0]!();
    await Promise.all(early);
    await begun(2);
    expect(answered).toEqual(['first', 'second']);
    ends[1]!();
    await late;
    expect(answered).toEqual(['first', 'second', 'late']);
    expect(ends).toHaveLength(2);
  });

  it('lets a caller wait in full after those before it have waited too long', async () => {
    const started: (() => void)[] = [];
    const refusals: ((error: Error) => void)[] = [];
    const limited = new SharedRun(
      'run',
      () => new Promise((resolve) => started.push(resolve)),
      (run) => Promise.race([run, new Promise<never>((_, reject) => refusals.push(reject))]),
    );
    const first = limited.runAfterNow();
    while (started.length < 1) await nextTurn();
    const early = limited.runAfterNow();
    refusals[1]!(new Error('too slow'));
    await expect(early).rejects.toThrow('too slow');
    const late = limited.runAfterNow();
    started[0]!();
    await first;
    while (started.length < 2) await nextTurn();
    started[1]!();
    await late;
    expect(started).toHaveLength(2);
  });

  it('goes on after a run that failed', async () => {
    let runs = 0;
    const failing = new SharedRun('run', () =>
      (runs += 1) === 1 ? Promise.reject(new Error('failed')) : Promise.resolve(),
    );
    await expect(failing.runAfterNow()).rejects.toThrow('failed');
    await failing.runAfterNow();
    expect(runs).toBe(2);
  });
});
