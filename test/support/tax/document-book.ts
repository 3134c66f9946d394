import type { DocumentContent, DocumentLine } from '../../../src/tax/documents/document-content.js';

/** Units of an order's line in a shipment. The price is with tax, in paise, and the rate in basis points. */
export interface SentGoods {
  orderLine: number;
  hsn: string;
  rateBp: number;
  units: number;
  priceMinor: number;
}

/** An invoiced line, and the sums of the note lines that take it back. */
interface BookedLine {
  invoice: DocumentContent;
  line: DocumentLine;
  credited: Record<'gross' | 'goods' | 'delivery' | 'units', number>;
}

/** Taxes that a client is charged with: both halves within the state, one tax between states, or none. */
export type Charged = 'halves' | 'one' | 'none';

/**
 * The documents of an order by the rules of `docs/tax.md`, without the code of the service. The book compares each document
 * with the events, and enters it.
 */
export class DocumentBook {
  private readonly lines: BookedLine[] = [];

  /** @param deliveryMinor the delivery charge, which the first invoice contains */
  constructor(private readonly deliveryMinor: number) {}

  enterInvoice(invoice: DocumentContent, sent: readonly SentGoods[], charged: Charged): void {
    const goods = sent.map(({ units, priceMinor }) => units * priceMinor);
    const chargeMinor = this.lines.length === 0 ? this.deliveryMinor : 0;
    expectShares(
      invoice.lines.map((line) => line.delivery_minor),
      chargeMinor,
      goods,
    );
    expect(invoice).toMatchObject({
      kind: sent.every(({ rateBp }) => rateBp === 0) ? 'bill_of_supply' : 'invoice',
      lines: sent.map(({ orderLine, hsn, rateBp, units, priceMinor }, index) => ({
        line: index + 1,
        order_line: orderLine,
        hsn,
        rate_bp: rateBp,
        units,
        unit_price_minor: priceMinor,
        ...taxed(goods[index]! + invoice.lines[index]!.delivery_minor, rateBp, charged),
      })),
    });
    expect(invoice.total_minor).toBe(sum(goods) + chargeMinor);
    for (const line of invoice.lines) {
      this.lines.push({ invoice, line, credited: { gross: 0, goods: 0, delivery: 0, units: 0 } });
    }
  }

  /**
   * Enters the notes of a refund in four steps.
   * 1. the delivery charge, as far as refunds named it
   * 2. returned goods, at their price
   * 3. lines without returned units
   * 4. the other lines
   *
   * @param back units of each line of the order that came back
   * @param namedMinor sum of the delivery charges that refunds named
   */
  enterNotes(
    notes: readonly DocumentContent[],
    amountMinor: number,
    back: ReadonlyMap<number, number>,
    namedMinor: number,
  ): void {
    const left = new Map(back);
    const asked = this.lines.map(({ line, credited }) => {
      const units = Math.min(line.units!, left.get(line.order_line) ?? 0);
      left.set(line.order_line, (left.get(line.order_line) ?? 0) - units);
      return { units, goods: units * line.unit_price_minor! - credited.goods };
    });
    const parts = this.lines.map((booked) => partOf(booked, notes));
    expect(notes.flatMap(({ lines }) => lines)).toHaveLength(
      parts.filter(({ gross }) => gross > 0).length,
    );
    expect(sum(notes.map(({ total_minor }) => total_minor))).toBe(amountMinor);

    const open = this.lines.map(({ line, credited }) => line.gross_minor - credited.gross);
    const dueMinor = namedMinor - sum(this.lines.map(({ credited }) => credited.delivery));
    const charges = this.lines.map(({ line, credited }, index) =>
      Math.min(open[index]!, line.delivery_minor - credited.delivery),
    );
    const deliveryMinor = Math.min(amountMinor, Math.max(0, dueMinor), sum(charges));
    expectShares(
      parts.map(({ delivery }) => delivery),
      deliveryMinor,
      charges,
    );
    const goods = asked.map((one, index) =>
      Math.max(0, Math.min(open[index]! - parts[index]!.delivery, one.goods)),
    );
    const goodsMinor = Math.min(amountMinor - deliveryMinor, sum(goods));
    expectShares(
      parts.map((part) => part.goods),
      goodsMinor,
      goods,
    );
    const rests = parts.map((part) => part.gross - part.goods - part.delivery);
    const others = open.map((openMinor, index) => {
      const { goods: ofGoods, delivery } = parts[index]!;
      return openMinor - ofGoods - delivery;
    });
    const kept = others.map((other, index) => (asked[index]!.units === 0 ? other : 0));
    const restMinor = amountMinor - deliveryMinor - goodsMinor;
    if (restMinor <= sum(kept)) expectShares(rests, restMinor, kept);
    else {
      const came = others.map((other, index) => other - kept[index]!);
      expectShares(
        rests.map((rest, index) => rest - kept[index]!),
        restMinor - sum(kept),
        came,
      );
    }

    for (const [index, { line, credited }] of this.lines.entries()) {
      const part = parts[index]!;
      const named = part.goods === 0 ? 0 : asked[index]!.units - credited.units;
      expect([line.order_line, part.units]).toEqual([line.order_line, named]);
      credited.gross += part.gross;
      credited.goods += part.goods;
      credited.delivery += part.delivery;
      credited.units += part.units;
      expect(credited.gross).toBeLessThanOrEqual(line.gross_minor);
      expect(credited.units).toBeLessThanOrEqual(line.units!);
    }
  }
}

