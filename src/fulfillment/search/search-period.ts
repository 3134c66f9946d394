import { dayPeriod, monthPeriod } from '../../platform/days/shop-days.js';
import type { Period } from '../../platform/days/zoned-day.js';
import { dateInShop } from '../../platform/time-zone.js';

const DAY_MS = 86_400_000;
const PERIODS =
  /(?<![\p{L}\p{N}])(today|yesterday|(?:this|last)\s+(?:week|month))(?![\p{L}\p{N}])/iu;
/** Words of a sentence that say nothing about an order. */
const FILLERS = new Set(['the', 'order', 'orders', 'of', 'from', 'for', 'to', 'in']);

/** What a search asks for. */
interface ReadSearch {
  /** undefined: any order of the period. */
  words: string | undefined;
  period: Period | undefined;
}

/**
 * Reads a search as one says it, such as "the order of Aditya from Chennai last week".
 * - weeks begin on Monday
 * - words that say nothing are left out if others remain
 */
export function readSearch(search: string, now: Date): ReadSearch {
  const [named] = PERIODS.exec(search) ?? [];
  const period = named === undefined ? undefined : periodOf(named, now);
  const words = search
    .replace(PERIODS, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const meant = words.filter((word) => !FILLERS.has(word.toLowerCase()));
  if (meant.length > 0) return { words: meant.join(' '), period };
  return { words: period === undefined ? search : undefined, period };
}

function periodOf(named: string, now: Date): Period {
  const today = dayPeriod(dateInShop(now));
  const [first, unit] = named.toLowerCase().split(/\s+/);
  if (first === 'today') return today;
  if (first === 'yesterday') return daysBefore(today, 1);
  if (unit === 'week') {
    const weekday = new Date(`${dateInShop(now)}T00:00:00Z`).getUTCDay();
    const monday = daysBefore(today, (weekday + 6) % 7);
    const week = { from: monday.from, to: new Date(monday.from.getTime() + 7 * DAY_MS) };
    return first === 'this' ? week : daysBefore(week, 7);
  }
  const [year = 0, month = 0] = dateInShop(now).split('-').map(Number);
  const begin = new Date(Date.UTC(year, month - (first === 'this' ? 1 : 2), 1));
  return monthPeriod(begin.toISOString().slice(0, 7));
}

/** Moves a period by days; they are equally long in the shop. */
function daysBefore({ from, to }: Period, days: number): Period {
  const moved = (at: Date): Date => new Date(at.getTime() - days * DAY_MS);
  return { from: moved(from), to: moved(to) };
}
