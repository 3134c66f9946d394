const SYMBOL = Symbol.for('at-end-of-suite');

/** Runs a function when the suite and all its hooks have ended. */
export function atEndOfSuite(release) {
  (globalThis[SYMBOL] ??= []).push(release);
}

/**
 * Runs the functions given to `atEndOfSuite`, once, the latest first.
 *
 * @throws AggregateError what some of them threw, after all of them
 */
export async function endSuite() {
  const releases = globalThis[SYMBOL] ?? [];
  const errors = [];
  while (releases.length > 0) {
    try {
      await releases.pop()();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'what the suite started did not end');
}
