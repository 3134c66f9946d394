import type { DocumentContent } from '../../../src/tax/documents/document-content.js';
import type { Shop } from '../shop/shop.js';
import { Admin } from '../shop/admin.js';
import { givenProduct } from '../shop/given.js';
import { DocumentBook, sum, type Charged } from './document-book.js';
import { KARNATAKA, MAHARASHTRA, TaxAdmin } from './tax-admin.js';

/** Draws a number from 0 to a maximum. */
export type Draw = (max: number) => number;

const PERCENTS = [0, 0.25, 1.5, 3, 5, 18, 40];
const HSN_CODES = ['7013', '8414', '9403'];
const CLIENTS: readonly [charged: Charged, change: object][] = [
  ['one', { ...KARNATAKA, sez: null }],
  ['halves', { ...MAHARASHTRA, gstin: null, sez: null }],
  ['halves', { ...MAHARASHTRA, gstin: '27AAACR5055K1Z7', sez: null }],
  ['none', { ...KARNATAKA, sez: 'without_payment' }],
];

/** A line of the order, with its units by what happened to them. */
interface DrawnLine {
  sku: string;
  hsn: string;
  percent: number;
  priceMinor: number;
  left: number;
  shipped: number;
  /** Units of its return; null if it has none. */
  asked: number | null;
  good: number;
  scrap: number;
}

/** A paid order and the book of its documents. Anything happens to it that operators can do. */
export class DrawnOrder {
  private readonly admin: Admin;
  private readonly tax: TaxAdmin;
  private readonly book: DocumentBook;
  private status: 'open' | 'dispatched' | 'returned' | 'closed' = 'open';
  private charged: Charged = 'one';
  private paidMinor: number;
  private refundedMinor = 0;
  private namedMinor = 0;
  private documents = 0;

  private constructor(
    private readonly shop: Shop,
    private readonly draw: Draw,
    private readonly number: string,
    private readonly lines: readonly DrawnLine[],
    private readonly chargeMinor: number,
  ) {
    this.admin = new Admin(shop.app);
    this.tax = new TaxAdmin(shop.app);
    this.book = new DocumentBook(chargeMinor);
    this.paidMinor = chargeMinor + sum(lines.map((line) => line.left * line.priceMinor));
  }

  /** Places and pays an order of two to four lines. */
  static async place(shop: Shop, draw: Draw): Promise<DrawnOrder> {
    const chargeMinor = draw(1) * draw(50_000);
    const lines: DrawnLine[] = [];
    for (let count = 2 + draw(2); count > 0; count--) {
      const [hsn, percent] = [HSN_CODES[draw(2)]!, PERCENTS[draw(6)]!];
      const priceMinor = 1 + draw(500_000);
      const { sku } = await givenProduct(shop.app, {
        hsn,
        gstRateBp: percent * 100,
        basePriceMinor: priceMinor,
        deliveryChargeMinor: lines.length === 0 ? chargeMinor : 0,
      });
      const none = { shipped: 0, asked: null, good: 0, scrap: 0 };
      lines.push({ sku, hsn, percent, priceMinor, left: 1 + draw(11), ...none });
    }
    const number = await shop.orders.place(lines.map(({ sku, left }) => ({ sku, quantity: left })));
    await new Admin(shop.app).orders.pay(number);
    return new DrawnOrder(shop, draw, number, lines, chargeMinor);
  }

  /** Lets something happen, and compares the new documents with the book. @returns false if nothing more can happen */
  async step(): Promise<boolean> {
    const steps = this.possible();
    const run = steps[this.draw(Math.max(0, steps.length - 1))];
    await run?.();
    return run !== undefined;
  }

  private possible(): (() => Promise<void>)[] {
    const isAsked = this.lines.some(({ asked }) => asked !== null);
    if (this.status === 'open') {
      const isShipped = this.lines.some(({ shipped }) => shipped > 0);
      const ship = (): Promise<void> => this.ship();
      return [ship, ship, ship, ...(isShipped ? [() => this.close()] : [])];
    }
    const ask = isAsked ? [] : [() => this.ask()];
    if (this.status === 'dispatched') return [...ask, () => this.return()];
    const inspect = isAsked ? [() => this.inspect()] : [];
    if (this.status === 'closed') return [];
    const isRefundable = this.limitWith(this.lines.map(() => 0)) > 0;
    const refund = (): Promise<void> => this.refund();
    return [...ask, ...inspect, ...(isRefundable ? [refund, refund] : [])];
  }

