import fc from 'fast-check';
import { convert, type DuplicateRule } from '../../web/src/catalog-import/convert.js';
import { fieldNamed } from '../../src/platform/table-file/columns.js';
import { fieldsOf } from '../../web/src/catalog-import/fields.js';
import { columnsOf, findHeader } from '../../src/platform/table-file/header.js';
import { UNLIMITED } from '../../src/platform/table-file/limits.js';
import { readNumber, recognizeDecimalSign } from '../../src/platform/table-file/numbers.js';
import { readCell } from '../../web/src/catalog-import/read-cell.js';
import { readTable, type Table } from '../../src/platform/table-file/read-table.js';
import {
  csvText,
  utf16,
  windows1252,
  workbook,
  type SupplierCell,
} from '../support/shop/supplier-file.js';

const read = (bytes: Buffer): Promise<Table> => readTable(new Uint8Array(bytes), {}, UNLIMITED);

const amount = fc.integer({ min: 0, max: 999_999_999 }).map((paise) => paise / 100);
const decoration = fc.constantFrom(
  (text: string) => text,
  (text: string) => `₹ ${text}`,
  (text: string) => `Rs. ${text}/-`,
  (text: string) => `INR ${text}`,
  (text: string) => ` ${text} €`,
);
const STYLES = { '.': ['en-IN', 'en-US'], ',': ['de-DE', 'es-ES'] } as const;

describe('a number of a supplier', () => {
  it.each<[string, string | null]>([
    ['₹ 1,23,456.00', '123456'],
    ['1.234,56', '1234.56'],
    ['-', null],
    ['–', null],
    ['n/a', null],
    ['', null],
    ['Rs. 1,500/-', '1500'],
    ['1 234,50', '1234.5'],
    ["1'234.50", '1234.5'],
    ['12,5', '12.5'],
    ['1,234', '1234'],
    ['0.125', '0.125'],
    ['.5', '0.5'],
    ['007', '7'],
    ['-5', '-5'],
    ['(12.50)', '-12.5'],
    ['1.234.567', '1234567'],
  ])('%j is read as %j', (text, value) => {
    expect(readNumber(text, null)).toEqual({ value });
  });

  it.each(['call us', '1.2.3,4', '12-15', '1,2,3', '5 kg', '1.234', '#N/A', '#REF!'])(
    '%j is refused',
    (text) => {
      expect(readNumber(text, null)).toEqual({ problem: expect.stringContaining(text) });
    },
  );

  it.each([
    ['1.234', ',', '1234'],
    ['1.234', '.', '1.234'],
    ['1,234', ',', '1.234'],
  ] as const)('%j is read by the sign %j of the file as %j', (text, sign, value) => {
    expect(readNumber(text, sign)).toEqual({ value });
  });

  it('is read as the same value in every notation', () => {
    fc.assert(
      fc.property(
        amount,
        decoration,
        fc.constantFrom('.' as const, ',' as const),
        fc.boolean(),
        (value, decorated, sign, isFirst) => {
          const locale = STYLES[sign][isFirst ? 0 : 1];
          const text = decorated(
            value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
          );
          expect(recognizeDecimalSign([text, 'Cup', 7])).toBe(sign);
          for (const known of [null, sign]) {
            expect(readNumber(text, known)).toEqual({ value: String(value) });
          }
          expect(readNumber(value, null)).toEqual({ value: String(value) });
        },
      ),
    );
  });

  it('leaves the decimal sign undecided if the numbers are ambiguous', () => {
    expect(recognizeDecimalSign(['1.5', '1,5'])).toBeNull();
    expect(recognizeDecimalSign(['1,234', '12'])).toBeNull();
    expect(recognizeDecimalSign(['1,23,456', '12'])).toBe('.');
  });
});

