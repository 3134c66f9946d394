import { isMonth } from '../../src/platform/days/shop-days.ts';
import { isDate } from '../../src/platform/days/zoned-day.ts';

/** Query parameters as the router has them: texts, none of them blank. */
export type SearchText = Record<string, string>;

/** Parses `?status=to_pay&q=asha` to texts. Each route validates its own. */
export function parseSearch(query: string): SearchText {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''));
}

/** Writes the query of an address, without undefined and blank values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** Directions of a list by time, as the service names them. */
export const SORTS = ['created_at', '-created_at'] as const;
export type Sort = (typeof SORTS)[number];

/** Reads a text of the query if it is one of the known values. */
export function oneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((candidate) => candidate === value);
}

/** Reads the tab that the query names; undefined: the first one. */
export function tabOf<T extends string>(
  value: unknown,
  tabs: readonly { value: T | undefined }[],
): T | undefined {
  return tabs.find((tab) => tab.value === value)?.value;
}

type Query = Record<string, unknown>;

/** Declares the parameters of a route, each of which a link may leave out, by the function that reads them. */
export function parameters<Search>(
  read: (query: Query) => Search,
): (query: Query) => Partial<Search> {
  return read;
}

/** Reads a text of the query if it has a form. */
export function matching(value: unknown, pattern: RegExp): string | undefined {
  return pattern.exec(text(value) ?? '')?.[0];
}

/** Reads a month of the query, such as `2026-11`, if the service knows it. */
export function monthOf(value: unknown): string | undefined {
  const month = text(value);
  return month !== undefined && isMonth(month) ? month : undefined;
}

/** Reads a date of the query, such as `2026-11-20`, if the calendar has it. */
export function dateOf(value: unknown): string | undefined {
  const date = text(value);
  return date !== undefined && isDate(date) ? date : undefined;
}

export const ID = /^\d{1,9}$/;

/** Reads a free text of the query. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
