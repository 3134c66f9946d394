import type { RememberedColumn } from '../../../platform/table-file/columns.js';
import type { PresetName } from './presets.js';

/** Money that came in or went out: a row of a bank statement. */
export interface StatementLine {
  /** Row of the file; 1 is the first. */
  rowNumber: number;
  /** As `2026-01-31`. */
  valueDate: string;
  direction: 'in' | 'out';
  /** Above zero. */
  amountMinor: number;
  /** The balance after the line; null: the file has none. */
  balanceMinor: number | null;
  /** The reference as a whole, in capitals and without spaces; null: it has none. */
  reference: string | null;
  description: string;
  /** Numbers by which the line can be found: its reference, and words that have the form of a bank's number. */
  identifiers: string[];
}

/** The meaning of the columns of a statement. */
export interface ColumnMapping {
  /** The bank whose form it is; null: read by the names of the columns, or as a person chose. */
  preset: PresetName | null;
  columns: RememberedColumn[];
}

/** A row of a file, with the reason why it is no line. */
export interface IgnoredRow {
  rowNumber: number;
  reason: string;
}

/** A row that looks like a line and cannot be read. */
export interface UnreadableRow {
  rowNumber: number;
  problem: string;
}

/** A bank statement as it was read. */
export interface Statement {
  /** In the order of the file. */
  lines: StatementLine[];
  /** The balance before the first line in time; null: the file does not tell. */
  openingMinor: number | null;
  closingMinor: number | null;
  /** The sentence about balances that do not add up; null: they do, or the file has none. */
  balanceFault: string | null;
  ignoredRows: IgnoredRow[];
  unreadableRows: UnreadableRow[];
  mapping: ColumnMapping;
}