describe('a cell of a supplier', () => {
  const context = { header: 'Weight', sign: null };
  it.each([
    ['weight', '0.5 kg', '500'],
    ['weight', '250 gm', '250'],
    ['weight', 300, '300'],
    ['percent', '18 %', '18'],
    ['percent', 0.18, '18'],
    ['percent', 0.25, '0.25'],
    ['quantity', '12 pcs', '12'],
    ['quantity', '-', ''],
    ['flag', 'Discontinued', 'false'],
    [
      'images',
      'https://a.example/1.jpg, https://a.example/2.jpg',
      'https://a.example/1.jpg\nhttps://a.example/2.jpg',
    ],
    ['code', 8901234567890, '8901234567890'],
    ['text', ' two\nlines ', 'two lines'],
    ['money', '-', ''],
  ] as const)('a cell of kind %s with %j is read as %j', (kind, cell, value) => {
    expect(readCell(kind, cell, context)).toEqual({ value });
  });

  it.each([
    ['weight', '1,5', { header: 'Weight (kg)', sign: null }, { value: '1500' }],
    [
      'money',
      '1.005',
      { ...context, sign: '.' },
      { problem: '“1.005” must be at most 2 decimals' },
    ],
    ['quantity', '1.5', context, { problem: expect.stringContaining('whole number') }],
    ['text', '#N/A', context, { problem: '“#N/A” is an error of a formula' }],
    ['money', '#DIV/0!', context, { problem: '“#DIV/0!” is an error of a formula' }],
    ['text', '#1 quality!', context, { value: '#1 quality!' }],
    ['flag', 'maybe', context, { problem: expect.stringContaining('neither') }],
    ['code', '8.90123E+12', context, { problem: expect.stringContaining('lost its digits') }],
  ] as const)('a cell of kind %s with %j in %j is read as %j', (kind, cell, where, reading) => {
    expect(readCell(kind, cell, where)).toEqual(reading);
  });
});

const ROWS: SupplierCell[][] = [
  ['Surat Textiles, Café', '', '', ''],
  [],
  ['Item Code', 'Particulars', 'Dealer Rate (Rs)', 'MRP'],
  ['A-1', 'Café cup; large', '1,23,456.00', '-'],
  ['A-2', 'Bowl\n"deep"', '99.50', 120],
];

