import { allEnded } from './eventually.js';

/**
 * Makes all calls, 24 at a time, which is more than two instances have connections, and returns their statuses. Callers
 * whose turn does not come in time are answered 503 and call again, so the calls have to be safe to repeat.
 */
export async function rush(calls: readonly (() => Promise<number>)[]): Promise<number[]> {
  const waiting = [...calls];
  const statuses: number[] = [];
  const callers = Array.from({ length: 24 }, async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      let status = await call();
      while (status === 503) status = await call();
      statuses.push(status);
    }
  });
  await allEnded(callers);
  return statuses;
}
