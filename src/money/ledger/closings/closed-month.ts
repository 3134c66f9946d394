/** A month whose books are closed, with the sums of its journals. */
export interface ClosedMonth {
  /** Such as `2026-11`. */
  month: string;
  journals: number;
  /** Sum of the debits of its journals, equal to the sum of their credits; in minor units. */
  debitMinor: number;
  /** The number and the hash, in hex digits, of the last seal of its journals; null: the month has no journals. */
  lastSeq: number | null;
  lastSha256: string | null;
  closedBy: string;
  closedAt: Date;
}
