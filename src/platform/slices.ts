/** Time that all sliced work may take in one turn of the event loop. */
const SLICE_MS = 5;

interface Task {
  work: Iterator<unknown, unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const waiting: Task[] = [];

/**
 * Runs long work in slices, so that requests need not wait for all of it. Each turn of the event loop runs one slice; all works
 * take turns.
 * - other code runs between slices, so the work must not read data that others change
 *
 * @param work a generator that yields after every step of at most some hundred microseconds
 * @returns the generator's result; rejects with its error
 */
export function inSlices<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    waiting.push({ work, resolve: resolve as Task['resolve'], reject });
    if (waiting.length === 1) setImmediate(runSlice);
  });
}

/** Yields elements one by one. The loop over them takes turns with the works of {@link inSlices}. */
export async function* eachInSlices<Element>(
  elements: Iterable<Element>,
): AsyncGenerator<Element, void> {
  let until = performance.now() + SLICE_MS;
  for (const element of elements) {
    if (performance.now() >= until) {
      await inSlices([].values());
      until = performance.now() + SLICE_MS;
    }
    yield element;
  }
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
      if (done) {
        resolve(value);
        return true;
      }
    } while (performance.now() < until);
  } catch (error) {
    reject(error);
    return true;
  }
  return false;
}
