/** A period of time; `to` is exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns true if a text is a date of the years 1970 to 9998, as 2026-01-31. */
export function isDate(text: string): boolean {
  return DATE.test(text) && text >= '1970' && text < '9999' && dateOf(Date.parse(text)) === text;
}

/** Returns true if a text is `UTC` or a name of the IANA time zone database with its area, as `Asia/Kolkata`. */
export function isTimeZone(text: string): boolean {
  if (!/^(UTC|[A-Za-z]+\/[\w/+-]+)$/.test(text)) return false;
  try {
    localTimes(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Computes the day of a date in a time zone. It is longer or shorter than 24 hours when the clocks change.
 *
 * @param date accepted by {@link isDate}
 * @param timeZone accepted by {@link isTimeZone}
 */
export function zonedDay(date: string, timeZone: string): Period {
  const clock = localTimes(timeZone);
  const midnight = Date.parse(date);
  return {
    from: new Date(startOf(midnight, clock)),
    to: new Date(startOf(midnight + DAY_MS, clock)),
  };
}

/** Returns the local time in a time zone, as the UTC timestamp that has the same date and time of day; in ms since 1970. */
type Clock = (at: number) => number;

function localTimes(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, ...rest] = PARTS.map((part) => parts.get(part) ?? 0);
    return Date.UTC(year, month - 1, ...rest);
  };
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Computes the beginning of a date. Where the offset changes, the right one is that of the day before or of the day after. */
function startOf(midnight: number, clock: Clock): number {
  const candidates = [midnight - DAY_MS, midnight + DAY_MS]
    .map((at) => midnight - (clock(at) - at))
    .filter((at) => dateOf(clock(at)) === dateOf(midnight));
  return Math.min(...candidates);
}

/** Computes the date in UTC; an empty text for an invalid timestamp. */
function dateOf(at: number): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}
