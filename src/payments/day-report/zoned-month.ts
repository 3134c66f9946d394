import { zonedDay, type Period } from './zoned-day.js';

/** Months begin and end at midnight here. */
const ZONE = 'Asia/Kolkata';
const MONTH = /^(19[7-9]\d|[2-8]\d{3})-(0[1-9]|1[0-2])$/;

/** Whether a text is a month, as 2026-11. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** A month in India. @param month that {@link isMonth} accepts */
export function monthPeriod(month: string): Period {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 10);
  return { from: zonedDay(`${month}-01`, ZONE).from, to: zonedDay(next, ZONE).from };
}
