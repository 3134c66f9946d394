import type { RememberedColumn } from '../../../platform/table-file/columns.js';
import type { DateQuestion } from './date-order.js';
import type { PresetName } from './presets.js';

/** Money that came in or went out: a row of a bank statement. */
export interface StatementLine {
  /** Row of the file; 1 is the first. */
  rowNumber: number;
  /** Such as `2026-01-31`. */
  valueDate: string;
  direction: 'in' | 'out';
  /** Above zero. */
  amountMinor: number;
  /** The balance after the line; null: the file has no balances. */
  balanceMinor: number | null;
  /** The whole reference, in capitals and without spaces; null: the line has no reference. */
  reference: string | null;
  description: string;
  /** The numbers that the line can be found by: its reference, and words that have the form of a bank's number. */
  identifiers: string[];
}

export interface ColumnMapping {
  /** The bank whose format was recognized; null: columns were recognized by their names, or chosen by a person. */
  preset: PresetName | null;
  columns: RememberedColumn[];
}

/** A row of a file, with the reason why it is not a line. */
export interface IgnoredRow {
  rowNumber: number;
  reason: string;
}

/** A row that looks like a line but cannot be read. */
export interface UnreadableRow {
  rowNumber: number;
  problem: string;
}

/** A bank statement as it was read. */
export interface Statement {
  /** In the order of the file. */
  lines: StatementLine[];
  /** The balance before the earliest line; null: the file does not state it. */
  openingMinor: number | null;
  closingMinor: number | null;
  /** Error message about balances that do not add up; null: they add up, or the file has no balances. */
  balanceFault: string | null;
  /** Why its balances do not prove that its lines are all; null: they do, or it has no balances. */
  leftOutFault: string | null;
  /** The question that it raises if its dates are before those of earlier files; null: none. */
  dateQuestion: DateQuestion | null;
  ignoredRows: IgnoredRow[];
  unreadableRows: UnreadableRow[];
  mapping: ColumnMapping;
  /** The last four digits of the account number that the file names; null: it names none. */
  accountLast4: string | null;
}
