import fc from 'fast-check';

/** Seed of all that is random in a run; SEED=… repeats it. */
export const SEED = Number(process.env.SEED);

/** True for the short version of every scenario, which CI runs. */
export const IS_SHORT = process.env.FAULTS === 'short';

/** Picks a scenario's size for the long and the short run. */
export function size(long: number, short: number): number {
  return IS_SHORT ? short : long;
}

/** Values drawn with the run's seed, the same in every run with it. */
export function drawn<T>(count: number, arbitrary: fc.Arbitrary<T>): T[] {
  return fc.sample(fc.noBias(arbitrary), { seed: SEED, numRuns: count });
}
