import {
  formulaProblem,
  isNumber,
  textOf,
  valueOf,
  type Cell,
} from '../../../src/platform/table-file/cell.js';
import {
  exactText,
  isLostCode,
  LOST_DIGITS_TEXT,
} from '../../../src/platform/table-file/lost-digits.js';
import {
  readNumber,
  type DecimalSign,
  type NumberReading,
} from '../../../src/platform/table-file/numbers.js';
import type { FieldKind } from './fields.js';

/** Value of a cell in a catalog file, or its problem and the expected form. */
type CellReading = { value: string } | { problem: string };

/** Information from the rest of the file that is needed to read a cell. */
export interface CellContext {
  /** The name of its column. */
  header: string;
  sign: DecimalSign | null;
}

const YES = /^(?:true|yes|y|1|active|available|enabled|in stock|x)$/i;
const NO = /^(?:false|no|n|0|inactive|discontinued|disabled|out of stock)$/i;
/** GST rates in percent. Spreadsheets store 18 % as 0.18, so a fraction that is one of these rates is read as percent. */
const GST_RATES = new Set([3, 5, 12, 18, 28, 40]);
const UNIT = /\s*(?:pcs?|nos?|units?)\.?$/i;

const READERS: Record<FieldKind, (cell: Cell, context: CellContext) => CellReading> = {
  text: (cell) => ({ value: textOf(cell) }),
  lines: (cell) => ({ value: String(valueOf(cell)).replace(/\r\n?/g, '\n').trim() }),
  raw: (cell) => ({ value: String(valueOf(cell)).trim() }),
  code: readCode,
  money: readMoney,
  quantity: readQuantity,
  weight: readWeight,
  percent: readPercent,
  flag: readFlag,
  images: (cell) => ({
    value: (String(valueOf(cell)).match(/[a-z]+:\/\/[^\s,;|]+/gi) ?? [textOf(cell)]).join('\n'),
  }),
};

/** Kinds that take every text, so that the service cannot tell that a spreadsheet has changed one. */
export const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'lines', 'code']);

/** Reads a cell for a field. Placeholders such as `-` count as empty. */
export function readCell(
  kind: FieldKind,
  cell: Cell | undefined,
  context: CellContext,
): CellReading {
  if (cell === undefined || textOf(cell) === '') return { value: '' };
  const problem = formulaProblem(cell);
  if (problem !== null) return { problem };
  if (TEXTS.has(kind) && typeof cell === 'object' && cell.type !== 'number') {
    return { problem: `“${textOf(cell)}” ${LOST_DIGITS_TEXT}` };
  }
  return READERS[kind](cell, context);
}

function readCode(cell: Cell): CellReading {
  if (isLostCode(cell)) return { problem: `“${textOf(cell)}” ${LOST_DIGITS_TEXT}` };
  const text = textOf(exactText(cell));
  return { value: /^[-–—]+$/.test(text) ? '' : text };
}

function readMoney(cell: Cell, { sign }: CellContext): CellReading {
  return limited(readNumber(cell, sign), cell, 2);
}

function readQuantity(cell: Cell, { sign }: CellContext): CellReading {
  const text = textOf(cell);
  // One number per combination, as in catalog files: passed on unchanged.
  if (text.includes('=')) return { value: String(valueOf(cell)).trim() };
  return limited(readNumber(isNumber(cell) ? cell : text.replace(UNIT, ''), sign), cell, 0);
}

function readWeight(cell: Cell, { header, sign }: CellContext): CellReading {
  const [, amount = '', unit = ''] =
    /^(.*?)\s*(kgs?|kilo(?:gram)?s?|g|gms?|grams?|gr)?\.?$/i.exec(textOf(cell)) ?? [];
  const isKilo = /^k/i.test(unit) || (unit === '' && /\bkgs?\b|kilo/i.test(header));
  const reading = readNumber(isNumber(cell) ? cell : amount, sign);
  if ('problem' in reading || reading.value === null) return limited(reading, cell, 0);
  return { value: String(Math.round(Number(reading.value) * (isKilo ? 1_000 : 1))) };
}

function readPercent(cell: Cell, { sign }: CellContext): CellReading {
  const value = valueOf(cell);
  if (typeof value !== 'number') return limited(readNumber(value.replace('%', ''), sign), cell, 2);
  const isPercent = typeof cell === 'object' && cell.type === 'number' && cell.format.includes('%');
  const isRate = value < 1 && GST_RATES.has(Math.round(value * 10_000) / 100);
  return limited(readNumber(isPercent || isRate ? value * 100 : value, sign), cell, 2);
}

function readFlag(cell: Cell): CellReading {
  const text = textOf(cell);
  if (YES.test(text)) return { value: 'true' };
  if (NO.test(text)) return { value: 'false' };
  return { problem: `“${text}” is neither yes nor no` };
}

function limited(reading: NumberReading, cell: Cell, decimals: number): CellReading {
  if ('problem' in reading) return reading;
  const value = reading.value ?? '';
  const [, fraction = ''] = value.split('.');
  if (fraction.length <= decimals) return { value };
  const most = decimals === 0 ? 'a whole number' : `at most ${decimals} decimals`;
  return { problem: `“${textOf(cell)}” must be ${most}` };
}
