import { dayText } from '../../../platform/figures.js';
import { toDecimalText } from '../../../platform/money.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { ExportedJournal, ExportedPosting } from './exported-journal.js';
import { ledgerNameOf, type LedgerNames } from '../ledger-names.js';

/** A voucher of Tally. Amounts are in minor units; negative: a debit, as in the ledger. */
export interface Voucher {
  /** Makes a second import change the voucher instead of adding it again. */
  id: string;
  type: string;
  /** YYYY-MM-DD. */
  day: string;
  number: string;
  reference: string | null;
  narration: string;
  /** Further elements, such as `['PARTYLEDGERNAME', 'Asha Stores']`. */
  fields?: readonly (readonly [tag: string, text: string])[];
  entries: readonly VoucherEntry[];
}

export interface VoucherEntry {
  ledger: string;
  amountMinor: number;
  /** The client of the voucher. */
  isParty?: boolean;
  hsn?: string;
}

/** The beginning of a file for Tally. @param report `Vouchers`, or `All Masters` for ledgers */
export const tallyStart = (report: 'Vouchers' | 'All Masters'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE>
<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>
<BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>${report}</REPORTNAME></REQUESTDESC>
<REQUESTDATA>
`;

export const TALLY_END = `</REQUESTDATA>
</IMPORTDATA></BODY>
</ENVELOPE>
`;

/** Writes one element of a file for Tally. @param content XML */
export function tallyMessage(content: string): string {
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF">${content}</TALLYMESSAGE>\n`;
}

/** Writes an element with a text. */
export function tallyField(tag: string, text: string): string {
  return `<${tag}>${escaped(text)}</${tag}>`;
}

/** Writes a voucher. Tally calls its debits "deemed positive", and their amounts are negative. */
export function voucherXml({
  id,
  type,
  number,
  fields = [],
  entries,
  ...voucher
}: Voucher): string {
  const date = voucher.day.replaceAll('-', '');
  return tallyMessage(
    `<VOUCHER REMOTEID="${escaped(id)}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
      `<DATE>${date}</DATE><EFFECTIVEDATE>${date}</EFFECTIVEDATE>${tallyField('GUID', id)}` +
      `<VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>${tallyField('VOUCHERNUMBER', number)}` +
      (voucher.reference === null ? '' : tallyField('REFERENCE', voucher.reference)) +
      fields.map(([tag, text]) => tallyField(tag, text)).join('') +
      `${tallyField('NARRATION', voucher.narration)}<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>` +
      `${entries.map(entryXml).join('')}</VOUCHER>`,
  );
}

/**
 * Makes a journal a voucher for auditors. Its type is not one of Tally's own: an import next to vouchers of sales would count
 * each sale twice.
 */
export function journalVoucher(journal: ExportedJournal, names: LedgerNames): Voucher {
  return {
    ...frameOf(journal),
    type: `WSO ${voucherType(journal.postings)}`,
    entries: journal.postings.map((posting) => ({
      ledger: ledgerNameOf(names, posting),
      amountMinor: posting.amountMinor,
    })),
  };
}

/** All of a journal's voucher but its type and entries. */
export function frameOf(journal: ExportedJournal): Omit<Voucher, 'type' | 'entries'> {
  const { id, at, kind, reversesId, orderNumber, reference, note, bankDay } = journal;
  const day = dateInShop(new Date(at));
  const ofBank = bankDay === null || bankDay === day ? null : `bank's day ${dayText(bankDay)}`;
  const name = reversesId === null ? kind : `${kind} reversed`;
  return {
    id: `wholesale-journal-${id}`,
    day,
    number: String(id),
    reference,
    narration: [name, orderNumber, reference, ofBank, note]
      .filter((part) => part !== null)
      .join(', '),
  };
}

/** Picks the type of the voucher: money came into a bank account or cash, left it, or moved between them. */
export function voucherType(
  postings: readonly ExportedPosting[],
): 'Receipt' | 'Payment' | 'Contra' | 'Journal' {
  const money = postings.filter(({ account }) => isMoney(account));
  if (money.length === 0) return 'Journal';
  if (money.length === postings.length) return 'Contra';
  const sum = money.reduce((total, { amountMinor }) => total + amountMinor, 0);
  return sum < 0 ? 'Receipt' : 'Payment';
}

function isMoney(account: ExportedPosting['account']): boolean {
  return account === 'bank' || account === 'bank_account' || account === 'cash';
}

function entryXml({ ledger, amountMinor, isParty = false, hsn }: VoucherEntry): string {
  return (
    `<ALLLEDGERENTRIES.LIST>${tallyField('LEDGERNAME', ledger)}` +
    (hsn === undefined ? '' : tallyField('GSTHSNNAME', hsn)) +
    `<ISDEEMEDPOSITIVE>${amountMinor < 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE>` +
    (isParty ? '<ISPARTYLEDGER>Yes</ISPARTYLEDGER>' : '') +
    `<AMOUNT>${toDecimalText(amountMinor)}</AMOUNT></ALLLEDGERENTRIES.LIST>`
  );
}

/** Escapes a text for XML in ASCII, for any encoding of the file. Replaces characters that XML 1.0 cannot contain. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']|[^\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);
}
