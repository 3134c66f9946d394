const MINUTE_MS = 60_000;
/** Number of requests that are kept per client and minute. Further ones are left out. */
export const KEPT_PER_MINUTE = 60;
const ROWS_MAX = 20_000;

/** An answered request that waits to be stored. */
export interface PendingRequest {
  /** Milliseconds since 1970. */
  atMs: number;
  requestId: string;
  clientId: number;
  tokenId: number;
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** Answered requests that wait to be stored: the first ones of each client and minute. What does not fit is left out. */
export class RecentBuffer {
  private rows: PendingRequest[] = [];
  private minute = 0;
  private readonly byClient = new Map<number, number>();

  /** Returns true if a request of a client is kept, and counts it. */
  takes(clientId: number, atMs: number): boolean {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.byClient.clear();
    }
    const count = this.byClient.get(clientId) ?? 0;
    if (count >= KEPT_PER_MINUTE || this.rows.length >= ROWS_MAX) return false;
    this.byClient.set(clientId, count + 1);
    return true;
  }

  add(request: PendingRequest): void {
    this.rows.push(request);
  }

  /** Takes all rows out, the oldest first. */
  takeAll(): PendingRequest[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }
}
