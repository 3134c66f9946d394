import { formatValue } from 'hucre';
import { readXlsx, type Cell as WorkbookCell, type CellValue } from 'hucre/xlsx';
import type { Cell } from './cell.js';

export interface Sheet {
  name: string;
  rows: Cell[][];
}

/** What a format writes next to the digits: texts, escaped signs, blanks of a width, and colors. */
const LITERALS = /"[^"]*"|\\.|[_*].|\[[^\]]*\]/g;
/** Formats of codes, without their literals. Others are amounts, percent, powers of ten or dates. */
const CODE = /^[0#?/ -]*[0#?][0#?/ -]*(?:\.([0#?]*))?[/ -]*$/;

/** Reads the sheets that the maker of a workbook has not hidden, such as old prices, with types and formats. */
export async function readCells(file: Uint8Array): Promise<Sheet[]> {
  const { sheets } = await readXlsx(file, { sheets: isShown, readStyles: true });
  return sheets.map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, at) =>
      row.map((value, column) => toCell(value, cells?.get(`${at},${column}`))),
    ),
  }));
}

function isShown({ hidden, veryHidden }: { hidden?: boolean; veryHidden?: boolean }): boolean {
  return hidden !== true && veryHidden !== true;
}

function toCell(value: CellValue, cell: WorkbookCell | undefined): Cell {
  // As programs without a calculator write it.
  if (value === null && cell?.formula !== undefined) return '#VALUE!';
  if (value instanceof Date) return { type: 'date', value: value.toISOString().slice(0, 10) };
  if (typeof value === 'boolean') return { type: 'boolean', value: String(value) };
  const format = cell?.style?.numFmt ?? 'General';
  if (typeof value !== 'number' || format === 'General') return value ?? '';
  return { type: 'number', value, format, code: codeOf(value, format) };
}

/** Writes a number as a format of codes such as `00000` or `"SKU-"0000` shows it; null: the format shows another thing. */
function codeOf(value: number, format: string): string | null {
  const [shown = ''] = format.replace(LITERALS, '').split(';');
  const [match, decimals = ''] = CODE.exec(shown) ?? [];
  const isExact = Number(value.toFixed(decimals.length)) === Number(value.toPrecision(15));
  return match === undefined || value < 0 || !isExact ? null : formatValue(value, format);
}
