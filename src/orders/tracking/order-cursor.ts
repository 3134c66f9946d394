import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/http/cursor.js';
import type { OrderPlace } from './order-status.repository.js';

/** Up to where a reader has been told of its orders. */
export interface OrderCursor {
  /** Whose transaction ids these are, see {@link Position}. */
  database: string;
  /** Told of those up to this one. */
  after: OrderPlace;
  /** Once the last page is read, told of everything before this transaction; null: between two readings. */
  untilXid: number | null;
}

const FORM = /^([0-9a-f]{12})\.(0|[1-9]\d{0,15})\.(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15}))?$/;

export function writeOrderCursor({ database, after, untilXid }: OrderCursor): string {
  return encodeCursor([database, after.xid, after.id, ...(untilXid === null ? [] : [untilXid])]);
}

/** @throws AppError validation_failed for a text that no answer gave */
export function readOrderCursor(text: string): OrderCursor {
  const [database = '', xid, id, untilXid] = decodeCursor(text, FORM) ?? [];
  const after = { xid: Number(xid), id: Number(id) };
  const cursor = { database, after, untilXid: untilXid === undefined ? null : Number(untilXid) };
  if (![after.xid, after.id, cursor.untilXid ?? 0].every(Number.isSafeInteger)) {
    throw invalidCursor('cursor');
  }
  return cursor;
}
