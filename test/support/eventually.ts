import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;

/**
 * Tries until it has worked: for what comes by itself, or what transactions of other tests' databases, which are
 * on the same server, hold back for as long as they last.
 */
export async function eventually(hasWorked: () => Promise<boolean>): Promise<void> {
  const lateAt = performance.now() + PATIENCE_MS;
  while (!(await hasWorked())) {
    if (performance.now() > lateAt) throw new Error(`nothing came of it in ${PATIENCE_MS} ms`);
    await sleep(PAUSE_MS);
  }
}
