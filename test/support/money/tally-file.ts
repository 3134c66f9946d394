import { execFileSync } from 'node:child_process';

/** Prints the vouchers of a file for Tally as JSON, read by a strict parser. */
const READ_VOUCHERS = `
import json, sys, xml.etree.ElementTree as tree
data = tree.parse(sys.stdin.buffer).getroot()
assert data.tag == 'ENVELOPE' and data.find('HEADER/TALLYREQUEST').text == 'Import Data'
assert data.find('BODY/IMPORTDATA/REQUESTDESC/REPORTNAME').text == 'Vouchers'
text = lambda node, tag: node.findtext(tag)
print(json.dumps([{
  'id': v.get('REMOTEID'), 'type': v.get('VCHTYPE'), 'date': text(v, 'DATE'), 'number': text(v, 'VOUCHERNUMBER'),
  'reference': text(v, 'REFERENCE'), 'party': text(v, 'PARTYLEDGERNAME'), 'narration': text(v, 'NARRATION'),
  'entries': [[text(e, 'LEDGERNAME'), text(e, 'ISDEEMEDPOSITIVE'), text(e, 'AMOUNT')] for e in v.findall('ALLLEDGERENTRIES.LIST')],
} for v in data.findall('BODY/IMPORTDATA/REQUESTDATA/TALLYMESSAGE/VOUCHER')]))`;

/** Prints the names and groups of ledgers. */
const READ_LEDGERS = `
import json, sys, xml.etree.ElementTree as tree
data = tree.parse(sys.stdin.buffer).getroot()
print(json.dumps([[l.get('NAME'), l.findtext('PARENT')] for l in data.iter('LEDGER')]))`;

export interface Voucher {
  id: string;
  type: string;
  date: string;
  number: string;
  reference: string | null;
  party: string | null;
  narration: string;
  entries: [ledger: string, isDebit: string, amount: string][];
}

export function readVouchers(xml: string): Voucher[] {
  return read(READ_VOUCHERS, xml) as Voucher[];
}

export function readLedgers(xml: string): [name: string, group: string][] {
  return read(READ_LEDGERS, xml) as [string, string][];
}

function read(script: string, input: string): unknown {
  const printed = execFileSync('python3', ['-c', script], { input, maxBuffer: 100_000_000 });
  return JSON.parse(printed.toString());
}
