import type { LedgerAccount, SystemAccountKind } from './ledger-account.entity.js';

/** An account other than a wallet. */
export interface AccountRef {
  kind: Exclude<LedgerAccount['kind'], 'client_wallet'>;
  /** The id of the client or bank account that the account belongs to; null for a system account. */
  ownerId?: number;
}

/** A posting to an account other than a wallet; in minor units, positive: into the account. */
export interface AccountLine {
  account: AccountRef;
  amountMinor: number;
}

/** The accounts of a client, in minor units; none is below 0. */
export interface ClientBalances {
  walletMinor: number;
  debtMinor: number;
  creditUsedMinor: number;
}

/** Makes the line that moves an amount into a system account; a negative amount: out of it. */
export function lineOf(kind: SystemAccountKind, amountMinor: number): AccountLine {
  return { account: { kind }, amountMinor };
}

/** Makes the lines that undo others. */
export function negated(lines: readonly AccountLine[]): AccountLine[] {
  return lines.map((line) => ({ ...line, amountMinor: -line.amountMinor }));
}
