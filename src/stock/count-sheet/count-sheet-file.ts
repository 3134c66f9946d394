import { LIMITS } from '../../platform/config/limits.js';
import { withoutEscape } from '../../platform/csv/cells.js';
import { readNamedRows } from '../../platform/csv/named-rows.js';
import { LOST_DIGITS_TEXT } from '../../platform/table-file/lost-digits.js';
import { readTableRows } from '../../platform/csv/table-batches.js';
import { COUNT_FIELDS } from './count-fields.js';

const COLUMNS = COUNT_FIELDS.map(({ column }) => column);

export interface CountedRow {
  line: number;
  sku: string;
  variationKey: string;
  counted: number;
  /** Id of the level's latest movement when the sheet was made. */
  lastMovement: number;
}

/** A row that cannot be applied as it is written. */
export interface RowProblem extends Pick<CountedRow, 'line' | 'sku' | 'variationKey'> {
  problem: string;
}

export interface CountSheet {
  rows: number;
  counted: readonly CountedRow[];
  /** Rows without a number in `counted`. */
  skipped: number;
  problems: readonly RowProblem[];
}

/** @throws AppError file_unreadable, rate_limited; CsvFault if the file is not a count sheet */
export async function readCountSheet(path: string): Promise<CountSheet> {
  const source = await readTableRows(path, LIMITS.countSheetRows);
  const lines = new Map<string, number>();
  const counted: CountedRow[] = [];
  const problems: RowProblem[] = [];
  let rows = 0;
  let skipped = 0;
  for await (const { line, cells, lost } of readNamedRows(
    source,
    COUNT_FIELDS,
    LIMITS.countSheetRows,
  )) {
    rows += 1;
    const [sku = '', variationKey = '', count = '', last = ''] = COLUMNS.map((column) =>
      withoutEscape(cells[column] ?? '').trim(),
    );
    const key = JSON.stringify([sku, variationKey]);
    const problem = problemOf({ count, last, firstLine: lines.get(key), lost });
    if (count === '') skipped += 1;
    else if (problem !== null) {
      problems.push({
        line,
        sku: cut(sku, LIMITS.skuLength),
        variationKey: cut(variationKey, LIMITS.variationKeyLength),
        problem,
      });
    } else {
      lines.set(key, line);
      counted.push({ line, sku, variationKey, counted: Number(count), lastMovement: Number(last) });
    }
  }
  return { rows, counted, skipped, problems };
}

function problemOf(row: {
  count: string;
  last: string;
  firstLine: number | undefined;
  lost: readonly string[] | undefined;
}): string | null {
  const code = row.lost?.find((column) => column === 'sku' || column === 'variation');
  if (code !== undefined) return `${code} ${LOST_DIGITS_TEXT}`;
  if (!/^\d{1,9}$/.test(row.count) || Number(row.count) > LIMITS.stockQuantity) {
    return `counted must be a whole number from 0 to ${LIMITS.stockQuantity}`;
  }
  if (!/^\d{1,15}$/.test(row.last)) return 'last_movement must be unchanged from the count sheet';
  return row.firstLine === undefined ? null : `is already on line ${row.firstLine}`;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
