import type { AccountKind } from '../../ledger/ledger-account.entity.js';
import type { LedgerJournal } from '../../ledger/ledger-journal.entity.js';

/** A posting of an exported journal; in minor units, negative: a debit. */
export interface ExportedPosting {
  line: number;
  account: AccountKind;
  /** The id of the client or bank account that the account belongs to; null for a system account. */
  owner: number | null;
  /** The account's name and owner, as seals write them. */
  sealed: { account: string; owner: number | null };
  /** The client's name, if the account is a client's. */
  client: string | null;
  /** The name, if it is an other account. */
  other: string | null;
  amountMinor: number;
  balanceAfter: number | null;
}

/** A journal with all that is stored of it, and the names that belong to it. */
export interface ExportedJournal extends Omit<LedgerJournal, 'at' | 'refundTerms'> {
  /** UTC with microseconds, such as `2026-11-22T10:36:18.123456Z`. */
  at: string;
  orderNumber: string | null;
  reference: string | null;
  /** The bank's day of its line; null: it has no line. */
  bankDay: string | null;
  postings: ExportedPosting[];
}
