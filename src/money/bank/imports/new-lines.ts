import { LIMITS } from '../../../platform/config/limits.js';
import type { NewLine } from '../lines/bank-lines.repository.js';
import type { StatementLine } from '../statement-file/types.js';

/** Makes the lines of a file to store. Equal lines are numbered, with the same numbers in an overlapping file. */
export function newLines(lines: readonly StatementLine[]): NewLine[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const { valueDate, direction, amountMinor, balanceMinor } = line;
    const reference = cut(line.reference ?? '', LIMITS.paymentReferenceLength);
    const description = cut(line.description, LIMITS.lineDescriptionLength);
    const key = JSON.stringify([valueDate, direction, amountMinor, reference, description]);
    const ordinal = (counts.get(key) ?? 0) + 1;
    counts.set(key, ordinal);
    const identifiers = line.identifiers.filter(({ length }) => length <= LIMITS.utrLength);
    return {
      valueDate,
      direction,
      amountMinor,
      balanceMinor,
      reference,
      description,
      ordinal,
      identifiers,
    };
  });
}

/** Cuts a text to a number of characters, as the database counts them, without characters that it cannot store. */
function cut(text: string, length: number): string {
  const storable = text.toWellFormed().replaceAll('\0', '').trim();
  return [...storable].slice(0, length).join('').trim();
}
