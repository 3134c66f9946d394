import { LIMITS } from '../../../platform/config/limits.js';
import type { Cell } from '../../../platform/table-file/cell.js';
import type { RememberedColumn } from '../../../platform/table-file/columns.js';
import type { TableLimits } from '../../../platform/table-file/limits.js';
import { checkBalances } from './balances.js';
import type { DateAnswers } from './date-order.js';
import { accountNumberIn } from './labels.js';
import { chosenLayout, findLayout, statementColumns, type GivenMapping } from './layout.js';
import { readRows } from './read-lines.js';
import type { Statement } from './types.js';

export interface StatementOptions {
  /** undefined: columns are recognized by their names. */
  mapping?: GivenMapping;
  /** The columns that a person has chosen; all others are ignored. */
  columns?: readonly RememberedColumn[];
  /** Identifiers of the wholesaler, such as its account number. They occur in lines of any client. */
  own?: ReadonlySet<string>;
  /** The shop's day, such as `2026-01-31`: lines of later days are reported. null: lines may have any day. */
  today?: string | null;
  dates?: DateAnswers;
  /** The only currency sign that amounts may have; default: `₹`. */
  currencySign?: string;
}

/** Maximum sizes of the file of a bank. */
export const STATEMENT_LIMITS: TableLimits = {
  rows: LIMITS.statementFileRows,
  columns: LIMITS.statementFileColumns,
  cellLength: LIMITS.statementCellLength,
  unzippedBytes: LIMITS.statementUnzippedBytes,
};

/** Reads a statement from the rows of its file. @throws UnreadableFile; AppError as datesOfFile */
export function statementOf(
  rows: readonly (readonly Cell[])[],
  { mapping, columns: chosen, ...options }: StatementOptions,
): Statement {
  const layout = chosen === undefined ? findLayout(rows, mapping) : chosenLayout(rows, chosen);
  const columns = statementColumns(layout);
  const { own = new Set(), today = null, dates = {}, currencySign = '₹' } = options;
  const read = { own, today, dates, currencySign };
  const { stated, ...found } = readRows({ rows, header: layout.header, columns, ...read });
  const accountLast4 = accountNumberIn(rows.slice(0, layout.header));
  const balances = checkBalances(found.lines, stated, found.unreadableRows);
  return { ...found, ...balances, mapping: layout.mapping, accountLast4 };
}
