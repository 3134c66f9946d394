import { decodeCursor, encodeCursor, invalidCursor } from './cursor.js';
import { ID_MAX, Text, QueryWholeNumber } from '../input/fields.js';

const LIMIT_DEFAULT = 50;
/** Rows of the largest page. */
export const LIMIT_MAX = 500;

/** Query of lists of the Store API that return everything unless a page is requested. */
export class StorePageQuery {
  @QueryWholeNumber({
    min: 1,
    max: LIMIT_MAX,
    optional: true,
    api: { description: 'Maximum number of entries per page', example: 100 },
  })
  limit?: number;

  @Text({
    max: 100,
    optional: true,
    api: { description: 'The cursor of the next page, from the previous response', example: 'Mg' },
  })
  cursor?: string;
}

/** Query of every list of the Admin API. */
export class PageQuery {
  @QueryWholeNumber({ min: 1, max: LIMIT_MAX, optional: true, api: { default: LIMIT_DEFAULT } })
  limit: number = LIMIT_DEFAULT;

  @Text({ max: 100, optional: true, api: { description: '`next_cursor` of the previous page' } })
  cursor?: string;
}

/** Rows after an id, by id. */
export interface PageRequest {
  afterId: number;
  limit: number;
}

/** Rows before an id, the latest first; `beforeId` null: from the latest on. */
export interface NewestFirst {
  beforeId: number | null;
  limit: number;
}

/** A page; `nextCursor` is null on the last page. */
export interface Page<T> {
  rows: T[];
  nextCursor: string | null;
}

/** @throws AppError validation_failed for a cursor that no page gave */
export function toPageRequest({ limit, cursor }: Pick<PageQuery, 'limit' | 'cursor'>): PageRequest {
  if (cursor === undefined) return { afterId: 0, limit };
  const afterId = Number(decodeCursor(cursor, /^(\d{1,10})$/)?.[0]);
  if (!(afterId <= ID_MAX)) throw invalidCursor('cursor');
  return { afterId, limit };
}

/** Reads the requested page of a list that begins with the latest row. @throws AppError validation_failed */
export function toNewestFirst(query: Pick<PageQuery, 'limit' | 'cursor'>): NewestFirst {
  const { afterId: beforeId, limit } = toPageRequest(query);
  return { beforeId: query.cursor === undefined ? null : beforeId, limit };
}

/** Makes a page from the results of a function for its rows. */
export function mapPage<R, T>({ rows, nextCursor }: Page<R>, show: (row: R) => T): Page<T> {
  return { rows: rows.map(show), nextCursor };
}

/** Makes a page from a query that asked for one row more than `limit`. */
export function toPage<T extends { id: number }>(found: readonly T[], limit: number): Page<T> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, nextCursor: hasMore ? encodeCursor([last.id]) : null };
}

/** Reads a page with a query for one row more than it has. */
export async function readPage<T extends { id: number }, Range extends { limit: number }>(
  page: Range,
  list: (range: Range) => Promise<readonly T[]>,
): Promise<Page<T>> {
  return toPage(await list({ ...page, limit: page.limit + 1 }), page.limit);
}

/** Yields every page of a list, one in memory at a time. */
export async function* everyPage<T extends { id: number }>(
  list: (request: PageRequest) => Promise<Page<T>>,
  limit = LIMIT_MAX,
): AsyncGenerator<T[], void> {
  for (let afterId = 0, hasMore = true; hasMore;) {
    const { rows, nextCursor } = await list({ afterId, limit });
    yield rows;
    afterId = rows.at(-1)?.id ?? afterId;
    hasMore = nextCursor !== null;
  }
}

/** Yields every page of a list that begins with the latest row. */
export async function* everyPageFromLatest<T extends { id: number }>(
  list: (range: NewestFirst) => Promise<Page<T>>,
): AsyncGenerator<T[], void> {
  let beforeId: number | null = null;
  for (let hasMore = true; hasMore;) {
    const page: Page<T> = await list({ beforeId, limit: LIMIT_MAX });
    yield page.rows;
    beforeId = page.rows.at(-1)?.id ?? beforeId;
    hasMore = page.nextCursor !== null;
  }
}
