import { strToU8, zipSync } from 'fflate';
import { readStatement } from '../../../src/money/bank/statement-file/read-statement.js';
import { UnreadableFile } from '../../../src/platform/table-file/limits.js';
import type { Statement } from '../../../src/money/bank/statement-file/types.js';
import { csvText, utf16, withSheet, workbook } from '../../support/shop/supplier-file.js';

const MIB = 1024 * 1024;
const ROWS = [
  ['Date', 'Description', 'Credit'],
  ['21/11/2026', 'NEFT', '5.00'],
];
const BOOK = workbook(ROWS);
const ROWS_WITHOUT_END = `${'<row/>'.repeat(30_000)}</sheetData>`;
const CELLS_WITHOUT_END = `${'<c><v>1</v></c>'.repeat(200)}</row>`;
const changed = (from: string | RegExp, to: string): Buffer =>
  withSheet(BOOK, (sheet) => sheet.replace(from, to));
/** Writes another cell of the amount. */
const withAmount = (cell: string): Buffer => changed(/<c r="C2".*?<\/c>/, cell);

/** Changes the sizes that an archive states for its files. */
function lying(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (bytes.readUInt32LE(at) === 0x02014b50) bytes.writeUInt32LE(10, at + 24);
    if (bytes.readUInt32LE(at) === 0x04034b50) bytes.writeUInt32LE(10, at + 22);
  }
  return bytes;
}

const xml = (element: string): string => `<?xml version="1.0"?>\n<${element}>`;
const bomb = () => withSheet(BOOK, (sheet) => sheet, { 'xl/bomb.xml': new Uint8Array(33 * MIB) });
const refusal = async (bytes: Buffer) => readStatement(bytes).catch((error: unknown) => error);

describe('a file that is not a statement', () => {
  it.each<[string, () => Buffer, string]>([
    ['nothing', () => Buffer.from(''), 'empty'],
    ['NUL', () => Buffer.from('Date,Credit\n21/11/2026,\0\0\n'), 'Line 2 has a zero byte'],
    ['bytes', () => Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256)), ''],
    ['a web page', () => Buffer.from('\n<html><table><tr><td>Date'), 'web page'],
    ['a PDF', () => Buffer.from('%PDF-1.7'), 'PDF'],
    ['MT940', () => Buffer.from(':20:STMT1\n:25:50100\n:28C:1/1\n:60F:C261119INR1,00'), 'an MT940'],
    ['OFX', () => Buffer.from('OFXHEADER:100\nDATA:OFXSGML\n<OFX>'), 'an OFX statement'],
    [
      'OFX in XML',
      () => Buffer.from('<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>'),
      'an OFX',
    ],
    ['QIF', () => Buffer.from('!Type:Bank\nD11/21/2026\nT5.00\n^'), 'a QIF statement'],
    [
      'CAMT',
      () => Buffer.from(xml('Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"')),
      'a CAMT',
    ],
    [
      'an XML Spreadsheet',
      () => Buffer.from(xml('?mso-application progid="Excel.Sheet"?')),
      '2003',
    ],
    ['XHTML', () => Buffer.from(xml('html xmlns="http://www.w3.org/1999/xhtml"')), 'a web page'],
    ['XML', () => Buffer.from(xml('statement')), 'an XML file'],
    ['an old workbook', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'password'],
    ['an open quote', () => Buffer.from('Date,Credit\n"21/11/2026,5'), 'never closed'],
    ['many rows', () => Buffer.from('Date,Credit\n'.repeat(20_001)), 'more than 20000 rows'],
    ['a wide row', () => Buffer.from(`Date,Credit\n${','.repeat(MIB)}`), 'at most 100'],
    ['a long cell', () => Buffer.from(`Date,Credit\n${'1 '.repeat(MIB)}`), 'at most 32767'],
    ['a broken archive', () => BOOK.subarray(0, 400), 'damaged'],
    ['no workbook in the archive', () => Buffer.from(zipSync({ a: strToU8('b') })), '.ods'],
    ['a zip bomb', bomb, 'too large'],
    ['a zip bomb that states a small size', () => lying(bomb()), 'too large'],
    ['a far column', () => changed('"C2"', '"XFD2"'), 'too large'],
    ['a far row', () => changed('row r="2"', 'row r="9999999"'), 'too large'],
    ['a row number in a float', () => changed('row r="2"', "row r='9e9'"), 'damaged'],
    ['a row number in spaces', () => changed('row r="2"', 'row r = " 999999999"'), 'damaged'],
    ['rows without end', () => changed('</sheetData>', ROWS_WITHOUT_END), 'too large'],
    ['cells without end', () => changed('</row>', CELLS_WITHOUT_END), 'too large'],
  ])('is refused: %s', async (_, file, message) => {
    const error = await refusal(file());
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
  });

  it.each([
    ['no columns', 'a,b\n1,2\n', 'No column has the date'],
    ['a date only', 'Date,Description\n21/11/2026,b\n', 'No column has amounts'],
  ])('is refused although it is a table: %s', async (_, file, message) => {
    expect(await refusal(Buffer.from(file))).toMatchObject({
      code: 'import_refused',
      message: expect.stringContaining(message),
    });
  });
});