describe('a file of a supplier', () => {
  const expected = ROWS.map((row) => row.map(String));
  it.each([
    [';', 'windows-1252', windows1252],
    [';', 'utf-16le', (text: string) => utf16(text)],
    ['\t', 'utf-16be', (text: string) => utf16(text, 'be')],
    [',', 'utf-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['\t', 'utf-8', (text: string) => Buffer.from(text)],
  ] as const)(
    'a file with %j between cells in %s is recognized',
    async (separator, encoding, encode) => {
      const { text, rows } = await read(encode(csvText(ROWS, separator)));
      expect(text).toEqual({ encoding, separator });
      expect(rows.map((row) => row.map(String).filter((cell) => cell !== ''))).toEqual(
        expected.map((row) => row.filter((cell) => cell !== '')),
      );
    },
  );

  it('may be an Excel workbook, with the numbers of its rows', async () => {
    const { rows, sheets } = await read(workbook(ROWS));
    expect(sheets).toEqual({ names: ['Prices'], read: 'Prices' });
    expect(rows[2]?.[0]).toBe('Item Code');
    expect(rows[4]).toEqual(ROWS[4]);
  });

  it.each([
    [Buffer.from(''), 'empty'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'xlsx'],
    [Buffer.from('%PDF-1.7'), 'PDF'],
    [Buffer.from('PK\u0003\u0004broken'), 'damaged'],
    [Buffer.from('a,b\n"c,d'), 'quotation mark'],
  ])('is refused with the reason: %j', async (bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});

const GOLD = [{ code: 'gold', name: 'Gold' }];
const fields = fieldsOf(GOLD, { hasCosts: true });

/** Converts rows with the columns that are suggested for them. */
function converted(rows: SupplierCell[][], duplicates: DuplicateRule = 'refuse') {
  const header = findHeader(rows, (name) => fieldNamed(name, fields) !== undefined);
  const columns = columnsOf(rows, header).flatMap((column) => {
    const field = fieldNamed(column.name, fields);
    return field === undefined ? [] : [{ ...column, field }];
  });
  return convert({ rows, header, columns, duplicates, sign: null });
}

describe('a catalog file made from a supplier’s file', () => {
  it('contains the rows of products and names the others', () => {
    const { csv, count, leftOut, duplicates, faults } = converted([
      ['Price list', '', '', ''],
      [],
      ['Item Code', 'Particulars', 'Rate (₹)', 'MRP', 'Gold price'],
      ['Cups', '', '', ''],
      ['=A-1', 'Cup, large', '₹ 1,23,456.00', '499', '-'],
      ['Item Code', 'Particulars', 'Rate (₹)', 'MRP', 'Gold price'],
      ['', 'No code', '5', '', ''],
      ['A-2', 'Bowl', 'call us', '', 99],
      ['', 'Grand Total', '1,23,556.00', '', ''],
      ['Total', '', '', '', ''],
    ]);
    expect(csv.trimEnd().split('\r\n')).toEqual([
      'row,sku,name,base_price,mrp,price:gold',
      `5,'=A-1,"Cup, large",123456,499,`,
      '8,A-2,Bowl,call us,,99',
    ]);
    expect([count, duplicates]).toEqual([2, []]);
    expect(leftOut).toEqual([
      { row: 4, reason: 'is a heading or a note' },
      { row: 6, reason: 'repeats the header' },
      { row: 7, reason: 'has no SKU' },
      { row: 9, reason: 'is a total' },
      { row: 10, reason: 'is a total' },
    ]);
    expect(faults).toEqual([{ row: 8, column: 'Rate (₹)', problem: '“call us” is not a number' }]);
  });

  it.each([
    ['refuse', ['2,A,1', '3,B,2', '4,A,3'], []],
    ['first', ['2,A,1', '3,B,2'], [{ row: 4, reason: 'has the SKU of row 2' }]],
    ['last', ['3,B,2', '4,A,3'], [{ row: 2, reason: 'has the SKU of row 4' }]],
  ] as const)(
    'a catalog file made with repeated SKUs and the rule %s has %j',
    (rule, lines, leftOut) => {
      const result = converted(
        [
          ['SKU', 'Price'],
          ['A', 1],
          ['B', 2],
          ['A', 3],
        ],
        rule,
      );
      expect(result.csv.trimEnd().split('\r\n').slice(1)).toEqual(lines);
      expect(result.leftOut).toEqual(leftOut);
      expect(result.duplicates).toEqual([{ sku: 'A', rows: [2, 4] }]);
    },
  );

  it('takes what the wholesaler pays for the cost, and never for a price', () => {
    const { csv, costs } = converted([
      ['Item', 'Item Code', 'Purchase Rate'],
      ['Cup', 'A', '1,234.50'],
      ['Bowl', 'B', 'ask'],
      ['Dish', 'C', '-'],
    ]);
    expect(csv.split('\r\n').slice(0, 2)).toEqual(['row,name,sku,cost', '2,Cup,A,1234.5']);
    expect(costs).toEqual([{ sku: 'A', cost: '1234.5' }]);
    const ofOthers = fieldsOf(GOLD, { hasCosts: false });
    for (const name of ['Cost', 'Cost Price', 'Purchase Rate', 'Landing Price']) {
      expect([fieldNamed(name, fields)?.column, fieldNamed(name, ofOthers)]).toEqual([
        'cost',
        undefined,
      ]);
    }
  });

  it('counts how amounts were read that may be other numbers', () => {
    const { ways } = converted([
      ['Item Code', 'Rate', 'MRP'],
      ['A', '99,90', '1.234,50'],
      ['B', '₹ 1,23,456', '1.234.567'],
      ['C', '₹ 50', '60'],
    ]);
    expect(
      ways.map(({ count, way, text, value }) => `${count} ${way}: ${text} = ${value}`),
    ).toEqual([
      '2 with a comma for paise: 99,90 = 99.9',
      '1 with commas between thousands: ₹ 1,23,456 = 123456',
      '1 with dots between thousands: 1.234.567 = 1234567',
      '1 with a currency: ₹ 50 = 50',
    ]);
  });

  it('recognizes a header without known names by its width, and names columns by their letters', () => {
    const rows = [['List 2026'], ['Pos', '', 'Goods', 'Sum of it'], ['1', 'x', 'Cup', '5']];
    expect(findHeader(rows, () => false)).toBe(1);
    expect(columnsOf(rows, 1).map(({ name }) => name)).toEqual([
      'Pos',
      'Column B',
      'Goods',
      'Sum of it',
    ]);
  });
});
