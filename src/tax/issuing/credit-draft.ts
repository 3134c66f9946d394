import { splitTax, spread, type TaxSplit } from '../documents/tax-split.js';
import type {
  CreditBasis,
  DocumentContent,
  DocumentDraft,
  DocumentLine,
  ReturnedUnits,
} from '../documents/document-content.js';
import { lastCreditDay } from '../documents/numbers/document-number.js';
import { sumsOf } from '../documents/document-sums.js';

/** Everything that was refunded of an order after its return, in minor units. */
export interface Credit {
  refundedMinor: number;
  /** Part of it for the delivery charge. */
  deliveryMinor: number;
  returned: ReturnedUnits[];
}

/** A line of an invoice, what is credited of it, and how many of its units came back. */
interface CreditableLine {
  invoice: DocumentContent;
  line: DocumentLine;
  credited: { grossMinor: number; goodsMinor: number; deliveryMinor: number; units: number };
  returnedUnits: number;
}

/** Parts of an amount for a line, in minor units. */
interface Part {
  goodsMinor: number;
  deliveryMinor: number;
  restMinor: number;
}

/**
 * Drafts a credit note for each group of invoices with the same parties and place of supply, for what was refunded and not
 * credited yet. Amounts go, in this order, to:
 * 1. the delivery charge that the refund names
 * 2. the units that came back, at their price, in the order of the invoices
 * 3. the lines without returned units, by what is not credited of them, and then all lines
 *
 * What exceeds the invoices is left out, and so is the share of returned units without an invoice. There are several groups
 * only if:
 * - the client's GSTIN changed between two shipments
 * - tax can be taken back for some of the invoices only
 *
 * @param invoices of an order, the oldest first
 * @param notes that were issued for it before
 * @param day of the notes
 * @param done lines of this refund's notes that were issued already
 */
export function draftCreditNotes(
  { refundedMinor, deliveryMinor, returned }: Credit,
  { invoices, notes }: { invoices: readonly DocumentContent[]; notes: readonly DocumentContent[] },
  { day, reason, done = [] }: { day: string; reason: string | null; done?: DocumentLine[] },
): DocumentDraft[] {
  const creditedMinor = sum(notes.map(({ total_minor }) => total_minor));
  const amountMinor = refundedMinor - creditedMinor;
  if (amountMinor <= 0) return [];
  const lines = creditableLines(invoices, notes, returned);
  const dueMinor = deliveryMinor - sum(lines.map(({ credited }) => credited.deliveryMinor));
  const basis: CreditBasis = {
    rule: 2,
    credited_minor: creditedMinor,
    amount_minor: amountMinor,
    delivery_minor: Math.min(amountMinor, Math.max(0, dueMinor)),
    returned_units: returned,
  };
  const parts = partsOf(lines, basis);
  const groups = new Map<string, { invoice: DocumentContent; lines: DocumentLine[] }>();
  for (const [index, creditable] of lines.entries()) {
    const part = parts[index]!;
    const { invoice, line } = creditable;
    const isOf = ({ credits: of }: DocumentLine): boolean =>
      of!.number === invoice.number && of!.line === line.line;
    if (grossOf(part) === 0 || done.some(isOf)) continue;
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
    basis,
    lines: credited,
    ...sumsOf(credited),
  }));
}

/** Lists the lines of invoices. Units that came back belong to the first invoices. */
function creditableLines(
  invoices: readonly DocumentContent[],
  notes: readonly DocumentContent[],
  returned: readonly ReturnedUnits[],
): CreditableLine[] {
  const credited = new Map<string, DocumentLine[]>();
  for (const line of notes.flatMap(({ lines }) => lines)) {
    const key = `${line.credits!.number} ${line.credits!.line}`;
    credited.set(key, [...(credited.get(key) ?? []), line]);
  }
  const left = new Map(returned.map(({ order_line, units }) => [order_line, units]));
  const lines: CreditableLine[] = [];
  for (const invoice of invoices) {
    for (const line of invoice.lines) {
      const before = credited.get(`${invoice.number} ${line.line}`) ?? [];
      const unitsLeft = left.get(line.order_line) ?? 0;
      const returnedUnits = Math.min(line.units!, unitsLeft);
      left.set(line.order_line, unitsLeft - returnedUnits);
      lines.push({
        invoice,
        line,
        returnedUnits,
        credited: {
          grossMinor: sum(before.map(({ gross_minor }) => gross_minor)),
          goodsMinor: sum(before.map(({ credits }) => credits!.goods_minor ?? 0)),
          deliveryMinor: sum(before.map(({ delivery_minor }) => delivery_minor)),
          units: sum(before.map(({ units }) => units ?? 0)),
        },
      });
    }
  }
  return lines;
}

