import { toDecimalText } from '../../../platform/money.js';
import { UnreadableFile } from '../../../platform/table-file/limits.js';
import type { StatementLine, UnreadableRow } from './types.js';

/** Balances of a file, and the problem with them. */
export interface Balances {
  openingMinor: number | null;
  closingMinor: number | null;
  /** null: they add up, or the file has no balances. */
  balanceFault: string | null;
  /** Why balances that add up do not prove that the lines are all; null: they do, or the file has no balances. */
  leftOutFault: string | null;
}

/** Balances that a file states in rows of their own; null: it does not state them. */
export type StatedBalances = Pick<Balances, 'openingMinor' | 'closingMinor'>;

/**
 * Compares the balances of a file with its lines. Opening and closing balances that the file does not state are derived
 * from the balances of the lines.
 *
 * @throws UnreadableFile (the balances show that credits and debits were read the wrong way round)
 */
export function checkBalances(
  lines: readonly StatementLine[],
  stated: StatedBalances,
  unreadable: readonly UnreadableRow[],
): Balances {
  const ordered = inTime(lines);
  const first = ordered[0];
  const last = ordered.at(-1);
  const openingMinor =
    stated.openingMinor ??
    (first?.balanceMinor == null ? null : first.balanceMinor - signed(first));
  const closingMinor = stated.closingMinor ?? last?.balanceMinor ?? null;
  return {
    openingMinor,
    closingMinor,
    balanceFault:
      faultOfLines(ordered, openingMinor) ?? faultOfSums(lines, openingMinor, closingMinor),
    leftOutFault: faultOfEnds(lines, stated, unreadable),
  };
}

/** Sorts lines from the earliest to the latest: some banks write the latest first. */
function inTime(lines: readonly StatementLine[]): readonly StatementLine[] {
  const reversed = lines.toReversed();
  const [forward, backward] = [stepsOf(lines), stepsOf(reversed)];
  const isInverted = ({ inverted, count }: Steps): boolean => count > 0 && inverted === count;
  const isAsRead = ({ asRead, count }: Steps): boolean => asRead === count;
  if (!isAsRead(forward) && !isAsRead(backward) && (isInverted(forward) || isInverted(backward))) {
    throw new UnreadableFile(
      'The balances fall where money came in and rise where it went out: the columns of money in and out are confused.',
    );
  }
  if (forward.asRead !== backward.asRead)
    return forward.asRead > backward.asRead ? lines : reversed;
  const isLatestFirst = (lines[0]?.valueDate ?? '') > (lines.at(-1)?.valueDate ?? '');
  return isLatestFirst ? reversed : lines;
}

/** Numbers of steps from one line's balance to the next. */
interface Steps {
  count: number;
  /** Steps equal to the line's amount. */
  asRead: number;
  /** Steps equal to the line's amount with the opposite direction. */
  inverted: number;
}

function stepsOf(lines: readonly StatementLine[]): Steps {
  const steps = { count: 0, asRead: 0, inverted: 0 };
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]?.balanceMinor ?? null;
    if (before === null || line.balanceMinor === null) continue;
    const step = line.balanceMinor - before;
    steps.count += 1;
    if (step === signed(line)) steps.asRead += 1;
    if (step === -signed(line)) steps.inverted += 1;
  }
  return steps;
}

function faultOfLines(
  ordered: readonly StatementLine[],
  openingMinor: number | null,
): string | null {
  let expected = openingMinor;
  for (const line of ordered) {
    if (expected !== null) expected += signed(line);
    if (line.balanceMinor === null) continue;
    if (expected !== null && expected !== line.balanceMinor) {
      const [read, made] = [line.balanceMinor, expected].map(toDecimalText);
      return `The balance of row ${line.rowNumber} is ${read}, but the lines up to it make ${made}: a row may be missing, or was not read.`;
    }
    expected = line.balanceMinor;
  }
  return null;
}

/**
 * Names the first row that was not read before the first line or after the last one. The balances of the lines say nothing
 * about it, unlike about a row between them.
 */
function faultOfEnds(
  lines: readonly StatementLine[],
  { openingMinor, closingMinor }: StatedBalances,
  unreadable: readonly UnreadableRow[],
): string | null {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || last.balanceMinor === null) return null;
  if (openingMinor !== null && closingMinor !== null) return null;
  const outside = unreadable.find(
    ({ rowNumber }) => rowNumber < first.rowNumber || rowNumber > last.rowNumber,
  );
  if (outside === undefined) return null;
  return `Row ${outside.rowNumber} was not read, so the balances do not prove that the others are all.`;
}

function faultOfSums(
  lines: readonly StatementLine[],
  openingMinor: number | null,
  closingMinor: number | null,
): string | null {
  if (openingMinor === null || closingMinor === null) return null;
  const made = openingMinor + lines.reduce((sum, line) => sum + signed(line), 0);
  if (made === closingMinor) return null;
  const [opening, closing, sum] = [openingMinor, closingMinor, made].map(toDecimalText);
  return `The opening balance ${opening} and the lines make ${sum}, but the closing balance is ${closing}: a row may be missing, or was not read.`;
}

function signed({ direction, amountMinor }: StatementLine): number {
  return direction === 'in' ? amountMinor : -amountMinor;
}
