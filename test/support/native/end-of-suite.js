import { setTimeout as pause } from 'node:timers/promises';
import { LIMIT_MS } from './limits.js';

const SYMBOL = Symbol.for('at-end-of-suite');

/** Runs a function when the suite and all its hooks have ended. */
export function atEndOfSuite(release) {
  const begun = {};
  Error.captureStackTrace(begun, atEndOfSuite);
  (globalThis[SYMBOL] ??= []).push({ release, stack: begun.stack });
}

/**
 * Runs the functions given to `atEndOfSuite`, once, the latest first.
 *
 * @throws AggregateError with all their errors, and those that did not end within the limit, after all of them
 */
export async function endSuite(suite, { limitMs = LIMIT_MS, global = globalThis } = {}) {
  const releases = global[SYMBOL] ?? [];
  const errors = [];
  while (releases.length > 0) {
    try {
      await endWithin(releases.pop(), limitMs);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 0) return;
  const reasons = errors.map(({ message }) => message).join('\n');
  throw new AggregateError(errors, `what ${suite} started did not end:\n${reasons}`);
}

async function endWithin({ release, stack }, limitMs) {
  const ended = new AbortController();
  const limit = async () => {
    await pause(limitMs, undefined, { signal: ended.signal });
    throw new Error(`waited ${limitMs} ms for what was started here: ${stack}`);
  };
  try {
    await Promise.race([release(), limit()]);
  } finally {
    ended.abort();
  }
}
