import type {
  DocumentContent,
  DocumentLine,
  ReturnedUnits,
} from '../documents/document-content.js';
import { draftCreditNotes } from './credit-draft.js';

/** An invoiced line whose notes of rule 1 took back something else than rule 2 would have. */
export interface RuleDifference {
  invoice: DocumentContent;
  line: DocumentLine;
  first: Credited;
  second: Credited;
}

/** Sums of the lines of notes for an invoiced line, in minor units. */
export interface Credited {
  units: number;
  grossMinor: number;
  taxableMinor: number;
  taxMinor: number;
}

/**
 * Lists the invoiced lines of an order whose notes of rule 1 took back something else than rule 2 would have. Rule 2 is applied
 * to their whole amount at once, on the day of the last note.
 * - for the units that are inspected by now
 *
 * @param contents of the documents of an order, the oldest first
 */
export function ruleDifferences(
  contents: readonly DocumentContent[],
  returned: ReturnedUnits[],
): RuleDifference[] {
  const invoices = contents.filter(({ kind }) => kind !== 'credit_note');
  const notes = contents.filter(({ kind, basis }) => kind === 'credit_note' && basis === undefined);
  const refundedMinor = notes.reduce((sum, { total_minor }) => sum + total_minor, 0);
  const drafts = draftCreditNotes(
    { refundedMinor, deliveryMinor: 0, returned },
    { invoices, notes: [] },
    { day: notes.at(-1)!.issued_on, reason: null },
  );
  return invoices.flatMap((invoice) =>
    invoice.lines.flatMap((line) => {
      const [first, second] = [notes, drafts].map((of) =>
        creditedOf(of.flatMap(({ lines }) => lines.filter(isOf(invoice, line)))),
      ) as [Credited, Credited];
      const isSame = first.grossMinor === second.grossMinor && first.taxMinor === second.taxMinor;
      return isSame ? [] : [{ invoice, line, first, second }];
    }),
  );
}

function isOf(invoice: DocumentContent, { line }: DocumentLine): (note: DocumentLine) => boolean {
  return ({ credits }) => credits!.number === invoice.number && credits!.line === line;
}

function creditedOf(lines: readonly DocumentLine[]): Credited {
  const sum = (amountOf: (line: DocumentLine) => number): number =>
    lines.reduce((total, line) => total + amountOf(line), 0);
  return {
    units: sum(({ units }) => units ?? 0),
    grossMinor: sum(({ gross_minor }) => gross_minor),
    taxableMinor: sum(({ taxable_minor }) => taxable_minor),
    taxMinor: sum(({ gross_minor, taxable_minor }) => gross_minor - taxable_minor),
  };
}