describe('a statement with strange bytes', () => {
  const text = csvText(ROWS, '\t');
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', utf16(text)],
    ['UTF-16, big endian', utf16(text, 'be')],
    ['UTF-16 without a mark', utf16(text).subarray(2)],
    ['an Excel workbook', BOOK],
  ])('is read: %s', async (_, bytes) => {
    const { lines } = await readStatement(bytes);
    expect(lines).toMatchObject([{ valueDate: '2026-11-21', amountMinor: 500 }]);
  });

  it('has no line without its reference, which Excel has shortened', async () => {
    const rows = [
      ['Date', 'Description', 'UTR', 'Credit'],
      ['21/11/2026', 'NEFT', '1.49E+12', '5.00'],
      ['21/11/2026', 'NEFT', 'HDFCN520261121001', '6.00'],
    ];
    const { lines, unreadableRows } = await readStatement(Buffer.from(csvText(rows, ',')));
    expect(lines).toMatchObject([{ amountMinor: 600 }]);
    expect(unreadableRows).toEqual([
      { rowNumber: 2, problem: expect.stringMatching(/1\.49E\+12.*UTR.*has lost its digits/) },
    ]);
  });

  it('is not read as 1.00 where 1,00,000.00 has no quotation marks', async () => {
    const header = 'Date,Description,Credit,Balance,';
    const rows = ['21/11/2026,NEFT,1,00,000.00,1,00,000.00', '22/11/2026,NEFT,5.00,100005.00,'];
    const { lines, unreadableRows } = await read([header, ...rows].join('\n'));
    expect(lines).toMatchObject([{ valueDate: '2026-11-22', amountMinor: 500 }]);
    const problem =
      'has "000.00" after the last column, expected 4 cells: an amount with commas needs quotation marks';
    expect(unreadableRows).toEqual([{ rowNumber: 2, problem }]);
  });

  it('keeps the errors of formulas in a workbook, which would otherwise be empty cells', async () => {
    const failed = withAmount('<c r="C2" t="e"><v>#REF!</v></c>');
    const { lines, unreadableRows } = await readStatement(failed);
    expect(lines).toEqual([]);
    expect(unreadableRows).toMatchObject([
      { rowNumber: 2, problem: expect.stringContaining('"#REF!" in the column Credit') },
    ]);
  });

  it.each([
    '<c r="C2" s="1"><f>2+3</f></c>',
    '<c r="C2"><f>2+3</f><v/></c>',
    '<c r="C2" s="1"><f t="shared" si="0"/><v></v></c>',
    '<c r="C2" s="1" t="n"><f>2+3</f></c>',
    `<c t='n' r="C2"><f>2+3</f><v xml:space="preserve"></v></c>`,
    '<c r="C2">\n  <f>2+3</f>\n  <v>\n</v>\n</c>',
  ])('reports a formula that no program has calculated: %s', async (cell) => {
    const { lines, unreadableRows } = await readStatement(withAmount(cell));
    expect(lines).toEqual([]);
    expect(unreadableRows).toMatchObject([
      { rowNumber: 2, problem: expect.stringContaining('"#VALUE!" in the column Credit') },
    ]);
  });

  it.each([
    ['a formula with a value', '<c r="C2"><f>2+3</f><v>5</v></c>', [{ amountMinor: 500 }]],
    ['a formula with a number', '<c r="C2" t="n"><f>2+3</f> <v>5</v></c>', [{ amountMinor: 500 }]],
    [
      'a section',
      '<!--<![CDATA[--><c r="C2" t="str"><v><![CDATA[5]]></v></c>',
      [{ amountMinor: 500 }],
    ],
    ['a formula that results in no text', '<c r="C2" t="str"><f>B2</f><v></v></c>', []],
  ])('reads %s', async (_, cell, expected) => {
    const { lines, unreadableRows } = await readStatement(withAmount(cell));
    expect(lines).toMatchObject(expected);
    expect(JSON.stringify(unreadableRows)).not.toContain('#VALUE!');
  });

  it('has only texts that can be stored, or the row is reported', async () => {
    const escapes = await readStatement(changed('NEFT', 'A_x0000__xD800_B'));
    expect(escapes.lines[0]!.description).toBe('A \uFFFDB');
    const section = await readStatement(changed('NEFT', '<![CDATA[A<&amp;B]]>'));
    expect(section.lines[0]!.description).toBe('A<&amp;B');
    const long = Buffer.from(`Date,Description,Credit\n21/11/2026,${'x'.repeat(1_001)},5\n`);
    expect((await readStatement(long)).unreadableRows).toMatchObject([{ rowNumber: 2 }]);
  });
});

