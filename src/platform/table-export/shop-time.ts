import { startOfDay } from '../time-zone.js';

const OFFSET_MS = -startOfDay('1970-01-01').getTime();

/** Computes the time whose UTC fields are the shop's local ones, because spreadsheets know no time zones. */
export function inShop(at: Date): Date {
  return new Date(at.getTime() + OFFSET_MS);
}
