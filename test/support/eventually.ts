import { setTimeout as sleep } from 'node:timers/promises';
import { LIMIT_MS } from './native/limits.js';

/** Almost as long as a test may take. */
const WAIT_LIMIT_MS = LIMIT_MS - 10_000;
const PAUSE_MS = 20;

/**
 * Awaits all promises, and then fails with the first failure. Work that still ran at the end of a suite would keep its
 * application from stopping, and hide this failure.
 */
export async function allEnded<T>(running: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/** Repeats a check until it succeeds. It may depend on timers, or on open transactions of other tests on the same server. */
export async function eventually(hasWorked: () => boolean | Promise<boolean>): Promise<void> {
  const lateAt = performance.now() + WAIT_LIMIT_MS;
  while (!(await hasWorked())) {
    if (performance.now() > lateAt) throw new Error(`nothing came of it in ${WAIT_LIMIT_MS} ms`);
    await sleep(PAUSE_MS);
  }
}

/** Repeats a call while it is answered with 503. @throws at any other refusal */
export async function eventuallyServed(call: () => PromiseLike<{ status: number }>): Promise<void> {
  await eventually(async () => {
    const { status } = await call();
    if (status >= 400 && status !== 503) throw new Error(`answered with ${status}, not 503`);
    return status < 400;
  });
}
