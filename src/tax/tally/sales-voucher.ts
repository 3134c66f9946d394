import { isOfClients, RATE, type LedgerNames } from '../../money/books/ledger-names.js';
import {
  frameOf,
  voucherType,
  type Voucher,
  type VoucherEntry,
} from '../../money/books/export/tally-xml.js';
import type {
  ExportedJournal,
  ExportedPosting,
} from '../../money/books/export/exported-journal.js';
import type { DocumentContent, DocumentLine } from '../documents/document-content.js';

/** Finds the names of ledgers in the accountant's books. */
export interface Ledgers {
  names: LedgerNames;
  /** Ledgers of clients by id. */
  parties: ReadonlyMap<number, string>;
}

/** Makes a document a voucher: a sale, or a credit note, whose amounts have the other sign. */
export function documentVoucher(document: DocumentContent, { names, parties }: Ledgers): Voucher {
  const isNote = document.kind === 'credit_note';
  const sign = isNote ? -1 : 1;
  const party = partyOf(parties, document.recipient.client_id);
  const { recipient, place_of_supply: place } = document;
  const corrected = new Set(document.lines.flatMap(({ credits }) => credits?.number ?? []));
  return {
    id: `wholesale-document-${document.number}`,
    type: isNote ? 'Credit Note' : 'Sales',
    day: document.issued_on,
    number: document.number,
    reference: isNote ? [...corrected].join(', ') : document.order_number,
    narration: [
      ...[document.order_number, document.store_order_id, document.reason],
      ...(isNote ? [`corrects ${[...corrected].join(', ')}`] : []),
    ]
      .filter((part) => part !== null)
      .join(', '),
    fields: [
      ['PARTYLEDGERNAME', party],
      ...(recipient.gstin === null ? [] : ([['PARTYGSTIN', recipient.gstin]] as const)),
      ['GSTREGISTRATIONTYPE', recipient.gstin === null ? 'Unregistered' : 'Regular'],
      ['STATENAME', place.name],
      ['PLACEOFSUPPLY', place.name],
    ],
    entries: withoutZeros([
      { ledger: party, amountMinor: -sign * document.total_minor, isParty: true },
      ...salesEntries(document.lines, names, sign),
      { ledger: names.output_cgst, amountMinor: sign * document.cgst_minor },
      { ledger: names.output_sgst, amountMinor: sign * document.sgst_minor },
      { ledger: names.output_igst, amountMinor: sign * document.igst_minor },
    ]),
  };
}

/**
 * Makes a journal a voucher of money. All accounts of a client are one ledger.
 *
 * @returns null if the journal moves money within that ledger only, such as the payment of an order by a wallet
 */
export function moneyVoucher(journal: ExportedJournal, ledgers: Ledgers): Voucher | null {
  if (journal.postings.every(isInner)) return null;
  const entries = new Map<string, VoucherEntry>();
  for (const posting of journal.postings) {
    const ledger = ledgerOf(posting, ledgers);
    const amountMinor = (entries.get(ledger)?.amountMinor ?? 0) + posting.amountMinor;
    entries.set(ledger, { ledger, amountMinor, isParty: isOfClients(posting.account) });
  }
  const type = voucherType(journal.postings);
  return { ...frameOf(journal), type, entries: withoutZeros([...entries.values()]) };
}

/** Names the ledger of sales at a tax rate. @param rateBp basis points */
export function salesLedger(names: LedgerNames, rateBp: number): string {
  return names.sales_at_rate.replaceAll(RATE, String(rateBp / 100));
}

/** Sums lines by rate and HSN code, without tax. */
function salesEntries(
  lines: readonly DocumentLine[],
  names: LedgerNames,
  sign: 1 | -1,
): VoucherEntry[] {
  const sums = new Map<string, { rateBp: number; hsn: string; amountMinor: number }>();
  for (const { rate_bp: rateBp, hsn, taxable_minor: taxable } of lines) {
    const key = `${rateBp} ${hsn}`;
    const amountMinor = (sums.get(key)?.amountMinor ?? 0) + sign * taxable;
    sums.set(key, { rateBp, hsn, amountMinor });
  }
  return [...sums.values()]
    .sort((a, b) => a.rateBp - b.rateBp || (a.hsn < b.hsn ? -1 : 1))
    .map(({ rateBp, hsn, amountMinor }) => ({
      ledger: salesLedger(names, rateBp),
      amountMinor,
      hsn,
    }));
}

/** Returns true for postings that move money between a client and its orders. */
function isInner({ account }: ExportedPosting): boolean {
  return account === 'sales' || isOfClients(account);
}

function ledgerOf({ account, owner, other }: ExportedPosting, { names, parties }: Ledgers): string {
  return isOfClients(account) ? partyOf(parties, owner!) : (other ?? names[account]);
}

function partyOf(parties: ReadonlyMap<number, string>, clientId: number): string {
  const party = parties.get(clientId);
  if (party === undefined) throw new Error(`client ${clientId} has no ledger`);
  return party;
}

function withoutZeros(entries: readonly VoucherEntry[]): VoucherEntry[] {
  return entries.filter(({ amountMinor }) => amountMinor !== 0);
}
