import { zonedDay, type Period } from '../../payments/day-report/zoned-day.js';

/** The wholesaler's days and months begin at midnight here. */
export const OFFICE_ZONE = 'Asia/Kolkata';

const DAY_MS = 86_400_000;

/** The date of a time in India, as `2026-11-20`. */
export function officeDate(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: OFFICE_ZONE }).format(at);
}

/** The last days up to the one of a time, the oldest first. */
export function lastDates(at: Date, count: number): string[] {
  const today = Date.parse(officeDate(at));
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** When a date begins and ends in India. */
export function officeDay(date: string): Period {
  return zonedDay(date, OFFICE_ZONE);
}

/** When the month of a time begins and ends in India. */
export function officeMonth(at: Date): Period {
  const [year = 0, month = 0] = officeDate(at).split('-').map(Number);
  const first = (index: number): Date =>
    officeDay(new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10)).from;
  return { from: first(month - 1), to: first(month) };
}
