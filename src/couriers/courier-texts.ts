import { isDate } from '../platform/days/zoned-day.js';
import { TIME_ZONE_OFFSET } from '../platform/time-zone.js';
import { foldBlanks } from './addresses/lines.js';

const WORDS_LENGTH = 300;
const AWB = /^[A-Za-z\d-]{6,40}$/;
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z|[+-]\d\d:\d\d)?$/;

/** Reads an AWB; null for anything else. */
export function toAwb(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && AWB.test(text.trim()) ? text.trim() : null;
}

/** Reads a text of the courier, which may be missing. */
export function toText(value: unknown, max = WORDS_LENGTH): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? foldBlanks(text).slice(0, max).toWellFormed() : '';
}

/** Reads a time, which is India's unless it names a zone; null for any other form. */
export function toTime(value: unknown): Date | null {
  const [, day = '', time, zone = TIME_ZONE_OFFSET] = TIME.exec(toText(value)) ?? [];
  const at = new Date(`${day}T${time}${zone}`);
  return isDate(day) && !Number.isNaN(at.getTime()) ? at : null;
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
