import { toDecimalText } from '../../../platform/money.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { ExportedJournal, ExportedPosting } from './journal-export.repository.js';
import { ledgerNameOf, type LedgerNames } from '../ledger-names.js';

export const TALLY_START = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE>
<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>
<BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC>
<REQUESTDATA>
`;

export const TALLY_END = `</REQUESTDATA>
</IMPORTDATA></BODY>
</ENVELOPE>
`;

type VoucherType = 'Receipt' | 'Payment' | 'Contra' | 'Journal';

/**
 * Writes a journal as a voucher of Tally. As in the ledger, debits are negative; Tally calls them "deemed positive".
 * - the remote id makes a second import of the same month change the vouchers instead of adding them again
 */
export function tallyVoucher(journal: ExportedJournal, names: LedgerNames): string {
  const type = voucherType(journal.postings);
  const id = `wholesale-journal-${journal.id}`;
  const date = dateInShop(new Date(journal.at)).replaceAll('-', '');
  const entries = journal.postings.map((posting) => ledgerEntry(posting, names)).join('');
  return (
    '<TALLYMESSAGE xmlns:UDF="TallyUDF">' +
    `<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">` +
    `<DATE>${date}</DATE><EFFECTIVEDATE>${date}</EFFECTIVEDATE><GUID>${id}</GUID>` +
    `<VOUCHERTYPENAME>${type}</VOUCHERTYPENAME><VOUCHERNUMBER>${journal.id}</VOUCHERNUMBER>` +
    (journal.reference === null ? '' : `<REFERENCE>${escaped(journal.reference)}</REFERENCE>`) +
    `<NARRATION>${escaped(narrationOf(journal))}</NARRATION>` +
    `<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>${entries}</VOUCHER></TALLYMESSAGE>\n`
  );
}

/** Picks the type of the voucher: money came into a bank account or cash, left it, or moved between them. */
export function voucherType(postings: readonly ExportedPosting[]): VoucherType {
  const money = postings.filter(({ account }) => isMoney(account));
  if (money.length === 0) return 'Journal';
  if (money.length === postings.length) return 'Contra';
  const sum = money.reduce((total, { amountMinor }) => total + amountMinor, 0);
  return sum < 0 ? 'Receipt' : 'Payment';
}

function isMoney(account: ExportedPosting['account']): boolean {
  return account === 'bank' || account === 'bank_account' || account === 'cash';
}

function ledgerEntry(posting: ExportedPosting, names: LedgerNames): string {
  const isDebit = posting.amountMinor < 0;
  return (
    `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escaped(ledgerNameOf(names, posting))}</LEDGERNAME>` +
    `<ISDEEMEDPOSITIVE>${isDebit ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE>` +
    `<AMOUNT>${toDecimalText(posting.amountMinor)}</AMOUNT></ALLLEDGERENTRIES.LIST>`
  );
}

function narrationOf({ kind, reversesId, orderNumber, reference, note }: ExportedJournal): string {
  const name = reversesId === null ? kind : `${kind} reversed`;
  return [name, orderNumber, reference, note].filter((part) => part !== null).join(', ');
}

/** Escapes a text for XML in ASCII, for any encoding of the file. Replaces characters that XML 1.0 cannot contain. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']|[^\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);
}
