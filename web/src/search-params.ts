/** Query parameters as the router has them: texts, none of them blank. */
export type SearchText = Record<string, string>;

/** Parses `?status=to_pay&q=asha` to texts. Each route validates its own. */
export function parseSearch(query: string): SearchText {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''));
}

/** Returns the query of an address, without undefined and blank values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** Directions of a list by time, as the service names them. */
export const SORTS = ['created_at', '-created_at'] as const;
export type Sort = (typeof SORTS)[number];

/** Returns a text of the query if it is one of the known values. */
export function oneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((candidate) => candidate === value);
}

/** Returns a free text of the query. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
