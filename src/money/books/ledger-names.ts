import type { AccountKind } from '../ledger/ledger-account.entity.js';
import type { ExportedPosting } from './export/journal-export.repository.js';

/** The text in the ledger name of a client's account that the client's name replaces. */
export const CLIENT_NAME = '{client}';

/** Default names of accounts in the accountant's books. */
export const DEFAULT_LEDGER_NAMES: Readonly<Record<AccountKind, string>> = {
  client_wallet: 'Client wallets',
  client_debt: 'Debts of clients',
  client_credit: 'Sales on account',
  bank: 'Bank',
  bank_account: 'Other bank accounts',
  cash: 'Cash',
  gateway: 'Payment gateway',
  gateway_fees: 'Payment gateway fees',
  gateway_tax: 'Tax on payment gateway fees',
  bank_charges: 'Bank charges',
  tax_receivable: 'Income tax deducted by clients',
  sales: 'Sales',
  adjustments: 'Wallet adjustments',
  opening: 'Opening balances',
  suspense: 'Suspense',
  other_account: 'Other accounts',
  payouts_waiting: 'Payouts waiting for approval',
  cheques_in_hand: 'Cheques in hand',
};

export const ACCOUNT_KINDS = Object.keys(DEFAULT_LEDGER_NAMES) as readonly AccountKind[];

/** Kinds whose accounts are named together. Other accounts have names of their own. */
export const NAMED_KINDS = ACCOUNT_KINDS.filter((kind) => kind !== 'other_account');

export type LedgerNames = Readonly<Record<AccountKind, string>>;

/** Returns true if accounts of a kind belong to clients, so that their ledger names may contain {@link CLIENT_NAME}. */
export function isOfClients(kind: AccountKind): boolean {
  return kind.startsWith('client_');
}

/** Finds the name of a posting's account in the accountant's books. */
export function ledgerNameOf(
  names: LedgerNames,
  { account, client, other }: ExportedPosting,
): string {
  return other ?? names[account].replaceAll(CLIENT_NAME, () => client ?? '');
}
