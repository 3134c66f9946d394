import { textRule } from '../http/input/fields.js';
import { dateInShop, TIME_ZONE_LABEL } from '../time-zone.js';

const CODE = 'date_in_future';
const MESSAGE = `must not be after today (${TIME_ZONE_LABEL})`;

/** Returns true if a day of the shop has begun. @param date as isDate of zoned-day.ts accepts it */
function hasBegun(date: string): boolean {
  return date <= dateInShop(new Date());
}

/** A rule that a date's day has begun in the shop. Comes after the rule that it is a date. */
export const HAS_BEGUN = textRule(CODE, MESSAGE, hasBegun);

/** A rule that a timestamp's day has begun in the shop. Comes after the rule that it is a timestamp. */
export const DAY_HAS_BEGUN = {
  code: CODE,
  message: MESSAGE,
  passes: (value: unknown) => hasBegun(dateInShop(value as Date)),
};
