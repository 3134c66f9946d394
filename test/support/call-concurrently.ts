import { setTimeout as sleep } from 'node:timers/promises';
import { allEnded } from './eventually.js';

/**
 * Makes all calls, 24 at a time, which is more than two instances have connections, and returns their statuses. Callers
 * whose turn does not come in time are answered 503 and call again, so the calls have to be safe to repeat.
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
