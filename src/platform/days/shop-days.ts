import { startOfDay } from '../time-zone.js';
import type { Period } from './zoned-day.js';

const MONTH = /^(19[7-9]\d|[2-8]\d{3})-(0[1-9]|1[0-2])$/;

/** Returns true if a text is a month, as 2026-11. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** @param date as isDate of zoned-day.ts accepts it */
export function dayPeriod(date: string): Period {
  const from = startOfDay(date);
  return { from, to: new Date(from.getTime() + 86_400_000) };
}

/** Computes the first and the last day of a month, and the first of the next one. @param month that {@link isMonth} accepts */
export function daysOfMonth(month: string): { first: string; last: string; next: string } {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const day = (number: number): string =>
    new Date(Date.UTC(year, index, number)).toISOString().slice(0, 10);
  return { first: `${month}-01`, last: day(0), next: day(1) };
}

/** @param month that {@link isMonth} accepts */
export function monthPeriod(month: string): Period {
  const { first, next } = daysOfMonth(month);
  return { from: dayPeriod(first).from, to: dayPeriod(next).from };
}
