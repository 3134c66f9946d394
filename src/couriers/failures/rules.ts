import { startOfDay, dateInShop } from '../../platform/time-zone.js';
import type { CourierRules } from '../courier-gateway.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Computes until when a failed delivery can be answered: until the courier's next hour for answers, else for 24 hours. */
export function answerBy(
  failedAt: Date,
  { answersUntilHour: hour }: Pick<CourierRules, 'answersUntilHour'>,
): Date {
  if (hour === null) return new Date(failedAt.getTime() + DAY_MS);
  const until = startOfDay(dateInShop(failedAt)).getTime() + hour * HOUR_MS;
  return new Date(until > failedAt.getTime() ? until : until + DAY_MS);
}

/** Computes when an answer is sent. A courier with an hour takes answers after it, so that until then another may replace it. */
export function sendAt(
  decidedAt: Date,
  deadline: Date,
  { answersUntilHour }: Pick<CourierRules, 'answersUntilHour'>,
): Date {
  return answersUntilHour === null || deadline < decidedAt ? decidedAt : deadline;
}
