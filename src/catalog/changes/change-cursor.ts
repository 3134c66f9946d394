import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/http/paging/cursor.js';
import { ID_MAX } from '../../platform/http/input/fields.js';

/** The changes that a reader has received, and its place in a paged answer. */
export interface ChangeCursor {
  /** The incarnation that gave out {@link readAt}. */
  incarnation: string;
  planId: number;
  isTest: boolean;
  /** The reader has received every change up to this position; 0: none. */
  since: number;
  /** Within a paged answer. */
  page: {
    /** The reader knows all changes up to this position once it has read the last page. */
    until: number;
    /** The pages so far contained the products up to this id. */
    afterId: number;
  } | null;
  /** Everything that was returned to the reader has this position or an earlier one. */
  readAt: number;
}

/** `incarnation.plan.since`, then `.until.afterId` within pages; then `.readAt` if it differs. */
const FORM =
  /^([0-9a-f]{12})\.(t?[1-9]\d{0,9})\.(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15})\.(0|[1-9]\d{0,9})(?:\.([1-9]\d{0,15}))?)?$/;
/** Written instead of a product's id if the cursor is not within pages. The position before it is then `readAt`. */
const NO_PAGE = 0;
/** Prefix of the plan in the cursors of test tokens. */
const TEST = 't';

export function writeCursor(cursor: ChangeCursor): string {
  const { incarnation, planId, isTest, since, page, readAt } = cursor;
  const parts = [incarnation, isTest ? `${TEST}${planId}` : planId, since];
  if (page !== null) parts.push(page.until, page.afterId);
  else if (readAt !== since) parts.push(readAt, NO_PAGE);
  if (page !== null && readAt !== page.until) parts.push(readAt);
  return encodeCursor(parts);
}

/** @throws AppError validation_failed for a text that no answer gave */
export function readCursor(text: string): ChangeCursor {
  const [incarnation = '', scope = '', since = '', until, afterId, readAt] =
    decodeCursor(text, FORM) ?? [];
  const page =
    until === undefined || Number(afterId) === NO_PAGE
      ? null
      : { until: Number(until), afterId: Number(afterId) };
  const cursor: ChangeCursor = {
    incarnation,
    planId: Number(scope.replace(TEST, '')),
    isTest: scope.startsWith(TEST),
    since: Number(since),
    page,
    readAt: Number(readAt ?? until ?? since),
  };
  if (!isSound(cursor)) throw invalidCursor('since');
  return cursor;
}

function isSound({ incarnation, planId, since, page, readAt }: ChangeCursor): boolean {
  const { until, afterId } = page ?? { until: since, afterId: 0 };
  return (
    incarnation !== '' &&
    Math.max(planId, afterId) <= ID_MAX &&
    Number.isSafeInteger(readAt) &&
    since <= until &&
    until <= readAt
  );
}
