import { startOfDay } from '../time-zone.js';

const OFFSET_MS = -startOfDay('1970-01-01').getTime();

/** Writes a time of the shop to the second: `2026-11-30 01:30:00`. */
export function shopTimeText(at: Date): string {
  return inShop(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** Computes the time whose UTC fields are the shop's local ones, because spreadsheets know no time zones. */
export function inShop(at: Date): Date {
  return new Date(at.getTime() + OFFSET_MS);
}
