/** A change of a counter, or a reading of it, that took effect between two moments. */
export interface CounterOperation {
  /** Caller and action, for a report. */
  what: string;
  begin: number;
  /** Infinity if it took effect at an unknown time. */
  end: number;
  /** Amount added; 0 for a reading. */
  delta: number;
  /** Value that a reading received; null for a change. */
  read: number | null;
}

interface Possibility {
  sum: number;
  /** The operations that have begun and have not taken effect yet, in their order. */
  open: readonly number[];
}

/**
 * Decides whether there is a possible order of the operations on a counter.
 * - each operation takes effect between its begin and its end
 * - each reading receives the sum at that moment
 * - the sum is never negative
 *
 * @returns the position of the first operation that could not have ended as it did; null if there is a possible order
 */
function firstImpossible(operations: readonly CounterOperation[]): number | null {
  const events = operations
    .flatMap(({ begin, end }, index) => [
      { at: begin, isEnd: false, index },
      { at: end, isEnd: true, index },
    ])
    .filter(({ at }) => at !== Infinity)
    // At the same moment, what begins overlaps with what ends.
    .sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd));
  let possible = new Map<string, Possibility>([['0:', { sum: 0, open: [] }]]);
  for (const { isEnd, index } of events) {
    const next = new Map<string, Possibility>();
    const keep = (possibility: Possibility): void => {
      next.set(keyOf(possibility), possibility);
    };
    for (const { sum, open } of possible.values()) {
      if (!isEnd) keep(withReadings(operations, { sum, open: [...open, index] }));
      else if (!open.includes(index)) keep({ sum, open });
      else for (const found of applyUntil(operations, { sum, open }, index)) keep(found);
    }
    if (next.size === 0) return index;
    possible = next;
  }
  return null;
}

/** Lists every way in which an open operation takes effect now, after some of the others or none. */
function applyUntil(operations: readonly CounterOperation[], start: Possibility, wanted: number) {
  const found: Possibility[] = [];
  const seen = new Set<string>();
  const rest = [start];
  for (let from = rest.pop(); from !== undefined; from = rest.pop()) {
    for (const index of from.open) {
      const sum = from.sum + (operations[index]?.delta ?? 0);
      if (operations[index]?.read !== null || sum < 0) continue;
      const open = from.open.filter((other) => other !== index);
      const next = withReadings(operations, { sum, open });
      if (seen.has(keyOf(next))) continue;
      seen.add(keyOf(next));
      (next.open.includes(wanted) ? rest : found).push(next);
    }
  }
  return found;
}

/** Applies open readings of this sum at once. They change nothing, so this excludes no other order. */
function withReadings(operations: readonly CounterOperation[], { sum, open }: Possibility) {
  return { sum, open: open.filter((index) => operations[index]?.read !== sum) };
}

function keyOf({ sum, open }: Possibility): string {
  return `${sum}:${open.join()}`;
}

/**
 * Checks all operations on a counter that starts at 0.
 *
 * @returns the fewest readings that contradict each other, with the changes around them, one per line; null if nothing is wrong
 */
export function findContradiction(operations: readonly CounterOperation[]): string[] | null {
  const impossible = firstImpossible(operations);
  if (impossible === null) return null;
  const last = operations[impossible]!;
  const earlier = operations.filter(({ begin }) => begin <= last.end);
  const changes = earlier.filter(({ read }) => read === null);
  const readings = fewestReadings(
    changes,
    earlier.filter((operation) => operation.read !== null),
    last,
  );
  const since = Math.min(...readings.map(({ begin }) => begin), last.begin);
  const before = changes.filter(({ end }) => end < since);
  const sum = before.reduce((total, { delta }) => total + delta, 0);
  const lines = [...changes.filter((change) => !before.includes(change)), ...readings]
    .sort((a, b) => a.begin - b.begin)
    .map(({ what, begin, end }) => `${begin.toFixed(1)} to ${end.toFixed(1)}: ${what}`);
  return [`before ${since.toFixed(1)}: ${sum}`, ...lines];
}

/** Leaves out readings that are not needed for a contradiction, the oldest first. */
function fewestReadings(
  changes: readonly CounterOperation[],
  readings: readonly CounterOperation[],
  last: CounterOperation,
): CounterOperation[] {
  const contradicts = (some: readonly CounterOperation[]): boolean =>
    firstImpossible([...changes, ...some]) !== null;
  const others = readings.filter((reading) => reading !== last);
  const own = readings.includes(last) ? [last] : [];
  if (contradicts(own)) return own;
  const pair = others.findLast((other) => contradicts([other, ...own]));
  if (pair !== undefined) return [pair, ...own];
  let kept = [...others, ...own];
  for (const reading of others) {
    const fewer = kept.filter((other) => other !== reading);
    if (contradicts(fewer)) kept = fewer;
  }
  return kept;
}
