/** How long one turn of the event loop may work for all that is done in slices. */
const SLICE_MS = 5;

interface Task {
  work: Iterator<unknown, unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const waiting: Task[] = [];

/**
 * Does long work in slices, so that no request waits for all of it: each turn of the event loop does one slice of one
 * work, and all works take turns. Other code runs between slices, so the work must not read what others change.
 *
 * @param work a generator that yields after every step; one of some hundred microseconds, which is not cut
 * @returns what the generator returns; rejects with what it throws
 */
export function inSlices<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    waiting.push({ work, resolve: resolve as Task['resolve'], reject });
    if (waiting.length === 1) setImmediate(runSlice);
  });
}

function runSlice(): void {
  const [task] = waiting;
  if (task === undefined) return;
  if (!isDoneAfterSlice(task)) waiting.push(task);
  waiting.shift();
  if (waiting.length > 0) setImmediate(runSlice);
}

function isDoneAfterSlice({ work, resolve, reject }: Task): boolean {
  const until = performance.now() + SLICE_MS;
  try {
    do {
      const { done = false, value } = work.next();
      if (!done) continue;
      resolve(value);
      return true;
    } while (performance.now() < until);
  } catch (error) {
    reject(error);
    return true;
  }
  return false;
}
