import readWorkbook from 'read-excel-file/node';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { UNLIMITED } from '../table-file/limits.js';
import { readTable } from '../table-file/read-table.js';
import { tableCsv } from './table-csv.js';
import { tableWorkbook } from './table-workbook.js';
import {
  columns,
  day,
  flag,
  integer,
  money,
  text,
  time,
} from '../http/response-dto/response-dto.js';
import type { Table } from './table.js';

interface Order {
  number: string;
  clientId: number;
  client: string;
  phone: string;
  tracking: string;
  units: number | null;
  isPaid: boolean;
  totalMinor: number;
  at: Date | null;
  day: string | null;
}

const ORDER: Order = {
  number: 'WO-1',
  clientId: 7,
  client: 'Lamp Shop',
  phone: '+91 98765 43210',
  tracking: '00149000000012345678',
  units: 3,
  isPaid: true,
  totalMinor: 1_234_50,
  at: new Date('2026-11-29T20:00:00Z'),
  day: '2026-11-30',
};
const EMPTY: Order = { ...ORDER, units: null, totalMinor: -50, at: null, day: null };

function tableOf(pages: readonly Order[][], rest: Partial<Table<Order>> = {}): Table<Order> {
  return {
    pages,
    columns: columns<Order>()({
      order_number: [text(), 'number'],
      client_id: integer(),
      client: text().forPeople(),
      phone: text(),
      tracking: text(),
      units: integer().orNull(),
      paid: flag(),
      total: money(),
      created_at: [time().orNull(), 'at'],
      issued_on: [day().orNull(), 'day'],
    }),
    ...rest,
  };
}

async function csvOf(table: Table<Order>, reader: 'scripts' | 'excel'): Promise<string> {
  let file = '';
  for await (const part of tableCsv(table, reader)) file += part;
  return file;
}

async function bytesOf(table: Table<Order>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of tableWorkbook(table, 'orders')) parts.push(part);
  return Buffer.concat(parts);
}

async function rowsOf(table: Table<Order>): Promise<unknown[][]> {
  const [sheet] = await readWorkbook(await bytesOf(table));
  return sheet!.data;
}

/** Makes a time as Excel shows it, without a time zone. */
const shown = (time: string): Date => new Date(`${time}Z`);

describe('a table for scripts', () => {
  it('has UTC, and none of the columns for people', async () => {
    expect(await csvOf(tableOf([[ORDER], [EMPTY]]), 'scripts')).toBe(
      'order_number,client_id,phone,tracking,units,paid,total,created_at,issued_on\r\n' +
        'WO-1,7,+91 98765 43210,00149000000012345678,3,true,1234.50,2026-11-29T20:00:00.000Z,2026-11-30\r\n' +
        'WO-1,7,+91 98765 43210,00149000000012345678,,true,-0.50,,\r\n',
    );
  });

  it('has a header without rows, too', async () => {
    expect(await csvOf(tableOf([]), 'scripts')).toMatch(/^order_number,[^\n]*\r\n$/);
    expect(await csvOf(tableOf([[], []]), 'scripts')).toMatch(/^order_number,[^\n]*\r\n$/);
  });
});

describe('a table as CSV for Excel', () => {
  it('begins with a byte order mark, keeps digits, and has times of the shop', async () => {
    expect(await csvOf(tableOf([[ORDER]]), 'excel')).toBe(
      '\ufefforder_number,client_id,client,phone,tracking,units,paid,total,created_at,issued_on\r\n' +
        'WO-1,7,Lamp Shop,"=""+91 98765 43210""","=""00149000000012345678""",3,true,1234.50,2026-11-30 01:30:00,2026-11-30\r\n',
    );
  });

  it.each([
    ['007', '="007"'],
    ['1E5', '="1E5"'],
    ['1.49E+12', '="1.49E+12"'],
    ['1-2', '="1-2"'],
    ['Mar 21', '="Mar 21"'],
    ['TRUE', '="TRUE"'],
    ['6501', '="6501"'],
    ['WO-1', 'WO-1'],
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    ['+1")+cmd("', `'+1")+cmd("`],
    ['1"&A1&"', '1"&A1&"'],
  ])('writes the text %j as %j', async (tracking, cell) => {
    const file = await csvOf(tableOf([[{ ...ORDER, tracking }]]), 'excel');
    const [, row] = parse(file, { bom: true });
    expect(row?.[4]).toBe(cell);
  });
});

