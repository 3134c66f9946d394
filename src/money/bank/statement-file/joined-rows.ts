import { LIMITS } from '../../../platform/config/limits.js';
import { textOf, valueOf, type Cell } from '../../../platform/table-file/cell.js';
import { readDates } from '../../../platform/table-file/dates.js';
import { isEnd, isTotal, labeledBalances } from './labels.js';
import type { MoneyReader } from './money.js';
import { Row } from './row.js';

/** A row with its number in the file. */
export type NumberedRow = readonly [number: number, row: Row];

/**
 * - line: a date and an amount
 * - dated: a date without an amount, which may be in the next row
 * - amount: an amount without a date
 * - text: a description alone
 */
type Kind = 'line' | 'dated' | 'amount' | 'text' | 'other';

/**
 * Joins rows that are one transaction, as files made of printed statements have them.
 * - a description goes on in the next rows, or begins above its transaction, which is decided for the whole file
 * - an amount is in the row below its date
 */
export function joinRows(rows: readonly NumberedRow[], moneyOf: MoneyReader): NumberedRow[] {
  const kinds = rows.map(([, row]) => kindOf(row, moneyOf));
  const isText: Rule = (open, next) => open !== 'other' && open !== 'text' && next === 'text';
  const isAmount: Rule = (open, next) => open === 'dated' && next === 'amount';
  const texts = beginsAbove(kinds)
    ? joinNext(rows.toReversed(), moneyOf, isText).toReversed()
    : joinNext(rows, moneyOf, isText);
  return joinNext(texts, moneyOf, isAmount);
}

/** True: the next row belongs to the one before it. */
type Rule = (open: Kind, next: Kind) => boolean;

function joinNext(
  rows: readonly NumberedRow[],
  moneyOf: MoneyReader,
  belongs: Rule,
): NumberedRow[] {
  const joined: NumberedRow[] = [];
  let open: Kind = 'other';
  for (const [number, row] of rows) {
    const kind = kindOf(row, moneyOf);
    const last = joined.at(-1);
    const whole = last !== undefined && belongs(open, kind) ? join(last, [number, row]) : null;
    if (whole !== null) joined[joined.length - 1] = whole;
    else {
      joined.push([number, row]);
      open = kind;
    }
  }
  return joined;
}

function kindOf(row: Row, moneyOf: MoneyReader): Kind {
  const { cells, columns } = row;
  const balanceAt = columns.get('balance')?.position;
  const isLabel = isEnd(cells) || isTotal(cells) || labeledBalances(cells, balanceAt) !== null;
  if (isLabel || !row.isFilled()) return 'other';
  const hasDate = ['date', 'value_date'].some(
    (column) => readDates(row.cell(column as 'date')) !== null,
  );
  const money = moneyOf(row);
  if (hasDate) return money === null ? 'dated' : 'line';
  const descriptionAt = columns.get('description')?.position;
  if (cells.every((cell, at) => at === descriptionAt || textOf(cell) === '')) return 'text';
  const isWhole = !columns.has('balance') || row.balance() !== null;
  return money !== null && !('problem' in money) && isWhole ? 'amount' : 'other';
}

/** Returns true if descriptions are above the first transaction, and none is below the last one. */
function beginsAbove(kinds: readonly Kind[]): boolean {
  const isLine = (kind: Kind): boolean => kind === 'line' || kind === 'dated';
  const [first, last] = [kinds.findIndex(isLine), kinds.findLastIndex(isLine)];
  return first > 0 && kinds[first - 1] === 'text' && kinds[last + 1] !== 'text';
}

/** Joins two rows in the order of the file; null if the description would become too long to be stored. */
function join(one: NumberedRow, other: NumberedRow): NumberedRow | null {
  const [[number, first], [, second]] = one[0] < other[0] ? [one, other] : [other, one];
  const { columns } = first;
  const descriptionAt = columns.get('description')?.position;
  const length = Math.max(first.cells.length, second.cells.length);
  const cells = Array.from({ length }, (_, at): Cell => {
    const [upper, lower] = [first.cells[at] ?? '', second.cells[at] ?? ''];
    if (textOf(upper) === '') return lower;
    const isBoth = at === descriptionAt && textOf(lower) !== '';
    return isBoth ? `${valueOf(upper)}\n${valueOf(lower)}` : upper;
  });
  const row = new Row(columns, cells);
  const isShort = row.text('description').length <= LIMITS.statementTextLength;
  return isShort ? [number, row] : null;
}
