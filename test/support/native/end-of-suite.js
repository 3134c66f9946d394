const SYMBOL = Symbol.for('at-end-of-suite');

/** Runs a function when the suite and all its hooks have ended. */
export function atEndOfSuite(release) {
  (globalThis[SYMBOL] ??= []).push(release);
}

/** Runs the functions given to `atEndOfSuite`, once, the latest first. */
export async function endSuite() {
  const releases = globalThis[SYMBOL] ?? [];
  while (releases.length > 0) await releases.pop()();
}
