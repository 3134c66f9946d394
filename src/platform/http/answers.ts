import type { Page } from './paging/page.js';

/** The shape of the Admin API's answers. */
export interface AdminAnswer<T> {
  success: true;
  data: T;
}

/** The shape of the Admin API's lists. */
export interface AdminList<T> extends AdminAnswer<T[]> {
  next_cursor: string | null;
}

export function adminAnswer<T>(data: T): AdminAnswer<T> {
  return { success: true, data };
}

export function adminList<R, T>({ rows, nextCursor }: Page<R>, show: (row: R) => T): AdminList<T> {
  return { success: true, data: rows.map(show), next_cursor: nextCursor };
}
