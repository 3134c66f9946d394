import { identifierOf } from '../../../src/money/bank/lines/bank-reference.js';
import { accountNumberIn } from '../../../src/money/bank/statement-file/labels.js';
import {
  ownIdentifiersIn,
  transferNumberIn,
} from '../../../src/money/bank/statement-file/identifiers.js';
import { readStatement } from '../../../src/money/bank/statement-file/read-statement.js';
import { workbook } from '../../support/shop/supplier-file.js';

const NEFT = 'SBIN426012345678';
const RRN = '432112345678';

describe('identifiers', () => {
  const of = async (description: string, reference = '', own = ''): Promise<string[]> => {
    const { lines } = await readStatement(
      Buffer.from(`Date,Description,Ref No,Credit\n1/11/2026,"${description}","${reference}",5\n`),
      { own: ownIdentifiersIn(own) },
    );
    return lines[0]!.identifiers;
  };
  it.each([
    ['NEFT CR-SBIN0001234-BHARAT ENTERPRISES-CL000013', '', []],
    ['NEFT-sbin426012345678/432112345678:N123456789012345', '', [NEFT, RRN, 'N123456789012345']],
    ['43211234567 4321123456789 SBIN4260123456789 9876543210@ybl', '', []],
    ['', ' utr-2026/0042 ', ['UTR-2026/0042']],
    ['', 'ENTERPRISES', []],
    ['', 'SBIN0001234', []],
    ['', '000501', ['000501']],
    ['', '0000000000034177', ['0000000000034177', '034177']],
    ['BY CLG/000034177/HDFC', '', ['034177']],
    ['', '0000000000000000', []],
    ['', 'UPI-432112345678', ['UPI-432112345678', RRN]],
    ['NEFT CR SBIN426012345678. KAVERI', '432112345678.', [RRN, NEFT]],
    ["'SBIN426012345678'", '#432112345678', [RRN, NEFT]],
    ['="SBIN426012345678"', '', [NEFT]],
    ['UPI +919876543210 919876543210@ybl', '', []],
    ['UPI CR 432112\n345678 KAVERI', '', [RRN]],
    ['IMPS 4321 1234 5678 25/11/2026', '', [RRN]],
    ['IMPS-4321-1234-5678-ASHA', '', [RRN]],
    ['UTR432112345678/NEFTSBIN426012345678', '', [RRN, NEFT]],
    ['NEFT SBIN42601\n2345678', '', [NEFT]],
    ['NEFT SBIN0001234 12345 20261125 4321 UPI 98765 43210', '', []],
  ])(
    'the identifiers of %j with the reference %j are %j',
    async (description, reference, expected) => {
      expect(await of(description, reference)).toEqual(expected);
    },
  );

  it('leave out those of the wholesaler', async () => {
    const own = 'Indigo\nA/c 5010 0012 3456, IFSC HDFC0000240';
    expect(await of('NEFT-501000123456-432112345678', '501000123456', own)).toEqual([RRN]);
  });

  it('exclude rounded numbers of spreadsheets', async () => {
    const file = workbook([
      ['Date', 'Ref No', 'Credit'],
      ['1/11/2026', 432_112_345_678, 5],
      ['1/11/2026', 4_321_123_456_789_012_000, 5],
    ]);
    const { lines } = await readStatement(file);
    expect(lines.map(({ identifiers }) => identifiers)).toEqual([[RRN], []]);
  });
});

it.each([
  (number: string) => `${number.slice(0, 5)}\u00a0${number.slice(5)}`,
  (number: string) => `${number.slice(0, 6)}\u034f\u3164${number.slice(6)}`,
  (number: string) => number.replace(/\d/g, (one) => String.fromCodePoint(0x966 + Number(one))),
  (number: string) => number.replace(/\d/g, (one) => String.fromCodePoint(0xff10 + Number(one))),
  (number: string) => `UTR${number}`,
  (number: string) => `utr${number.toLowerCase()}neft`,
  (number: string) => `neft utr no. ${number.toLowerCase()}`,
  (number: string) => `UPI/${number}`,
  (number: string) => `IMPS/P2A/${number}/KAVERI`,
  (number: string) => `${number}.`,
  (number: string) => `${number}.0`,
  (number: string) => number.replace(/^(?=\d)/, '0000'),
  (number: string) => number.replace(/(\d{4})(?=\d{4})/g, '$1-'),
])('the number of a transfer is found in any spelling: %s', (typed) => {
  expect([NEFT, RRN].map((number) => transferNumberIn(typed(number)))).toEqual([NEFT, RRN]);
});

it.each([
  [`UTR ${NEFT}`, NEFT],
  [`UPI ${RRN} Asha`, RRN],
  ['HDFCN–52026112101', 'HDFCN52026112101'],
  [`${NEFT} ${RRN}`, null],
  ['Invoice 17', null],
  [`${RRN.slice(0, 8)} ${RRN.slice(8)}`, RRN],
  ['43211234-1936', '432112341936'],
  ['43211234-2036', null],
  ['432112-251126', null],
  ['4321 1234-2036', '432112342036'],
])('the number of a transfer in %j is %s', (reference, expected) => {
  expect(transferNumberIn(reference)).toBe(expected);
});

it.each([
  ['12345', '012345'],
  ['123456', '123456'],
  ['1234567', '1234567'],
])('a cheque %s stands as %s in a statement', (reference, expected) => {
  expect(identifierOf({ source: 'other', method: 'cheque', reference })).toBe(expected);
});

it.each([
  [['INDIGO WHOLESALE', '', 'Account No :', '50100012345678'], '5678'],
  [['Account Number', '000405012345 ( INR )  - INDIGO WHOLESALE'], '2345'],
  [['Account Number    :', '_00000012345678901'], '8901'],
  [['Statement of Account No - 923010008070086 for the period (From : 01-11-2026)'], '0086'],
  [['A/C NO: XXXXXXXX4321'], '4321'],
  [['Account No.', 1234567890], '7890'],
  [['Account No : 5010 0099 9943 22'], '4322'],
  [['Account Number: 50-1000-9999-22'], '9922'],
  [['Account No 501000999922 01/11/2026 to 30/11/2026'], '9922'],
  [['Account holder: Asha'], null],
  [['Account No: none'], null],
  [['Statement of account 01-11-2026 to 30-11-2026', 'MICR 560240002'], null],
  [['Customer No : 123456789', 'Account Opened : 01/02/2019'], null],
])('the account number above a statement of %j is %s', (cells, last4) => {
  expect(accountNumberIn([[''], cells])).toBe(last4);
});
