import type { FailedField } from './request-failure.entity.js';

const MINUTE_MS = 60_000;
/** Maximum number of rows per client and minute; further ones are counted. */
const ROWS_PER_MINUTE = 100;
const ROWS_MAX = 10_000;
const COUNTS_MAX = 1_000;

/** A refused request that waits to be stored. */
export interface PendingFailure {
  /** Milliseconds since 1970. */
  atMs: number;
  /** null: several requests, see `count`. */
  requestId: string | null;
  /** SHA-256 of the sent token in base64; null if it did not look like a token. */
  tokenHash: string | null;
  /** The owner of the token if it is known; null: the database may find it by the hash. */
  clientId: number | null;
  method: string;
  route: string;
  status: number;
  code: string;
  fields: readonly FailedField[];
  storeOrderId: string | null;
  /** Only of requests that were refused for their domain. */
  sentDomain: string | null;
  count: number;
}

/**
 * Refused requests that wait to be stored. The first hundred per client and minute are single rows, the others are one count
 * per route and code.
 * - the size is bounded; what does not fit is counted in `dropped`
 */
export class FailureBuffer {
  /** Number of refused requests that will not be stored. */
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

  /** Takes rows out, the oldest first. @param nowMs the rows include counts of the minutes before this one */
  take(nowMs: number, limit: number): PendingFailure[] {
    this.turnTo(nowMs);
    return this.rows.splice(0, limit);
  }

  /** Turns the counts of the current minute into rows, too. */
  endMinute(): void {
    this.rows.push(...this.counts.values());
    this.counts.clear();
    this.rowsByClient.clear();
  }

  /** Puts back rows that could not be stored. The newest are dropped if there are too many. */
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
      const several = {
        requestId: null,
        tokenHash: null,
        fields: [],
        storeOrderId: null,
        sentDomain: null,
      };
      this.counts.set(key, { ...failure, ...several });
    } else {
      this.dropped += 1;
    }
  }
}
