import { TIME_ZONE_OFFSET } from '../time-zone.js';

const [, SIGN, HOURS, MINUTES] = /^([+-])(\d\d):(\d\d)$/.exec(TIME_ZONE_OFFSET)!;
const OFFSET_MS = Number(`${SIGN}1`) * (Number(HOURS) * 60 + Number(MINUTES)) * 60_000;

/** Computes the time whose UTC fields are the shop's local ones: spreadsheets know no time zones. */
export function inShop(at: Date): Date {
  return new Date(at.getTime() + OFFSET_MS);
}