  private async ship(): Promise<void> {
    if (this.documents === 0 || this.draw(3) === 3) {
      const [charged, client] = CLIENTS[this.draw(CLIENTS.length - 1)]!;
      await this.tax.changeClient(this.shop.client.id, client);
      this.charged = charged;
    }
    if (this.draw(3) === 3) {
      const line = this.lines[this.draw(this.lines.length - 1)]!;
      line.percent = PERCENTS[this.draw(6)]!;
      await this.admin.products.change(line.sku, { gst_rate: line.percent });
    }
    const drawn = this.lines.map(({ left }) => this.draw(left));
    const units = sum(drawn) === 0 ? this.lines.map(({ left }) => left) : drawn;
    await this.admin.orders.ship(this.number, { items: this.unitsOf(units) });
    const sent = this.lines.flatMap((line, index) => {
      const { hsn, percent, priceMinor } = line;
      const goods = { hsn, rateBp: percent * 100, priceMinor, units: units[index]! };
      return goods.units === 0 ? [] : [{ orderLine: index + 1, ...goods }];
    });
    for (const [index, line] of this.lines.entries()) {
      line.left -= units[index]!;
      line.shipped += units[index]!;
    }
    if (this.lines.every(({ left }) => left === 0)) this.status = 'dispatched';
    const [invoice, ...others] = await this.newDocuments();
    expect(others).toEqual([]);
    this.book.enterInvoice(invoice!, sent, this.charged);
  }

  /** Refunds the units that were not shipped; there is no invoice for them. */
  private async close(): Promise<void> {
    await this.admin.orders.close(this.number);
    this.status = 'dispatched';
    this.paidMinor -= sum(this.lines.map(({ left, priceMinor }) => left * priceMinor));
    expect(await this.newDocuments()).toEqual([]);
  }

  private async ask(): Promise<void> {
    const drawn = this.lines.map(({ shipped, good }) => good + this.draw(shipped - good));
    const units = sum(drawn) === 0 ? this.lines.map(({ shipped }) => shipped) : drawn;
    await this.admin.orders.recordReturn(this.number, this.unitsOf(units));
    for (const [index, line] of this.lines.entries()) line.asked = units[index]!;
    expect(await this.newDocuments()).toEqual([]);
  }

  private async return(): Promise<void> {
    await this.admin.orders.return(this.number);
    this.status = 'returned';
  }

  private async inspect(): Promise<void> {
    const items: object[] = [];
    for (const [index, line] of this.lines.entries()) {
      const asked = line.asked ?? 0;
      if (asked === 0) continue;
      const known = line.good + line.scrap;
      line.good += this.draw(asked - line.good);
      const least = Math.max(0, known - line.good);
      line.scrap = least + this.draw(asked - line.good - least);
      items.push({ line: index + 1, good: line.good, scrap: line.scrap });
    }
    await this.admin.orders.inspect(this.number, items);
    expect(await this.newDocuments()).toEqual([]);
  }

  private async refund(): Promise<void> {
    const restock = this.lines.map(({ shipped, asked, good, scrap }) =>
      this.draw(2) === 2 ? this.draw((asked ?? shipped) - good - scrap) : 0,
    );
    const limit = this.limitWith(restock);
    const amountMinor = this.draw(2) === 2 ? limit : 1 + this.draw(limit - 1);
    const most = Math.min(amountMinor, this.chargeMinor - this.namedMinor);
    const deliveryMinor = this.draw(1) * this.draw(most);
    const isFinal = this.draw(9) === 9;
    const refund = {
      amount: amountMinor / 100,
      delivery: deliveryMinor / 100,
      ...(sum(restock) > 0 && { restock: this.unitsOf(restock) }),
    };
    const { notes: shown } = await this.admin.orders.previewRefund(this.number, refund);
    await this.admin.orders.refund(this.number, { ...refund, final: isFinal });
    for (const [index, line] of this.lines.entries()) line.good += restock[index]!;
    this.refundedMinor += amountMinor;
    this.namedMinor += deliveryMinor;
    if (isFinal) this.status = 'closed';
    const back = this.lines.map(({ good, scrap }, index) => [index + 1, good + scrap] as const);
    const notes = await this.newDocuments();
    expect(notes.map(({ lines }) => lines)).toEqual(shown.map(({ lines }) => lines));
    this.book.enterNotes(notes, amountMinor, new Map(back), this.namedMinor);
  }

  /** Computes the maximum refund: inspected returned goods and the delivery charge, or everything without a return. */
  private limitWith(restock: readonly number[]): number {
    const leftMinor = this.paidMinor - this.refundedMinor;
    if (this.lines.every(({ asked }) => asked === null)) return leftMinor;
    const values = this.lines.map(
      ({ good, scrap, priceMinor }, index) => (good + scrap + restock[index]!) * priceMinor,
    );
    if (sum(values) === 0) return 0;
    return Math.min(leftMinor, sum(values) + this.chargeMinor - this.refundedMinor);
  }

  private unitsOf(units: readonly number[]): { line: number; quantity: number }[] {
    return units.flatMap((quantity, index) =>
      quantity === 0 ? [] : [{ line: index + 1, quantity }],
    );
  }

  /** Lists the documents since the last call, the oldest first. */
  private async newDocuments(): Promise<DocumentContent[]> {
    const { data } = await this.tax.documents({ order_number: this.number });
    const added = data.toReversed().slice(this.documents);
    this.documents = data.length;
    const contents: DocumentContent[] = [];
    for (const { id } of added) contents.push((await this.tax.document(id)).content!);
    return contents;
  }
}
