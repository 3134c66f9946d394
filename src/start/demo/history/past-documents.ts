import type { DocumentContent, DocumentDraft } from '../../../tax/documents/document-content.js';
import {
  documentNumber,
  financialYearOf,
  seriesOf,
} from '../../../tax/documents/numbers/document-number.js';
import { draftCreditNotes } from '../../../tax/issuing/credit-draft.js';
import {
  draftInvoice,
  type ShippedGoods,
  type TaxFacts,
} from '../../../tax/issuing/invoice-draft.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { StoredOrder } from './past-trade.js';
import type { Row, Rows } from './rows.js';

type PaidOrder = Pick<StoredOrder, 'orderNumber' | 'totalMinor' | 'items'>;

/** Invoices and credit notes of the past. The database chains them when they are inserted. */
export class PastDocuments {
  private readonly contents = new Map<string, DocumentContent[]>();

  constructor(
    private readonly rows: Rows,
    private readonly seriesPrefix: string,
  ) {}

  /** Issues the invoice of a shipment. */
  invoice(
    goods: ShippedGoods,
    facts: Omit<TaxFacts, 'isFirst' | 'isClockTrusted'>,
    at: Date,
  ): void {
    const isFirst = !this.contents.has(goods.orderNumber);
    this.add(draftInvoice(goods, { ...facts, isFirst, isClockTrusted: true }), at);
  }

  /** Issues the credit note of a whole order whose units all came back. */
  credit(
    { orderNumber, totalMinor: refundedMinor, items }: PaidOrder,
    reason: string,
    at: Date,
  ): void {
    const invoices = this.contents.get(orderNumber) ?? [];
    const day = dateInShop(at);
    const returned = items.map(({ line, quantity, unit_price_minor }) => ({
      order_line: line,
      units: quantity,
      unit_price_minor: Number(unit_price_minor),
    }));
    const notes = draftCreditNotes(
      { refundedMinor, deliveryMinor: 0, returned },
      { invoices, notes: [] },
      { day, reason },
    );
    for (const note of notes) this.add(note, at);
  }

  private add(draft: DocumentDraft, at: Date): void {
    const { kind, order_number: orderNumber } = draft;
    const issuedOn = dateInShop(at);
    const series = seriesOf(kind, this.seriesPrefix);
    const financialYear = financialYearOf(issuedOn);
    const place = { series, financialYear, number: this.reserve(series, financialYear) };
    const number = documentNumber(place);
    const content: DocumentContent = { ...draft, number, issued_on: issuedOn };
    const said = this.contents.get(orderNumber) ?? [];
    this.contents.set(orderNumber, [...said, content]);
    this.rows.add('tax_documents', {
      kind,
      series,
      financial_year: financialYear,
      number: place.number,
      document_number: number,
      issued_on: issuedOn,
      client_id: content.recipient.client_id,
      order_number: orderNumber,
      shipment_id: content.shipment_id,
      total_minor: content.total_minor,
      taxable_minor: content.taxable_minor,
      cgst_minor: content.cgst_minor,
      sgst_minor: content.sgst_minor,
      igst_minor: content.igst_minor,
      content: JSON.stringify(content),
      created_at: at,
    });
  }

  private reserve(series: string, financialYear: string): number {
    const isSame = (row: Row): boolean =>
      row.series === series && row.financial_year === financialYear;
    if (!this.rows.of('document_series').some(isSame)) {
      this.rows.add('document_series', { series, financial_year: financialYear });
    }
    return this.rows.of('tax_documents').filter(isSame).length + 1;
  }
}
