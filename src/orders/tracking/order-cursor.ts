import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/http/paging/cursor.js';
import type { OrderPlace } from './order-status.repository.js';

/** The reader has received its orders up to this place. */
export interface OrderCursor {
  /** Incarnation of the database that {@link readAt} belongs to. */
  incarnation: string;
  /** Place of the last order that the reader received. */
  after: OrderPlace;
  /** Latest position that was returned to the reader. */
  readAt: number;
  /** Proof that this service wrote the cursor, see `OrderCursorStamps`; null: none. */
  stamp: number | null;
}

/** `incarnation.position.id`, then `.readAt` if it is another position. */
const FORM = /^([0-9a-f]{12})\.(0|[1-9]\d{0,15})\.(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15}))?$/;

/**
 * The end of a position is written as this number plus the stamp. It is greater than any order's id, so release 1.1.0, which
 * may run during an upgrade, also reads it as the end.
 */
const STAMPED = 2 ** 52;

export function writeOrderCursor({ incarnation, after, readAt, stamp }: OrderCursor): string {
  const id = after.id === 0 && stamp !== null ? STAMPED + stamp : after.id;
  const rest = readAt === after.position ? [] : [readAt];
  return encodeCursor([incarnation, after.position, id, ...rest]);
}

/** @throws AppError validation_failed for a text that no answer gave */
export function readOrderCursor(text: string): OrderCursor {
  const [incarnation = '', position = '', written = '', readAt] = decodeCursor(text, FORM) ?? [];
  const id = Number(written);
  const [place, stamp] = id < STAMPED ? [id, null] : [0, id - STAMPED];
  const after = { position: Number(position), id: place };
  const cursor = { incarnation, after, readAt: Number(readAt ?? position), stamp };
  const isSound = incarnation !== '' && [cursor.readAt, id].every(Number.isSafeInteger);
  if (!isSound || cursor.readAt < after.position) throw invalidCursor('cursor');
  return cursor;
}
