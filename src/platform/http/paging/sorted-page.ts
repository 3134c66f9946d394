import { decodeCursor, encodeCursor, invalidCursor } from './cursor.js';
import { OneOf } from '../input/fields.js';
import { LIMIT_MAX, PageQuery, type Page } from './page.js';

const SORTS = ['created_at', '-created_at'] as const;

/** Query of a list that can be sorted by time in either direction. */
export class SortedPageQuery extends PageQuery {
  @OneOf(SORTS, {
    optional: true,
    api: { description: '`created_at`: oldest first; `-created_at`: newest first' },
  })
  sort?: (typeof SORTS)[number];
}

/** Start of a page: after a row, by time and id. In microseconds, the precision of PostgreSQL. */
export interface Position {
  atMicros: string;
  id: number;
}

/** Rows sorted by time and then id. */
export interface SortedPageRequest {
  after: Position | null;
  isNewestFirst: boolean;
  limit: number;
}

/** @throws AppError validation_failed for a cursor that no page gave */
export function toSortedPageRequest(
  { limit, cursor, sort }: SortedPageQuery,
  defaultSort: (typeof SORTS)[number],
): SortedPageRequest {
  const isNewestFirst = (sort ?? defaultSort) === '-created_at';
  if (cursor === undefined) return { after: null, isNewestFirst, limit };
  const [atMicros, id] = decodeCursor(cursor, /^(\d{1,17})\.(\d{1,15})$/) ?? [];
  if (atMicros === undefined || id === undefined) throw invalidCursor('cursor');
  return { after: { atMicros, id: Number(id) }, isNewestFirst, limit };
}

/** Makes a page from a query that asked for one row more than `limit`. */
export function toSortedPage<T>(
  found: readonly T[],
  limit: number,
  positionOf: (row: T) => Position,
): Page<T> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, nextCursor: null };
  const { atMicros, id } = positionOf(last);
  return { rows, nextCursor: encodeCursor([atMicros, id]) };
}

/** Yields every page of a list from its newest row on, one in memory at a time. */
export async function* everySortedPage<T>(
  list: (request: SortedPageRequest) => Promise<Page<T>>,
  positionOf: (row: T) => Position,
): AsyncGenerator<T[], void> {
  let after: Position | null = null;
  for (let hasMore = true; hasMore;) {
    const page: Page<T> = await list({ after, isNewestFirst: true, limit: LIMIT_MAX });
    yield page.rows;
    const last = page.rows.at(-1);
    if (last !== undefined) after = positionOf(last);
    hasMore = page.nextCursor !== null;
  }
}

/** Writes the SQL condition that a row comes after the start of a page; the list is empty for the first page. */
export function whereBehind(
  { after, isNewestFirst }: Pick<SortedPageRequest, 'after' | 'isNewestFirst'>,
  columns: { at: string; id: string },
  parameter: (value: unknown) => string,
): string[] {
  if (after === null) return [];
  const at = `to_timestamp(0) + ${parameter(after.atMicros)}::bigint * interval '1 microsecond'`;
  const position = `(${at}, ${parameter(after.id)}::bigint)`;
  return [`(${columns.at}, ${columns.id}) ${isNewestFirst ? '<' : '>'} ${position}`];
}

/** Writes the SQL expression of a time as whole microseconds since 1970, as text. */
export function microsOf(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000000)::bigint::text`;
}
