import * as fc from 'fast-check';
import type { DocumentContent, DocumentDraft } from '../documents/document-content.js';
import type { TaxProfile } from '../profile/tax-profile.entity.js';
import { draftCreditNotes } from './credit-draft.js';
import { draftInvoice, type ShippedGoods, type TaxFacts } from './invoice-draft.js';

const RATES = [0, 25, 150, 300, 500, 1_800, 4_000];
const PROFILE = {
  gstin: '27AAPFU0939F1ZV',
  legalName: 'Wholesale',
  tradeName: null,
  addressLine1: 'Road',
  addressLine2: null,
  addressPlace: 'Mumbai',
  addressState: '27',
  addressPincode: '400001',
  placeOfSupply: 'billing',
  terms: null,
  signatory: null,
} as Omit<TaxProfile, 'deliveryTax'> as TaxProfile;

/** An order of lines with units in shipments, its delivery charge and its refunds as shares of a thousand. */
const orders = fc.record({
  lines: fc.array(
    fc.record({
      priceMinor: fc.integer({ min: 1, max: 10_000_000 }),
      rateBp: fc.constantFrom(...RATES),
      shipped: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  deliveryMinor: fc.integer({ min: 0, max: 1_000_000 }),
  deliveryTax: fc.constantFrom('per_line' as const, 'highest_rate' as const),
  state: fc.constantFrom('27', '29', '04'),
  sez: fc.constantFrom(null, 'with_payment' as const, 'without_payment' as const),
  refunds: fc.array(
    fc.record({
      share: fc.integer({ min: 0, max: 1_000 }),
      delivery: fc.integer({ min: 0, max: 1_000 }),
      inspected: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 8, maxLength: 8 }),
    }),
    { maxLength: 4 },
  ),
});
type DrawnOrder = typeof orders extends fc.Arbitrary<infer T> ? T : never;

/** Lists the invoices of the shipments of an order that have units. */
function invoicesOf({ lines, deliveryMinor, deliveryTax, state, sez }: DrawnOrder) {
  const invoices: DocumentContent[] = [];
  for (const shipment of [0, 1, 2]) {
    const sent = lines.flatMap((line, index) => {
      const units = line.shipped[shipment]!;
      return units === 0 ? [] : [{ ...line, index, units }];
    });
    if (sent.length === 0) continue;
    const goods: ShippedGoods = {
      shipmentId: shipment,
      orderNumber: 'WO-1',
      storeOrderId: null,
      clientId: 1,
      deliveryMinor,
      shipTo: { name: '', address: '', city: '', state: '', pincode: '', country: '' },
      lines: sent.map(({ index, priceMinor, units }) => ({
        orderLine: index + 1,
        productId: index,
        sku: '',
        description: '',
        units,
        unitPriceMinor: priceMinor,
      })),
    };
    const gstin = `${state}AAPFU0939F1ZR`;
    const facts: TaxFacts = {
      profile: { ...PROFILE, deliveryTax },
      recipient: { client_id: 1, name: '', gstin, sez, address: null },
      rates: sent.map(({ rateBp }) => ({ hsn: '7323', rateBp, unit: 'PCS' })),
      isFirst: invoices.length === 0,
      isClockTrusted: true,
    };
    const place = { number: `WS-${shipment}`, issued_on: '2026-11-22' };
    invoices.push({ ...draftInvoice(goods, facts), ...place });
  }
  return invoices;
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const totals = (documents: readonly DocumentContent[]): number =>
  sum(documents.map(({ total_minor }) => total_minor));

/** Expects that no line is credited beyond its invoice. Expects that units that came back are credited before anything else. */
function expectGoodsFirst(
  {
    invoices,
    notes,
    drafts,
  }: Record<'invoices' | 'notes', readonly DocumentContent[]> & {
    drafts: readonly DocumentDraft[];
  },
  units: readonly number[],
): void {
  const lines = notes.flatMap((note) => note.lines);
  const left = [...units];
  let isAllCredited = true;
  for (const invoice of invoices) {
    for (const line of invoice.lines) {
      const back = Math.min(line.units!, left[line.order_line - 1]!);
      left[line.order_line - 1]! -= back;
      const own = lines.filter(
        ({ credits }) => credits!.number === invoice.number && credits!.line === line.line,
      );
      const goodsMinor = sum(own.map(({ credits }) => credits!.goods_minor!));
      const grossMinor = sum(own.map(({ gross_minor }) => gross_minor));
      expect(grossMinor).toBeLessThanOrEqual(line.gross_minor);
      expect(goodsMinor).toBeLessThanOrEqual(back * line.unit_price_minor!);
      expect(sum(own.map((one) => one.units ?? 0))).toBeLessThanOrEqual(back);
      if (goodsMinor < back * line.unit_price_minor! && grossMinor < line.gross_minor) {
        isAllCredited = false;
      }
    }
  }
  const hasRest = drafts
    .flatMap((draft) => draft.lines)
    .some((line) => line.gross_minor > line.credits!.goods_minor! + line.delivery_minor);
  expect(hasRest && !isAllCredited).toBe(false);
}

describe('documents of any order', () => {
  it('add up to the goods and the delivery, and every line is exact to half a paisa', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const invoices = invoicesOf(order);
        const goods = sum(order.lines.map((line) => line.priceMinor * sum(line.shipped)));
        expect(totals(invoices)).toBe(invoices.length === 0 ? 0 : goods + order.deliveryMinor);
        for (const { kind, lines } of invoices) {
          const hasTax = lines.some(({ rate_bp }) => rate_bp > 0);
          expect(kind).toBe(hasTax ? 'invoice' : 'bill_of_supply');
        }
        for (const line of invoices.flatMap(({ lines }) => lines)) {
          const { gross_minor: gross, taxable_minor: taxable, cgst_minor: half } = line;
          expect(half).toBe(line.sgst_minor);
          expect(taxable + 2 * half + line.igst_minor).toBe(gross);
          if (order.sez === 'without_payment') continue;
          const exact = (gross * 10_000) / (10_000 + line.rate_bp);
          expect(Math.abs(taxable - exact)).toBeLessThanOrEqual(1 + 1e-6);
        }
      }),
    );
  });

  it('have the tax of a union territory only within one', () => {
    const goods = { lines: [] as ShippedGoods['lines'], deliveryMinor: 0 } as ShippedGoods;
    const of = (own: string, place: string) => {
      const recipient = {
        client_id: 1,
        name: '',
        gstin: `${place}AAPFU0939F1ZR`,
        sez: null,
        address: null,
      };
      const profile = { ...PROFILE, addressState: own, gstin: `${own}AAPFU0939F1ZV` };
      const facts = { profile, recipient, rates: [], isFirst: true, isClockTrusted: true };
      return draftInvoice(goods, facts).is_utgst;
    };
    expect([of('04', '04'), of('27', '27'), of('27', '04')]).toEqual([true, false, false]);
  });

  it('are taken back by refunds to the paisa: what came back first, in the end all, and never more', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const invoices = invoicesOf(order);
        const notes: DocumentContent[] = [];
        const units = order.lines.map(() => 0);
        let deliveryMinor = 0;
        const issue = (amountMinor: number): void => {
          const before = totals(notes);
          const returned = order.lines.map(({ priceMinor }, index) => ({
            order_line: index + 1,
            units: units[index]!,
            unit_price_minor: priceMinor,
          }));
          const drafts = draftCreditNotes(
            { refundedMinor: before + amountMinor, deliveryMinor, returned },
            { invoices, notes },
            { day: '2026-11-23', reason: null },
          );
          for (const draft of drafts) {
            notes.push({ ...draft, number: `CN-${notes.length}`, issued_on: '2026-11-23' });
          }
          const left = totals(invoices) - before;
          expect(totals(notes) - before).toBe(Math.min(amountMinor, left));
          expectGoodsFirst({ invoices, notes, drafts }, units);
        };
        for (const { share, delivery, inspected } of order.refunds) {
          for (const [index, { shipped }] of order.lines.entries()) {
            units[index] = Math.min(sum(shipped), units[index]! + inspected[index]!);
          }
          const amountMinor = Math.floor((totals(invoices) * share) / 1_000);
          const chargeMinor = invoices.length === 0 ? 0 : order.deliveryMinor - deliveryMinor;
          deliveryMinor += Math.min(amountMinor, Math.floor((chargeMinor * delivery) / 1_000));
          issue(amountMinor);
        }
        issue(Number.MAX_SAFE_INTEGER);
        for (const tax of ['cgst_minor', 'sgst_minor', 'igst_minor', 'taxable_minor'] as const) {
          expect(sum(notes.map((note) => note[tax]))).toBe(sum(invoices.map((one) => one[tax])));
        }
      }),
    );
  });

  it('are taken back by a note of their own where parties or place of supply differ', () => {
    const [order] = fc.sample(
      orders.filter((one) => invoicesOf(one).length > 1),
      1,
    );
    const [first, second] = invoicesOf(order!) as [DocumentContent, DocumentContent];
    const notesOf = (invoices: readonly DocumentContent[]) =>
      draftCreditNotes(
        { refundedMinor: totals(invoices), deliveryMinor: 0, returned: [] },
        { invoices, notes: [] },
        { day: '2026-11-23', reason: null },
      );
    expect(notesOf([first, second])).toHaveLength(1);
    const { recipient, supplier } = second;
    const others: Partial<DocumentContent>[] = [
      { recipient: { ...recipient, gstin: '33AAPFU0939F1ZR' } },
      { recipient: { ...recipient, sez: recipient.sez === null ? 'with_payment' : null } },
      { supplier: { ...supplier, gstin: '33AAPFU0939F1ZR' } },
      { supply: second.supply === 'intra_state' ? 'inter_state' : 'intra_state' },
      { place_of_supply: { state: '33', name: 'Tamil Nadu' } },
    ];
    for (const other of others) {
      const invoices = [first, { ...second, ...other }];
      const notes = notesOf(invoices);
      expect(notes.map((note) => note.lines[0]!.credits!.number)).toEqual([
        ...invoices.map(({ number }) => number),
      ]);
      expect(notes[1]).toMatchObject(other);
    }
  });

  it('are taken back without tax after the last day for it', () => {
    const [order] = fc.sample(
      orders.filter((one) => totals(invoicesOf(one)) > 0),
      1,
    );
    const invoices = invoicesOf(order!);
    const on = (day: string) =>
      draftCreditNotes(
        { refundedMinor: totals(invoices), deliveryMinor: 0, returned: [] },
        { invoices, notes: [] },
        { day, reason: 'Late' },
      );
    const taxableMinor = sum(invoices.map(({ taxable_minor }) => taxable_minor));
    expect(on('2027-11-30')).toMatchObject([
      { is_with_tax: true, reason: 'Late', taxable_minor: taxableMinor },
    ]);
    expect(on('2027-12-01')).toMatchObject([
      ...[{ is_with_tax: false, taxable_minor: totals(invoices), cgst_minor: 0, igst_minor: 0 }],
    ]);
  });
});
