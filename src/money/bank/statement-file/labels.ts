import { isNumber, textOf, type Cell } from '../../../platform/table-file/cell.js';
import { readAmount } from './amounts.js';

/** Balances that a row names, in minor units. */
export interface LabeledBalances {
  opening: number | undefined;
  closing: number | undefined;
  /** True if they are carried over from one page to the next. */
  isOfPage: boolean;
}

const OPENING =
  /^(?:opening\s+bal(?:ance)?|bal(?:ance)?\s+b\/?f(?:wd)?|b\/f|(?:balance\s+)?brought\s+forward)\b/i;
const CLOSING =
  /^(?:closing\s+bal(?:ance)?|bal(?:ance)?\s+c\/?f(?:wd)?|c\/f|(?:balance\s+)?carried\s+forward)\b/i;
const OF_PAGE = /forward|[bc]\/?f/i;
/** Text between a label and its amount: “as on 15/04/2026 INR”. */
const BEFORE_AMOUNT = /^[\s:.=-]*(?:(?:as\s+(?:on|of|at)|inr|rs)\b.*)?$/i;
const LAST_AMOUNT = /(?:^|\s)(-?[\d,]+\.\d{2}(?:\s*\(?(?:dr|cr)\b\.?\)?)?)$/i;
const TOTAL =
  /^(?:(?:grand|sub|net|gross|page|period|transaction|debit|credit|dr|cr)s?[\s-]*)*(?:totals?|sum|counts?)\b/i;
const END =
  /\bend of (?:the )?statement\b|statement\s+summary|(?:computer|system)[- ]generated|legends? used/i;

/** Returns true if a row marks the end of the lines. */
export function isEnd(cells: readonly Cell[]): boolean {
  return cells.some((cell) => END.test(textOf(cell)));
}

/** Returns true if a row without a date is a total. */
export function isTotal(cells: readonly Cell[]): boolean {
  return cells.some((cell) => TOTAL.test(textOf(cell)));
}

/** Finds the balances that a row names, or null if it names none. */
export function labeledBalances(
  cells: readonly Cell[],
  balanceAt: number | undefined,
): LabeledBalances | null {
  const [opening, closing] = [labelAt(cells, OPENING), labelAt(cells, CLOSING)];
  if (opening < 0 && closing < 0) return null;
  const read = (start: number, other: number): number | undefined => {
    if (start < 0) return undefined;
    return amountAfter(cells, start, other > start ? other : cells.length, balanceAt);
  };
  const label = textOf(cells[Math.max(opening, closing)]);
  return {
    opening: read(opening, closing),
    closing: read(closing, opening),
    isOfPage: OF_PAGE.test(label),
  };
}

/** Finds the balances below the labels of a summary, each in the column of its label. */
export function balancesBelow(labels: readonly Cell[], cells: readonly Cell[]): LabeledBalances {
  const [opening, closing] = [labelAt(labels, OPENING), labelAt(labels, CLOSING)];
  return { opening: amountOf(cells[opening]), closing: amountOf(cells[closing]), isOfPage: false };
}

function labelAt(cells: readonly Cell[], label: RegExp): number {
  return cells.findIndex((cell) => {
    const text = textOf(cell);
    const [found] = label.exec(text) ?? [];
    if (found === undefined) return false;
    const rest = text.slice(found.length);
    const amount = LAST_AMOUNT.exec(rest);
    return BEFORE_AMOUNT.test(amount === null ? rest : rest.slice(0, amount.index));
  });
}

/** Finds the amount in a label's cell, else in the column of balances, else the last one before the next label. */
function amountAfter(
  cells: readonly Cell[],
  start: number,
  end: number,
  balanceAt: number | undefined,
): number | undefined {
  const isWithin = balanceAt !== undefined && balanceAt > start && balanceAt < end;
  const amounts = cells.slice(start, end).map(amountOf);
  return (
    amounts[0] ??
    (isWithin ? amountOf(cells[balanceAt]) : undefined) ??
    amounts.findLast((amount) => amount !== undefined)
  );
}

/** Reads the amount that a cell consists of or ends with; negative for a debit. */
function amountOf(cell: Cell | undefined): number | undefined {
  const text = textOf(cell);
  const amount = isNumber(cell) ? cell : (LAST_AMOUNT.exec(text)?.[1] ?? text);
  const reading = readAmount(amount);
  if (reading === null || 'problem' in reading) return undefined;
  return reading.mark === 'out' ? -reading.minor : reading.minor;
}

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
