import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/http/paging/cursor.js';
import type { OrderPlace } from './order-status.repository.js';

/** Place up to which a reader has received its orders. */
export interface OrderCursor {
  /** Incarnation of the database that {@link readAt} belongs to. */
  incarnation: string;
  /** Place of the last order that the reader received. */
  after: OrderPlace;
  /** Latest position that was returned to the reader. */
  readAt: number;
}

/** `incarnation.position.id`, then `.readAt` where it is another position. */
const FORM = /^([0-9a-f]{12})\.(0|[1-9]\d{0,15})\.(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15}))?$/;

export function writeOrderCursor({ incarnation, after, readAt }: OrderCursor): string {
  const { position, id } = after;
  return encodeCursor([incarnation, position, id, ...(readAt === position ? [] : [readAt])]);
}

/** @throws AppError validation_failed for a text that no answer gave */
export function readOrderCursor(text: string): OrderCursor {
  const [incarnation = '', position = '', id = '', readAt] = decodeCursor(text, FORM) ?? [];
  const after = { position: Number(position), id: Number(id) };
  const cursor = { incarnation, after, readAt: Number(readAt ?? position) };
  const isSound = incarnation !== '' && [cursor.readAt, after.id].every(Number.isSafeInteger);
  if (!isSound || cursor.readAt < after.position) throw invalidCursor('cursor');
  return cursor;
}
