/**
 * Age of the oldest open transaction that has written something, in any database of the server. PostgreSQL keeps all row
 * versions since it began.
 * - computed from snapshots, because a session may not see when another role's transaction began
 */
export class OldestTransaction {
  private xid = '';
  private seenAtMs = 0;

  /**
   * Returns for how many seconds the oldest open transaction of a snapshot has been seen; 0 if none is open.
   *
   * @param snapshot PostgreSQL's text, `xmin:xmax:` and the ids of open transactions
   * @param nowMs a clock that does not jump
   */
  ageOf(snapshot: string, nowMs: number): number {
    const [oldest = '', , open = ''] = snapshot.split(':');
    if (open === '' || oldest !== this.xid) {
      this.xid = open === '' ? '' : oldest;
      this.seenAtMs = nowMs;
    }
    return (nowMs - this.seenAtMs) / 1000;
  }
}
