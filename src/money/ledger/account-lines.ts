import type { LedgerAccount, SystemAccountKind } from './ledger-account.entity.js';

/** An account other than a wallet. */
export interface AccountRef {
  kind: Exclude<LedgerAccount['kind'], 'client_wallet'>;
  /** The id of the client or bank account that owns the account; null for a system account. */
  ownerId?: number;
}

/** A posting to an account other than a wallet; in minor units, positive: into the account. */
export interface AccountLine {
  account: AccountRef;
  amountMinor: number;
}

/** The balances of a client's accounts, in minor units; none is below 0. */
export interface ClientBalances {
  walletMinor: number;
  debtMinor: number;
  creditUsedMinor: number;
}

/** SQL of {@link ClientBalances}, from {@link balancesOf}. */
export const BALANCE_COLUMNS = `coalesce(wallet.balance_minor, 0) AS "walletMinor",
    -coalesce(debt.balance_minor, 0) AS "debtMinor", -coalesce(credit.balance_minor, 0) AS "creditUsedMinor"`;

/** Joins a client's accounts as `wallet`, `debt` and `credit`. @param clientId an SQL expression */
export const balancesOf = (clientId: string): string => `
    LEFT JOIN ledger_accounts wallet ON wallet.client_id = ${clientId}
    LEFT JOIN ledger_accounts debt ON debt.kind = 'client_debt' AND debt.owner_id = ${clientId}
    LEFT JOIN ledger_accounts credit ON credit.kind = 'client_credit' AND credit.owner_id = ${clientId}`;

/** Makes the line that moves an amount into a system account; a negative amount: out of it. */
export function lineOf(kind: SystemAccountKind, amountMinor: number): AccountLine {
  return { account: { kind }, amountMinor };
}

export function negated(lines: readonly AccountLine[]): AccountLine[] {
  return lines.map((line) => ({ ...line, amountMinor: -line.amountMinor }));
}
