const SYMBOL = Symbol.for('at-end-of-suite');

/** Runs a function when the suite has ended, whose hooks still need what it releases. */
export function atEndOfSuite(release) {
  (globalThis[SYMBOL] ??= []).push(release);
}

/** Runs the functions given to `atEndOfSuite`, once. */
export function endSuite() {
  for (const release of globalThis[SYMBOL] ?? []) release();
  globalThis[SYMBOL] = [];
}