const told = ({ lines }: Statement): string[] =>
  lines.map(({ direction, amountMinor }) => `${direction} ${amountMinor}`);
const read = (text: string): Promise<Statement> => readStatement(Buffer.from(text));

describe('rows that people and spreadsheets have corrupted', () => {
  it('are listed where a number or the error of a formula leaves its meaning open', async () => {
    const rows = [
      'Date,Narration,Ref,Withdrawal,Deposit,Balance',
      '1/11/2026,A,1001,,1.000,',
      '1/11/2026,B,1002,,#REF!,',
      '1/11/2026,C,1003,#N/A,,',
      '#VALUE!,D,1004,,5.00,',
      '#REF!,,,#REF!,#REF!,',
      '1/11/2026,E,1005,,"1.000,00",',
      '1/11/2026,F,1006,,"1,000",',
      '1/11/2026,G,1007,,1000.000,',
      'Total,,,#N/A,#N/A,',
    ];
    const { lines, unreadableRows, ignoredRows } = await read(rows.join('\n'));
    expect(unreadableRows.map(({ rowNumber, problem }) => `${rowNumber} ${problem}`)).toEqual([
      '2 has the amount "1.000", which may be in thousands: expected two decimals after a point, as 1000.00',
      '3 has the error "#REF!" in the column Deposit: correct the formula',
      '4 has the error "#N/A" in the column Withdrawal: correct the formula',
      '5 has the error "#VALUE!" in the column Date: correct the formula',
      '6 has the error "#REF!" in the column Date: correct the formula',
      '7 has an amount that cannot be read: "1.000,00"',
    ]);
    const told = lines.map(({ reference, amountMinor }) => `${reference} ${amountMinor}`);
    expect(told).toEqual(['1006 100000', '1007 100000']);
    expect(ignoredRows).toEqual([{ rowNumber: 10, reason: 'is a total' }]);
  });

  it('are listed where commas divide an amount into cells', async () => {
    const header = 'Date,Narration,Ref,Withdrawal,Deposit,Balance';
    const rows = [
      '1/11/2026,A,1001,,5,000.00,',
      '1/11/2026,B,1002,,5,250,',
      '1/11/2026,C,1003,1,00,000.00',
      '1/11/2026,D,1004,,5.00,',
      '1/11/2026,E,1005,,5,250.00',
      '1/11/2026,F,1006,7.50,,',
    ];
    const first = await read([header, ...rows].join('\n'));
    expect(first.unreadableRows.map((row) => `${row.rowNumber} ${row.problem}`)).toEqual([
      '2 has 5,000.00 in separate cells: an amount with commas needs quotation marks',
      '3 has 5,250 in separate cells: an amount with commas needs quotation marks',
      '4 has 1,00,000.00 in separate cells: an amount with commas needs quotation marks',
    ]);
    expect(told(first)).toEqual(['in 500', 'in 500', 'out 750']);
    // Every row ends with a comma, and the header does not.
    const wide = ['1/11/2026,A,1001,,5,000.00,', '2/11/2026,B,1002,,500,900,'];
    const second = await read([header, ...wide].join('\n'));
    expect(second.unreadableRows).toMatchObject([
      { problem: expect.stringContaining('has 5,000.00 in separate cells') },
    ]);
    expect(told(second)).toEqual(['in 50000']);
  });
});
