/**
 * Where the shop's days and months begin at midnight, and in which the dashboard shows times. The clocks are never changed
 * there, so one offset holds for the whole year.
 */
export const TIME_ZONE = 'Asia/Kolkata';

/** Its distance from UTC, as timestamps end with it. */
export const TIME_ZONE_OFFSET = '+05:30';

/** How people call it. */
export const TIME_ZONE_LABEL = 'IST';

// Canada writes dates as ISO 8601 does.
const isoDate = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });

/** Returns the date of a time in the shop, as `2026-11-20`. */
export function dateInShop(at: Date): string {
  return isoDate.format(at);
}
