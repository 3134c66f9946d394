import type { ExportedJournal, ExportedPosting } from './exported-journal.js';
import { DEFAULT_LEDGER_NAMES } from '../ledger-names.js';
import { journalVoucher, voucherType, voucherXml } from './tally-xml.js';

type Line = [account: ExportedPosting['account'], amountMinor: number];

const postings = (...lines: Line[]): ExportedPosting[] =>
  lines.map(([account, amountMinor], index) => ({
    line: index + 1,
    account,
    amountMinor,
    owner: null,
    balanceAfter: null,
    other: null,
    sealed: { account, owner: null },
    client: account.startsWith('client_') ? 'Asha & "Sons" <Pune>' : null,
  }));

const journal = (fields: Partial<ExportedJournal>): ExportedJournal => ({
  id: 4711,
  at: '2026-11-21T18:30:00.000001Z',
  kind: 'receipt',
  key: 'receipt:12',
  orderId: null,
  orderNumber: null,
  receiptId: 12,
  reversesId: null,
  reference: 'UTR-1',
  bankDay: null,
  actor: 'operator',
  note: null,
  requestId: null,
  postings: postings(['bank', -50_000], ['client_wallet', 50_000]),
  ...fields,
});

const tallyOf = (...[of, names]: Parameters<typeof journalVoucher>) =>
  voucherXml(journalVoucher(of, names));

describe('a voucher for Tally', () => {
  it('has debits as negative amounts that are deemed positive, on the day in India', () => {
    const xml = tallyOf(journal({}), DEFAULT_LEDGER_NAMES);
    expect(xml).toBe(
      '<TALLYMESSAGE xmlns:UDF="TallyUDF">' +
        '<VOUCHER REMOTEID="wholesale-journal-4711" VCHTYPE="WSO Receipt" ACTION="Create" OBJVIEW="Accounting Voucher View">' +
        '<DATE>20261122</DATE><EFFECTIVEDATE>20261122</EFFECTIVEDATE><GUID>wholesale-journal-4711</GUID>' +
        '<VOUCHERTYPENAME>WSO Receipt</VOUCHERTYPENAME><VOUCHERNUMBER>4711</VOUCHERNUMBER><REFERENCE>UTR-1</REFERENCE>' +
        '<NARRATION>receipt, UTR-1</NARRATION><PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW>' +
        '<ALLLEDGERENTRIES.LIST><LEDGERNAME>Bank</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE>' +
        '<AMOUNT>-500.00</AMOUNT></ALLLEDGERENTRIES.LIST>' +
        '<ALLLEDGERENTRIES.LIST><LEDGERNAME>Client wallets</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE>' +
        '<AMOUNT>500.00</AMOUNT></ALLLEDGERENTRIES.LIST>' +
        '</VOUCHER></TALLYMESSAGE>\n',
    );
  });

  it("says the bank's day if the bank moved the money on another one", () => {
    const narrationOf = (bankDay: string): string =>
      journalVoucher(journal({ bankDay, note: 'INT.PD' }), DEFAULT_LEDGER_NAMES).narration;
    expect(narrationOf('2026-10-30')).toBe("receipt, UTR-1, bank's day 30 Oct 2026, INT.PD");
    expect(narrationOf('2026-11-22')).toBe('receipt, UTR-1, INT.PD');
  });

  it('is ASCII, regardless of what names and notes contain', () => {
    const names = { ...DEFAULT_LEDGER_NAMES, client_wallet: '{client} (wallet)' };
    const note = '\u0936\u094d ]]> \u2028\u0001\ufffe\ud800 $& 😀';
    const xml = tallyOf(journal({ note }), names);
    expect(xml).toContain(
      '<LEDGERNAME>Asha &#38; &#34;Sons&#34; &#60;Pune&#62; (wallet)</LEDGERNAME>',
    );
    expect(xml).toMatch(/^[\n\x20-\x7e]+$/);
    expect(xml).toContain(']]&#62; &#8232;&#65533;&#65533;&#65533; $&#38; &#128512;');
  });

  it.each<[string, ...Line[]]>([
    ['Receipt', ['cash', -5], ['client_wallet', 5]],
    ['Payment', ['client_wallet', -5], ['bank_account', 5]],
    ['Contra', ['bank', -5], ['cash', 5]],
    ['Receipt', ['bank', -90], ['gateway_fees', -8], ['gateway_tax', -2], ['gateway', 100]],
    ['Journal', ['gateway', -5], ['client_wallet', 5]],
    ['Journal', ['client_wallet', -5], ['sales', 5]],
  ])('is a %s for %j', (type, ...lines) => {
    expect(voucherType(postings(...lines))).toBe(type);
  });
});
