/** Values of an address's query as the router holds them: texts only, none of them blank. */
export type SearchText = Record<string, string>;

/** `?status=to_pay&q=asha` → texts; each route checks its own. */
export function parseSearch(query: string): SearchText {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''));
}

/** Returns the query of an address, without what is undefined or blank. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** Returns a text of the query, if it is one of those that the page knows. */
export function oneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((candidate) => candidate === value);
}

/** Returns a free text of the query. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
