import type { AccountKind } from '../ledger/ledger-account.entity.js';
import type { ExportedPosting } from './export/exported-journal.js';

/** The text in the ledger name of a client's account that the client's name replaces. */
export const CLIENT_NAME = '{client}';

/** The text in the name of a ledger of sales that the tax rate replaces: 18. */
export const RATE = '{rate}';

/**
 * Ledgers of sales vouchers, which this system has no accounts for.
 * - party: a client; its wallet, debts and credit are one ledger
 */
export const SALES_LEDGERS = [
  ...(['party', 'sales_at_rate', 'output_cgst', 'output_sgst', 'output_igst'] as const),
];
export type BookLedger = AccountKind | (typeof SALES_LEDGERS)[number];

/** Default names of accounts in the accountant's books. */
export const DEFAULT_LEDGER_NAMES: Readonly<Record<BookLedger, string>> = {
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
  party: CLIENT_NAME,
  sales_at_rate: `Sales ${RATE} %`,
  output_cgst: 'Output CGST',
  output_sgst: 'Output SGST',
  output_igst: 'Output IGST',
};

const BOOK_LEDGERS = Object.keys(DEFAULT_LEDGER_NAMES) as readonly BookLedger[];
export const ACCOUNT_KINDS = BOOK_LEDGERS.filter(
  (kind) => !isOfSales(kind),
) as readonly AccountKind[];

/** Kinds whose accounts are named together. Other accounts have names of their own. */
export const NAMED_KINDS = BOOK_LEDGERS.filter((kind) => kind !== 'other_account');

export type LedgerNames = Readonly<Record<BookLedger, string>>;

/** Returns true if accounts of a kind belong to clients, so that their ledger names may contain {@link CLIENT_NAME}. */
export function isOfClients(kind: BookLedger): boolean {
  return kind.startsWith('client_') || kind === 'party';
}

function isOfSales(kind: BookLedger): boolean {
  return (SALES_LEDGERS as readonly string[]).includes(kind);
}

/** Finds the name of a posting's account in the accountant's books. */
export function ledgerNameOf(
  names: LedgerNames,
  { account, client, other }: ExportedPosting,
): string {
  return other ?? names[account].replaceAll(CLIENT_NAME, () => client ?? '');
}
