import { textRule } from '../http/input/fields.js';
import { dateInShop, TIME_ZONE_LABEL } from '../time-zone.js';

const CODE = 'date_in_future';
const MESSAGE = `must not be after today (${TIME_ZONE_LABEL})`;

/** Tells whether a day of the shop has begun. @param date as isDate of zoned-day.ts accepts it */
function hasBegun(date: string): boolean {
  return date <= dateInShop(new Date());
}

/** A rule on a date, after the rule that it is one: the day has begun in the shop. */
export const HAS_BEGUN = textRule(CODE, MESSAGE, hasBegun);

/** A rule on a timestamp, after the rule that it is one: its day has begun in the shop. */
export const DAY_HAS_BEGUN = {
  code: CODE,
  message: MESSAGE,
  passes: (value: unknown) => hasBegun(dateInShop(value as Date)),
};
