import { text, type Environment } from './variables.js';

/** Variables of earlier releases that have no effect any more. */
const RETIRED = ['ORDER_BATCH_WAIT_MS', 'LIVE_CACHE_MIN_INTERVAL_MS', 'FAST_LANE'] as const;

/** Writes a warning for each variable that is set and has no effect any more. */
export function warnOfRetired(env: Environment): string[] {
  return RETIRED.filter((name) => text(env, name) !== null).map(
    (name) => `${name} has no effect any more, see CHANGELOG.md; unset it`,
  );
}
