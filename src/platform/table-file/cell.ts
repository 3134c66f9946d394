/** A cell of a workbook that is more than a text or a number. */
export type TypedCell =
  /** As `2026-01-31`. */
  | { type: 'date'; value: string }
  /** `true` or `false`. */
  | { type: 'boolean'; value: string }
  /** With its format, such as `0.00%`. `code`: as a format such as `00000` shows the number; null: the format has no code. */
  | { type: 'number'; value: number; format: string; code: string | null };

/** Cell of a file. Those of CSV files are always texts. */
export type Cell = string | number | TypedCell;

/** Returns the value of a cell without its type. */
export function valueOf(cell: Cell): string | number {
  return typeof cell === 'object' ? cell.value : cell;
}

/** Returns true if a cell is a number of a spreadsheet, with any format. */
export function isNumber(cell: Cell | undefined): boolean {
  return cell !== undefined && typeof valueOf(cell) === 'number';
}

/** Reads the text of a cell in one line, without spaces around it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return String(valueOf(cell)).replace(/\s+/g, ' ').trim();
}

/** The value that spreadsheets show for a formula that could not be calculated, such as `#REF!`. */
const FORMULA_ERROR = /^#(?:N\/A|GETTING_DATA|[A-Z]+(?:\/0)?[!?])$/i;

/** Before a text that a spreadsheet has made of another one, in files that a page converts. No column takes it. */
const CHANGED = '#CHANGED! ';

/** Marks a text that is not what was typed, such as the date that a spreadsheet made of a code. */
export function asChanged(text: string): string {
  return CHANGED + text;
}

/** Removes the mark of {@link asChanged}. */
export function withoutMark(text: string): string {
  return text.startsWith(CHANGED) ? text.slice(CHANGED.length) : text;
}

/**
 * Returns the problem of a cell that is the error of a formula, or was changed by a spreadsheet; null: neither. Its value is
 * unknown, so it must not count as empty.
 */
export function formulaProblem(cell: Cell | undefined): string | null {
  const text = textOf(cell);
  if (text.startsWith(CHANGED)) {
    return 'is not what was typed: a spreadsheet has made it a date, TRUE, FALSE or a rounded number. Format the column as text, and enter it again';
  }
  return FORMULA_ERROR.test(text) ? `“${text}” is an error of a formula` : null;
}

/** Lists the cells of a row that are errors of formulas, as faults of their fields. */
export function formulaErrors(
  cells: Readonly<Record<string, string>>,
): { field: string; message: string }[] {
  return Object.entries(cells).flatMap(([field, cell]) => {
    const message = formulaProblem(cell);
    return message === null ? [] : [{ field, message }];
  });
}
