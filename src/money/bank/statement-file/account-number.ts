import { textOf, type Cell } from '../../../platform/table-file/cell.js';

/** The number of an account behind its label: whole, in groups as people write them, or with its first digits hidden. */
const LABELED =
  /\b(?:A\/C|ACCOUNT|ACCT)[\s.]*(?:NO|NUMBER|NUM)\b[\s.:_-]*((?:[X*]{2,}[\d-]*|\d[\d-]{7,22})\d{1,4}\b|\d{2,5}(?: \d{2,5}){2,5}(?![\d/.-]))/i;

/** Finds the last four digits of the account number in the rows above a statement; null if they name no account. */
export function accountNumberIn(rows: readonly (readonly Cell[])[]): string | null {
  for (const cells of rows) {
    const number = LABELED.exec(cells.map((cell) => textOf(cell)).join(' '))?.[1];
    const digits = number?.replace(/\D/g, '') ?? '';
    if (digits.length >= 4) return digits.slice(-4);
  }
  return null;
}
