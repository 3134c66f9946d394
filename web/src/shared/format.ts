import {
  dateInShop as isoDay,
  TIME_ZONE,
  TIME_ZONE_LABEL,
} from '../../../src/platform/time-zone.ts';
import { sumOf } from '../../../src/platform/money.ts';

/** Computes the shop's date of a time, as date inputs and the API expect it: `2026-11-20`. */
export { isoDay };

export { sumOf };

/** Computes the shop's date of now. */
export function shopToday(): string {
  return isoDay(new Date());
}

const LOCALE = 'en-IN';

/** The deployment's currency. `npm run dev` leaves the placeholder in the page. */
const [CURRENCY = 'INR'] =
  /^[A-Z]{3}$/.exec(
    document.querySelector<HTMLMetaElement>('meta[name=currency]')?.content ?? '',
  ) ?? [];

const money = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: CURRENCY });

/** Writes an amount in major units with lakh grouping: `₹1,23,456.00`, `−₹50.00`. */
export function formatMoney(amount: number): string {
  // Rounded before: −0 and −0.001 would be `−₹0.00`.
  return money.format(sumOf([amount])).replace('-', '−');
}

const wholeNumber = new Intl.NumberFormat(LOCALE);

/** Writes a count with lakh grouping: `1,23,456`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** Writes a number at a tab or section: the service counts up to a hundred. */
export function openCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** Writes a count with its noun: `1 order`, `37 orders`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const utc = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Writes a timestamp as `20 Nov 2026, 14:05 IST`. */
export function formatTimestamp(iso: string): string {
  return `${dayAndTime.format(new Date(iso))} ${TIME_ZONE_LABEL}`;
}

/** Writes the day of a timestamp in India as `20 Nov 2026`. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});

/** Writes the time of a day in India as `14:05`. */
export function formatClock(iso: string): string {
  return clock.format(new Date(iso));
}

/** Writes a timestamp within a sentence: `today 14:05`, or `on 20 Nov 2026, 14:05 IST`. */
export function formatMoment(iso: string): string {
  const at = new Date(iso);
  return isoDay(at) === shopToday() ? `today ${formatClock(iso)}` : `on ${formatTimestamp(iso)}`;
}

/** Writes both zones, for the hover text of a time: `20 Nov 2026, 14:05 IST (20 Nov, 08:35 UTC)`. */
export function timestampInBothZones(iso: string): string {
  return `${formatTimestamp(iso)} (${utc.format(new Date(iso))} UTC)`;
}

const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];
/** Older times are clearer as a date. */
const RELATIVE_DAYS_MAX = 7;

/** Writes a relative time: `just now`, `5 min ago`, `in 3 h`; a date beyond a week. */
export function formatRelative(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance > RELATIVE_DAYS_MAX * 86_400) return formatDay(iso);
  const step = STEPS.find(([length]) => distance >= length);
  if (step === undefined) return seconds > 0 ? 'in a minute' : 'just now';
  const [length, unit] = step;
  const span = `${Math.floor(distance / length)} ${unit}`;
  return seconds > 0 ? `in ${span}` : `${span} ago`;
}

const monthName = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
});

/** Writes a month such as `2026-11` as `November 2026`. */
export function formatMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}
