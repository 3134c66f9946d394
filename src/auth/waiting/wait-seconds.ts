import { QueryWholeNumber } from '../../platform/http/input/fields.js';

export const WAIT_SECONDS_MAX = 30;

/** Declares `wait` in the query of a feed: the seconds for which a call without news may wait. */
export function WaitSeconds(): PropertyDecorator {
  return QueryWholeNumber({
    min: 0,
    max: WAIT_SECONDS_MAX,
    optional: true,
    api: {
      default: 0,
      description: 'Seconds to wait for a change; the answer comes with the first one',
    },
  });
}
