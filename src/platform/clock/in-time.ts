import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Awaits work for some time; work that is late goes on.
 *
 * @throws what the work throws in time; after that time, the error that `late` makes
 */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms).unref();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns true if work ended in time; work that is late goes on. @throws what the work throws in time */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  work.catch(() => undefined);
  return Promise.race([work.then(() => true), sleep(ms, false, { ref: false })]);
}