/** Spreads an amount over lines. No line gets more than is left of it. */
function partsOf(
  lines: readonly CreditableLine[],
  {
    amount_minor: amountMinor,
    delivery_minor: deliveryMinor,
    returned_units: returned,
  }: CreditBasis,
): Part[] {
  const parts = lines.map((): Part => ({ goodsMinor: 0, deliveryMinor: 0, restMinor: 0 }));
  const leftOf = (index: number): number => {
    const { line, credited } = lines[index]!;
    return line.gross_minor - credited.grossMinor - grossOf(parts[index]!);
  };
  let restMinor = amountMinor;
  const take = (
    kind: keyof Part,
    mostMinor: number,
    wanted: (line: CreditableLine, leftMinor: number) => number,
    withoutInvoiceMinor = 0,
  ): void => {
    const weights = lines.map((line, index) => {
      const leftMinor = leftOf(index);
      return Math.max(0, Math.min(leftMinor, wanted(line, leftMinor)));
    });
    weights.push(withoutInvoiceMinor);
    const taken = spread(Math.min(restMinor, mostMinor, sum(weights)), weights);
    for (const [index, part] of parts.entries()) part[kind] += taken[index]!;
    restMinor -= sum(taken);
  };
  const goodsOf = ({ line, returnedUnits, credited }: CreditableLine): number =>
    returnedUnits * line.unit_price_minor! - credited.goodsMinor;
  const invoiced = lines.map(({ line, returnedUnits }) => returnedUnits * line.unit_price_minor!);
  const returnedMinor = sum(
    returned.map(({ units, unit_price_minor }) => units * unit_price_minor),
  );
  // What the refund names as the delivery charge is not for goods.
  take(
    'deliveryMinor',
    deliveryMinor,
    ({ line, credited }) => line.delivery_minor - credited.deliveryMinor,
  );
  take('goodsMinor', amountMinor, goodsOf, returnedMinor - sum(invoiced));
  take('restMinor', amountMinor, ({ returnedUnits }, leftMinor) =>
    returnedUnits === 0 ? leftMinor : 0,
  );
  take('restMinor', amountMinor, (_, leftMinor) => leftMinor);
  return parts;
}

/**
 * Makes a line that takes back a part of an invoiced line. Its tax is the tax of everything that is credited now, less that of
 * everything credited before.
 * - so notes for the whole line take back exactly its tax
 * - the first note for returned units contains them
 */
function creditedLine(
  { invoice, line, credited, returnedUnits }: CreditableLine,
  part: Part,
  number: number,
  isWithTax: boolean,
): DocumentLine {
  const grossMinor = grossOf(part);
  const kind = invoice.recipient.sez === 'without_payment' ? 'none' : invoice.supply;
  const after = splitTax(credited.grossMinor + grossMinor, line.rate_bp, kind);
  const before = splitTax(credited.grossMinor, line.rate_bp, kind);
  const taxOf = (key: Exclude<keyof TaxSplit, 'taxableMinor'>): number =>
    isWithTax ? after[key] - before[key] : 0;
  const taxes = {
    cgst_minor: taxOf('cgstMinor'),
    sgst_minor: taxOf('sgstMinor'),
    igst_minor: taxOf('igstMinor'),
  };
  const units = part.goodsMinor === 0 ? 0 : returnedUnits - credited.units;
  return {
    ...line,
    line: number,
    units: units > 0 ? units : null,
    unit_price_minor: null,
    delivery_minor: part.deliveryMinor,
    gross_minor: grossMinor,
    taxable_minor: grossMinor - taxes.cgst_minor - taxes.sgst_minor - taxes.igst_minor,
    ...taxes,
    credits: {
      number: invoice.number,
      issued_on: invoice.issued_on,
      line: line.line,
      goods_minor: part.goodsMinor,
    },
  };
}

function grossOf({ goodsMinor, deliveryMinor, restMinor }: Part): number {
  return goodsMinor + deliveryMinor + restMinor;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0);
}

function withoutPlace({
  number: _number,
  issued_on: _day,
  ...draft
}: DocumentContent): DocumentDraft {
  return draft;
}
