import { setTimeout as sleep } from 'node:timers/promises';
import { pruneChangeLog } from '../../src/database/change-log.js';
import type { TestApp } from './app.js';

const PATIENCE_MS = 30_000;

/**
 * Prunes the change log until that has come to something: transactions of other tests' databases, which are
 * on the same server, hold it back for as long as they last.
 */
export async function pruneUntil(
  { dataSource }: TestApp,
  isDone: () => Promise<boolean>,
  keptSeconds?: number,
): Promise<void> {
  const lateAt = performance.now() + PATIENCE_MS;
  for (;;) {
    await pruneChangeLog(dataSource, keptSeconds);
    if (await isDone()) return;
    if (performance.now() > lateAt) throw new Error('the change log could not be pruned in time');
    await sleep(20);
  }
}
