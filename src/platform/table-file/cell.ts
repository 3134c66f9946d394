/** Cell of a file. Cells of spreadsheets may be numbers; those of CSV files are always texts. */
export type Cell = string | number;

/** Reads the text of a cell in one line, without spaces around it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return String(cell).replace(/\s+/g, ' ').trim();
}

/** The value that spreadsheets show for a formula that could not be calculated, such as `#REF!`. */
const FORMULA_ERROR = /^#(?:N\/A|GETTING_DATA|[A-Z]+(?:\/0)?[!?])$/i;

/** Tells whether a cell is the error of a formula. Its value is not known, so it must not count as empty. */
export function isFormulaError(cell: Cell | undefined): boolean {
  return FORMULA_ERROR.test(textOf(cell));
}

interface Fault {
  field: string;
  message: string;
}

/** Lists the cells of a row that are errors of formulas, as faults of their fields. */
export function formulaErrors(cells: Readonly<Record<string, string>>): Fault[] {
  return Object.entries(cells)
    .filter(([, cell]) => isFormulaError(cell))
    .map(([field, cell]) => ({ field, message: `“${textOf(cell)}” is an error of a formula` }));
}
