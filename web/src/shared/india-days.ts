import { TIME_ZONE_OFFSET } from '../../../src/platform/time-zone.ts';

/** Computes the timestamp at which a day such as `2026-11-20` begins in India. */
export function startOfDay(day: string | undefined): string | undefined {
  return day === undefined ? undefined : `${day}T00:00:00${TIME_ZONE_OFFSET}`;
}

/** Computes the timestamp at which the next day begins in India: the exclusive end of a period. */
export function endOfDay(day: string | undefined): string | undefined {
  return day === undefined ? undefined : `${shifted(day, { days: 1 })}T00:00:00${TIME_ZONE_OFFSET}`;
}

/** Computes the first and the last day of a month such as `2026-11`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  return { from, to: shifted(shifted(from, { months: 1 }), { days: -1 }) };
}

/** Computes a day some days or months later. In a shorter month, the last day is used. */
export function shifted(day: string, { days = 0, months = 0 }): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const at = Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth) + days);
  return new Date(at).toISOString().slice(0, 10);
}
