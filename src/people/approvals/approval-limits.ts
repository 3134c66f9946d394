/**
 * Kinds of entries that have a limit, and the limits until they are changed, in minor units.
 *
 * - receipt: money that an operator records, unless a stored bank line proves it
 * - adjustment: corrections of wallets, with which debts are written off, too
 */
export const DEFAULT_LIMITS = {
  receipt: 5_000_000,
  payout: 5_000_000,
  reversal: 5_000_000,
  refund: 5_000_000,
  adjustment: 0,
} as const;

export type LimitKind = keyof typeof DEFAULT_LIMITS;
export const LIMIT_KINDS = Object.keys(DEFAULT_LIMITS) as LimitKind[];

/** The amounts above which entries wait for another person, in minor units. */
export type ApprovalLimits = Readonly<Record<LimitKind, number>>;
