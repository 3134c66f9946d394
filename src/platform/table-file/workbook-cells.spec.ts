import { writeXlsx } from 'hucre/xlsx';
import { tableRowsOf } from '../csv/table-batches.js';
import { readAmount } from '../csv/cells.js';
import { readCell } from '../../../web/src/catalog-import/read-cell.js';
import type { FieldKind } from '../../../web/src/catalog-import/fields.js';
import type { Cell } from './cell.js';
import { UNLIMITED } from './limits.js';
import { LOST_DIGITS_TEXT } from './lost-digits.js';
import { readTable } from './read-table.js';

type Value = string | number | boolean | Date;

/** Writes a workbook with one cell of a format. */
async function workbookOf(value: Value, numFmt: string): Promise<Uint8Array<ArrayBuffer>> {
  const columns = [{ header: 'A', key: 'a', numFmt }];
  return new Uint8Array(
    await writeXlsx({ sheets: [{ name: 'A', columns, data: [{ a: value }] }] }),
  );
}

async function cellOf(value: Value, numFmt: string): Promise<Cell> {
  const { rows } = await readTable(await workbookOf(value, numFmt), {}, UNLIMITED);
  return rows[1]![0]!;
}

const readAs = async (kind: FieldKind, value: Value, numFmt: string) =>
  readCell(kind, await cellOf(value, numFmt), { header: 'A', sign: null });

describe('a cell of a workbook', () => {
  it.each<[Value, string, string]>([
    [123, '00000', '00123'],
    [123456, '00000', '123456'],
    [90.75, '0.000', '90.750'],
    [42, '"SKU-"0000', 'SKU-0042'],
    [123456, '000-000', '123-456'],
    [7, '0000;[Red]-0000', '0007'],
    [1234, '#,##0', '1234'],
    [1234, '"₹"#,##0.00', '1234'],
    [90.75, 'General', '90.75'],
    [12.5, '00000', '12.5'],
    [-5, '00000', '-5'],
    ['007', '@', '007'],
  ])('is a code as it is shown: %j in %s', async (value, format, code) => {
    expect(await readAs('code', value, format)).toEqual({ value: code });
    const [, row] = await tableRowsOf(Buffer.from(await workbookOf(value, format)), 10);
    expect(row).toMatchObject({ cells: [code], lost: [] });
  });

  it.each<[Value, string]>([
    [new Date('2026-02-01'), 'd-mmm'],
    [new Date('2026-02-01T10:30:00Z'), 'h:mm'],
    [true, 'General'],
    [1.49e15, 'General'],
  ])('is no code where a spreadsheet has changed it: %j in %s', async (value, format) => {
    const problem = expect.stringContaining(LOST_DIGITS_TEXT);
    expect(await readAs('code', value, format)).toEqual({ problem });
    const [, row] = await tableRowsOf(Buffer.from(await workbookOf(value, format)), 10);
    expect(row).toMatchObject({ lost: [0] });
  });

  it.each<[number, string, string]>([
    [0.0025, '0.00%', '0.25'],
    [0.015, '0.0%', '1.5'],
    [0.01, '0%', '1'],
    [0.18, '0%', '18'],
    [0.07, '0%', '7'],
    [1, '0%', '100'],
    [0.18, 'General', '18'],
    [18, 'General', '18'],
    [1, '0', '1'],
  ])('is percent as it is shown: %d in %s', async (value, format, percent) => {
    expect(await readAs('percent', value, format)).toEqual({ value: percent });
  });

  it.each<[number | string, string]>([
    [0.30000000000000004, '0.3'],
    [1234.5000000000002, '1234.5'],
    [90.74999999999999, '90.75'],
    ['0.30000000000000004', '0.3'],
  ])('is an amount without rounding errors: %j', async (value, amount) => {
    expect(await readAs('money', value, '#,##0.00')).toEqual({ value: amount });
    const [, row] = await tableRowsOf(Buffer.from(await workbookOf(value, '0.00')), 10);
    expect(readAmount(row!.cells[0]!)).toEqual({ value: Number(amount) });
  });

  it('is no amount with a third decimal', async () => {
    expect(await readAs('money', 12.345, '0.00')).toHaveProperty('problem');
    expect(readAmount('12.345')).toHaveProperty('problem');
    expect(readAmount('12.3450000000001')).toHaveProperty('problem');
  });
});
