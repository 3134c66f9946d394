import { splitTax, spread, type TaxSplit } from '../documents/tax-split.js';
import type {
  DocumentContent,
  DocumentDraft,
  DocumentLine,
} from '../documents/document-content.js';
import { lastCreditDay } from '../documents/numbers/document-number.js';
import { sumsOf } from '../documents/document-sums.js';

/** A line of an invoice and what of it is credited. */
interface CreditableLine {
  invoice: DocumentContent;
  line: DocumentLine;
  creditedMinor: number;
}

/**
 * Returns the credit notes of an amount, spread over what is not yet credited of each invoiced line; more than that is left out.
 * There is one note for each group of invoices with the same parties and place of supply: one, unless the client's GSTIN changed
 * between two shipments, or tax can be taken back for one of them only.
 *
 * @param amountMinor minor units
 * @param invoices of an order, the oldest first
 * @param notes that were issued for it before
 * @param day of the notes
 */
export function draftCreditNotes(
  amountMinor: number,
  { invoices, notes }: { invoices: readonly DocumentContent[]; notes: readonly DocumentContent[] },
  { day, reason }: { day: string; reason: string | null },
): DocumentDraft[] {
  const lines = creditableLines(invoices, notes);
  const left = lines.map(({ line, creditedMinor }) => line.gross_minor - creditedMinor);
  const total = left.reduce((sum, one) => sum + one, 0);
  const parts = spread(Math.min(amountMinor, total), left);
  const groups = new Map<string, { invoice: DocumentContent; lines: DocumentLine[] }>();
  for (const [index, creditable] of lines.entries()) {
    const part = parts[index]!;
    if (part === 0) continue;
    const { invoice } = creditable;
    const isWithTax = day <= lastCreditDay(invoice.issued_on);
    const key = JSON.stringify([
      ...[isWithTax, invoice.supplier.gstin, invoice.supply],
      ...[invoice.recipient.gstin, invoice.recipient.sez, invoice.place_of_supply.state],
    ]);
    const group = groups.get(key) ?? { invoice, lines: [] };
    group.lines.push(creditedLine(creditable, part, group.lines.length + 1, isWithTax));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ invoice, lines: credited }) => ({
    ...withoutPlace(invoice),
    kind: 'credit_note',
    shipment_id: null,
    ship_to: null,
    is_with_tax: day <= lastCreditDay(invoice.issued_on),
    reason,
    lines: credited,
    ...sumsOf(credited),
  }));
}

function creditableLines(
  invoices: readonly DocumentContent[],
  notes: readonly DocumentContent[],
): CreditableLine[] {
  const credited = new Map<string, number>();
  for (const { credits, gross_minor } of notes.flatMap(({ lines }) => lines)) {
    const key = `${credits!.number} ${credits!.line}`;
    credited.set(key, (credited.get(key) ?? 0) + gross_minor);
  }
  return invoices.flatMap((invoice) =>
    invoice.lines.map((line) => ({
      invoice,
      line,
      creditedMinor: credited.get(`${invoice.number} ${line.line}`) ?? 0,
    })),
  );
}

/**
 * Returns a line that takes back a part of an invoiced one. Its tax is that of all that is credited now, less that of all that
 * was credited before, so that notes for the whole line take back exactly its tax.
 */
function creditedLine(
  { invoice, line, creditedMinor }: CreditableLine,
  grossMinor: number,
  number: number,
  isWithTax: boolean,
): DocumentLine {
  const kind = invoice.recipient.sez === 'without_payment' ? 'none' : invoice.supply;
  const after = splitTax(creditedMinor + grossMinor, line.rate_bp, kind);
  const before = splitTax(creditedMinor, line.rate_bp, kind);
  const part = (key: Exclude<keyof TaxSplit, 'taxableMinor'>): number =>
    isWithTax ? after[key] - before[key] : 0;
  const taxes = {
    cgst_minor: part('cgstMinor'),
    sgst_minor: part('sgstMinor'),
    igst_minor: part('igstMinor'),
  };
  return {
    ...line,
    line: number,
    units: null,
    unit_price_minor: null,
    delivery_minor: 0,
    gross_minor: grossMinor,
    taxable_minor: grossMinor - taxes.cgst_minor - taxes.sgst_minor - taxes.igst_minor,
    ...taxes,
    credits: { number: invoice.number, issued_on: invoice.issued_on, line: line.line },
  };
}

function withoutPlace({
  number: _number,
  issued_on: _day,
  ...draft
}: DocumentContent): DocumentDraft {
  return draft;
}
