import { setTimeout as sleep } from 'node:timers/promises';
import { StoreApiError } from '../../typescript/src/index.js';
import { log } from './output.js';
import { messageOf, UsageError } from './errors.js';

/** Work that is repeated. */
export interface Task {
  name: string;
  /** Does one step, and returns whether more follows at once. */
  step: () => Promise<boolean>;
  /** Computes the seconds between the last step and the next first one. */
  pauseSeconds: () => number;
}

/** Seconds after the first failure of a task; each further one waits twice as long. */
const FIRST_RETRY = 2;
const LONGEST_RETRY = 60;

/** Runs tasks step by step, the one that is due longest first, until one of them cannot succeed. A failed task is tried again later. */
export async function repeat(tasks: readonly Task[]): Promise<never> {
  const due = new Map(tasks.map((task) => [task, { at: 0, failures: 0 }]));
  for (;;) {
    const [next] = [...due].sort(([, a], [, b]) => a.at - b.at);
    if (next === undefined) throw new UsageError('there is nothing to do');
    const [task, state] = next;
    await sleep(Math.max(0, state.at - performance.now()));
    let seconds: number;
    try {
      seconds = (await task.step()) ? 0 : task.pauseSeconds();
      state.failures = 0;
    } catch (error) {
      seconds = retryAfter(error, state.failures);
      state.failures += 1;
      log(`${task.name}: ${messageOf(error)}; next try in ${Math.ceil(seconds)} s`);
    }
    state.at = performance.now() + seconds * 1000;
  }
}

/** Runs each task until it has all that there was at the start. */
export async function runOnce(tasks: readonly Task[]): Promise<void> {
  // The first time may end a list that an earlier process began, and that does not have what changed since then.
  for (const task of [...tasks, ...tasks]) while (await task.step());
}

function retryAfter(error: unknown, failures: number): number {
  if (error instanceof UsageError) throw error;
  const asked = error instanceof StoreApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(asked, Math.min(FIRST_RETRY * 2 ** failures, LONGEST_RETRY));
}