/** Computes what notes take back of an invoiced line. The notes must repeat its facts and taxes. */
function partOf({ invoice, line, credited }: BookedLine, notes: readonly DocumentContent[]) {
  for (const note of notes) {
    const found = note.lines.find(
      ({ credits }) => credits!.number === invoice.number && credits!.line === line.line,
    );
    if (found === undefined) continue;
    const { recipient, supply, place_of_supply } = invoice;
    expect(note).toMatchObject({ recipient, supply, place_of_supply, is_with_tax: true });
    const charged = chargedBy(invoice);
    const before = taxed(credited.gross, line.rate_bp, charged);
    const after = taxed(credited.gross + found.gross_minor, line.rate_bp, charged);
    const taxes = Object.entries(after).map(([name, minor]) => [name, minor - before[name]!]);
    const { order_line, sku, hsn, unit, rate_bp } = line;
    expect(found).toMatchObject({
      order_line,
      sku,
      hsn,
      unit,
      rate_bp,
      ...Object.fromEntries(taxes),
    });
    const { gross_minor: gross, delivery_minor: delivery, units } = found;
    return { gross, goods: found.credits!.goods_minor!, delivery, units: units ?? 0 };
  }
  return { gross: 0, goods: 0, delivery: 0, units: 0 };
}

function chargedBy({ supply, recipient }: DocumentContent): Charged {
  if (recipient.sez === 'without_payment') return 'none';
  return supply === 'intra_state' ? 'halves' : 'one';
}

/** Computes the amounts of a line from its amount with tax. Each tax is rounded to a paisa. */
function taxed(gross: number, rateBp: number, charged: Charged): Record<string, number> {
  const tax = (parts: number): number => Math.round((gross * rateBp) / (parts * (10_000 + rateBp)));
  const half = charged === 'halves' ? tax(2) : 0;
  const igst = charged === 'one' ? tax(1) : 0;
  return {
    gross_minor: gross,
    taxable_minor: gross - 2 * half - igst,
    cgst_minor: half,
    sgst_minor: half,
    igst_minor: igst,
  };
}

/** Expects parts that add up to an amount, each within a paisa of its share. */
function expectShares(parts: readonly number[], amount: number, weights: readonly number[]): void {
  expect(sum(parts)).toBe(amount);
  const whole = sum(weights);
  for (const [index, part] of parts.entries()) {
    const share = whole === 0 ? 0 : (amount * weights[index]!) / whole;
    expect(Math.abs(part - share)).toBeLessThan(1);
  }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
