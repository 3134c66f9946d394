import type { FailedField } from './request-failure.entity.js';

const MINUTE_MS = 60_000;
/** Rows of one client in one minute; what comes after them is counted. */
const ROWS_PER_MINUTE = 100;
const ROWS_MAX = 10_000;
const COUNTS_MAX = 1_000;

/** A refused request as it waits to be stored. */
export interface PendingFailure {
  /** Milliseconds since 1970. */
  atMs: number;
  /** null: several requests, see `count`. */
  requestId: string | null;
  /** SHA-256 of the token that was sent, in base64; null: none of the form of a token. */
  tokenHash: string | null;
  /** The holder of the token where it is known; null: the database may know it by the hash. */
  clientId: number | null;
  method: string;
  route: string;
  status: number;
  code: string;
  fields: readonly FailedField[];
  storeOrderId: string | null;
  count: number;
}

/**
 * Refused requests that wait to be stored: the first hundred of a client in each minute as rows of their own, the
 * others as one count for each route and code. Its size is bounded; what does not fit is only counted in `dropped`.
 */
export class FailureBuffer {
  /** Refused requests that are not and will not be stored. */
  dropped = 0;
  private rows: PendingFailure[] = [];
  private minute = 0;
  private readonly rowsByClient = new Map<number | null, number>();
  private readonly counts = new Map<string, PendingFailure>();

  add(failure: PendingFailure): void {
    this.turnTo(failure.atMs);
    const { clientId } = failure;
    const rows = this.rowsByClient.get(clientId) ?? 0;
    if (rows < ROWS_PER_MINUTE && this.rows.length < ROWS_MAX) {
      this.rowsByClient.set(clientId, rows + 1);
      this.rows.push(failure);
    } else {
      this.count(failure);
    }
  }

  /**
   * Takes rows out, the oldest first.
   *
   * @param nowMs counts of the minutes before this one are among the rows
   */
  take(nowMs: number, limit: number): PendingFailure[] {
    this.turnTo(nowMs);
    return this.rows.splice(0, limit);
  }

  /** Makes rows of what was counted in the minute at hand, too. */
  endMinute(): void {
    this.rows.push(...this.counts.values());
    this.counts.clear();
    this.rowsByClient.clear();
  }

  /** Puts back rows that could not be stored; the newest are dropped where there are too many. */
  putBack(rows: readonly PendingFailure[]): void {
    const all = [...rows, ...this.rows];
    this.rows = all.slice(0, ROWS_MAX);
    for (const { count } of all.slice(ROWS_MAX)) this.dropped += count;
  }

  private turnTo(atMs: number): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.endMinute();
  }

  private count(failure: PendingFailure): void {
    const { clientId, method, route, status, code } = failure;
    const key = [clientId, method, route, status, code].join(' ');
    const counted = this.counts.get(key);
    if (counted !== undefined) {
      counted.count += 1;
    } else if (this.counts.size < COUNTS_MAX) {
      const several = { requestId: null, tokenHash: null, fields: [], storeOrderId: null };
      this.counts.set(key, { ...failure, ...several });
    } else {
      this.dropped += 1;
    }
  }
}