describe('a table as a workbook', () => {
  it('has typed cells, names next to ids, times of the shop, and sums', async () => {
    expect(await rowsOf(tableOf([[ORDER], [EMPTY, ORDER]]))).toEqual([
      [
        ...['Order number', 'Client ID', 'Client', 'Phone', 'Tracking', 'Units', 'Paid', 'Total'],
        ...['Created at (IST)', 'Issued on'],
      ],
      [
        ...['WO-1', 7, 'Lamp Shop', '+91 98765 43210', '00149000000012345678', 3, true, 1234.5],
        ...[shown('2026-11-30T01:30:00'), shown('2026-11-30T00:00:00')],
      ],
      [
        ...['WO-1', 7, 'Lamp Shop', '+91 98765 43210', '00149000000012345678', null, true, -0.5],
        ...[null, null],
      ],
      [
        ...['WO-1', 7, 'Lamp Shop', '+91 98765 43210', '00149000000012345678', 3, true, 1234.5],
        ...[shown('2026-11-30T01:30:00'), shown('2026-11-30T00:00:00')],
      ],
      ['Total', null, null, null, null, null, null, 2468.5, null, null],
    ]);
  });

  it('a workbook that an import reads has the names of the columns and no sums', async () => {
    const [names, ...rows] = await rowsOf(tableOf([[ORDER]], { isImported: true }));
    expect(names).toContain('order_number');
    expect(rows).toHaveLength(1);
  });

  it('has no sums of prices and balances', async () => {
    expect(await rowsOf(tableOf([[ORDER]], { hasSums: false }))).toHaveLength(2);
  });

  it('has no formula, and shows every text as it is', async () => {
    const hostile = '=HYPERLINK("https://evil.example","1")&<b>\u0001';
    const table = tableOf([[{ ...ORDER, number: hostile, client: 'x'.repeat(40_000) }]]);
    const sheet = new TextDecoder().decode(
      unzipSync(await bytesOf(table))['xl/worksheets/sheet1.xml'],
    );
    expect(sheet).not.toMatch(/<f[ >/]/);
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toMatch(/<\/sheetData><autoFilter ref="A1:J2"\/><\/worksheet>$/);
    const [, row] = await rowsOf(table);
    expect(row?.[0]).toContain('=HYPERLINK("https://evil.example","1")&<b>');
    expect(String(row?.[2])).toMatch(
      /^x{32700,}… \[cut: a cell of Excel has at most 32767 characters\]$/,
    );
    expect(row?.[2]).toHaveLength(32_767);
  });

  it('keeps texts that look like the escapes of workbooks', async () => {
    const texts = ['_x0041_', 'a_x0041_x00e9_', '_x005F_x0041_', '_X0041_ _x41_ __'];
    const rows = texts.map((number) => ({ ...ORDER, number }));
    const bytes = await bytesOf(tableOf([rows]));
    const sheet = unzipSync(bytes)['xl/worksheets/sheet1.xml'];
    expect(new TextDecoder().decode(sheet)).toContain('<t>_x005F_x0041_</t>');
    const { rows: read } = await readTable(new Uint8Array(bytes), {}, UNLIMITED);
    expect(read.slice(1, 1 + texts.length).map(([number]) => number)).toEqual(texts);
  });

  it('fails before its first byte if the first page fails', async () => {
    async function* failing(): AsyncGenerator<Order[]> {
      await Promise.reject(new Error('no database'));
      yield [];
    }
    const file = tableWorkbook(tableOf([], { pages: failing() }), 'orders');
    await expect(file.next()).rejects.toThrow('no database');
  });
});
