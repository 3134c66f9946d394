/**
 * The time zone of the shop: its days and months begin at midnight there, and the dashboard shows its times. It has no daylight
 * saving time, so one offset is valid all year.
 */
export const TIME_ZONE = 'Asia/Kolkata';

/** Offset from UTC in the format of timestamps. */
export const TIME_ZONE_OFFSET = '+05:30';

/** Common name of the time zone. */
export const TIME_ZONE_LABEL = 'IST';

/** The shop's date, as an SQL expression. */
export const TODAY = `(now() AT TIME ZONE '${TIME_ZONE}')::date`;

// Canadian dates have the format of ISO 8601.
const isoDate = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });

/** Computes the date of a time in the shop, such as `2026-11-20`. */
export function dateInShop(at: Date): string {
  return isoDate.format(at);
}

/** Computes the midnight in the shop at which a date begins. */
export const startOfDay = (date: string): Date => new Date(`${date}T00:00:00${TIME_ZONE_OFFSET}`);
