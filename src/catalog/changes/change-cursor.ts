import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/http/cursor.js';

/** Up to where a reader has been told of changes, and where in a paged answer it is. */
export interface ChangeCursor {
  /** Whose transaction ids these are, see {@link Position}. */
  database: string;
  planId: number;
  isTest: boolean;
  /** Told of everything before this transaction; 0: of nothing. */
  sinceXid: number;
  /** Within a paged answer. */
  page: {
    /** What the reader will have been told of everything before, once it has read the last page. */
    untilXid: number;
    /** The pages so far told of the products up to this one. */
    afterId: number;
  } | null;
}

const FORM =
  /^([0-9a-f]{12})\.(t?[1-9]\d{0,9})\.(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15})\.(0|[1-9]\d{0,9}))?$/;
/** Before the plan of a cursor that a test token was given. */
const TEST = 't';
const ID_MAX = 2_147_483_647;

export function writeCursor({ database, planId, isTest, sinceXid, page }: ChangeCursor): string {
  const scope = isTest ? `${TEST}${planId}` : planId;
  const parts = [database, scope, sinceXid, ...(page ? [page.untilXid, page.afterId] : [])];
  return encodeCursor(parts);
}

/** @throws AppError validation_failed for a text that no answer gave */
export function readCursor(text: string): ChangeCursor {
  const [database = '', scope = '', sinceXid, untilXid, afterId] = decodeCursor(text, FORM) ?? [];
  const cursor: ChangeCursor = {
    database,
    planId: Number(scope.replace(TEST, '')),
    isTest: scope.startsWith(TEST),
    sinceXid: Number(sinceXid),
    page: untilXid ? { untilXid: Number(untilXid), afterId: Number(afterId) } : null,
  };
  if (!isSound(cursor)) throw invalidCursor('since');
  return cursor;
}

function isSound({ planId, sinceXid, page }: ChangeCursor): boolean {
  const { untilXid, afterId } = page ?? { untilXid: sinceXid, afterId: 0 };
  return (
    planId <= ID_MAX && afterId <= ID_MAX && Number.isSafeInteger(untilXid) && sinceXid <= untilXid
  );
}
