import { setTimeout as sleep } from 'node:timers/promises';
import { allEnded } from './eventually.js';

/**
 * Makes all calls, 24 at a time, which is more than the connections of two instances, and returns their statuses.
 * - calls that wait too long are answered with 503 and repeated, so they must be safe to repeat
 */
export async function callConcurrently<T>(
  calls: readonly (() => Promise<T>)[],
  atOnce = 24,
): Promise<T[]> {
  const waiting = [...calls];
  const statuses: T[] = [];
  const callers = Array.from({ length: atOnce }, async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      let status = await call();
      while (status === 503) status = await sleep(50).then(call);
      statuses.push(status);
    }
  });
  await allEnded(callers);
  return statuses;
}
