import { setTimeout as sleep } from 'node:timers/promises';
import { StoreApiError } from '../../typescript/src/index.js';
import { log } from './output.js';
import { messageOf, UsageError } from './errors.js';

/** Work that is repeated. */
export interface Task {
  name: string;
  /** Does one step, and returns whether more follows at once. */
  step: () => Promise<boolean>;
  /** Waits at the service until there may be something to do, after the last step; by default not at all. */
  wait?: () => Promise<unknown>;
  /** Computes the seconds between that and the next first step. */
  pauseSeconds: () => number;
}

/** Seconds for which a call of a feed waits for a change. */
export const WAIT_SECONDS = 25;
/** Seconds after the first failure of a task; each further one waits twice as long. */
const FIRST_RETRY = 2;
const LONGEST_RETRY = 60;

/** Repeats tasks until one of them cannot succeed. Their steps take turns; a failed task is tried again later. */
export async function repeat(tasks: readonly Task[]): Promise<void> {
  let latest: Promise<unknown> = Promise.resolve();
  const inTurn = (step: Task['step']): Promise<boolean> => {
    const result = latest.then(step);
    latest = result.catch(() => undefined);
    return result;
  };
  await Promise.all(tasks.map((task) => repeatOne(task, inTurn)));
}

async function repeatOne(
  { name, step, wait, pauseSeconds }: Task,
  inTurn: (step: Task['step']) => Promise<boolean>,
): Promise<never> {
  for (let failures = 0; ;) {
    let seconds = 0;
    try {
      if (!(await inTurn(step))) {
        await wait?.();
        seconds = pauseSeconds();
      }
      failures = 0;
    } catch (error) {
      seconds = retryAfter(name, error, failures);
      failures += 1;
    }
    await sleep(seconds * 1000);
  }
}

/** Runs each task until it has all that there was at the start. */
export async function runOnce(tasks: readonly Task[]): Promise<void> {
  // The first time may end a list that an earlier process began, and that does not have what changed since then.
  for (const task of [...tasks, ...tasks]) while (await task.step());
}

/** Does what comes before the tasks, again and again while it fails in a way that passes. */
export async function retried<T>(
  name: string,
  work: () => Promise<T>,
  canPass: (error: unknown) => boolean,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!canPass(error)) throw error;
      await sleep(retryAfter(name, error, failures) * 1000);
    }
  }
}

/** Computes and logs the seconds until the next try of a task. */
function retryAfter(name: string, error: unknown, failures: number): number {
  if (error instanceof UsageError) throw error;
  const asked = error instanceof StoreApiError ? (error.retryAfterSeconds ?? 0) : 0;
  const seconds = Math.max(asked, Math.min(FIRST_RETRY * 2 ** failures, LONGEST_RETRY));
  log(`${name}: ${messageOf(error)}; next try in ${Math.ceil(seconds)} s`);
  return seconds;
}
