/**
 * Kinds of entries that have a limit, and the limits until they are changed, in minor units.
 * - receipt: money that an operator records, unless a stored bank line proves it
 * - adjustment: corrections of wallets, which also write off debts
 * - credit: what a client may owe; a day counts the increases
 */
export const DEFAULT_LIMITS = {
  receipt: 5_000_000,
  payout: 5_000_000,
  reversal: 5_000_000,
  refund: 5_000_000,
  adjustment: 0,
  credit: 5_000_000,
} as const;

export type LimitKind = keyof typeof DEFAULT_LIMITS;
export const LIMIT_KINDS = Object.keys(DEFAULT_LIMITS) as LimitKind[];

/** Maximum sums of a person's entries of one day. Above them the next entry waits for another person; in minor units. */
export interface Limit {
  /** For one client. */
  limitMinor: number;
  /** For all clients together; null: {@link DAY_FACTOR} times the limit for one. */
  dayLimitMinor: number | null;
}

/** Ratio of the limit for all clients to the limit for one, until it is changed. */
export const DAY_FACTOR = 10;

/** Kind of the money that the statements of a person bring in, which is counted for all clients together. */
export const STATEMENT = 'statement';
export type CountedKind = LimitKind | typeof STATEMENT;

export type ApprovalLimits = Readonly<Record<LimitKind, Limit>> & {
  /** Sum of what the statements of a person bring in on a day above which the next one waits; null: none waits. */
  readonly statementMinor: number | null;
};

/** Computes the limit for all clients together. */
export function dayLimitOf({ limitMinor, dayLimitMinor }: Limit): number {
  return dayLimitMinor ?? DAY_FACTOR * limitMinor;
}
