import { stateName } from '../../../src/platform/gst/states.js';
import type { Sez } from '../../../src/clients/sez.js';
import { sumsOf } from '../../../src/tax/documents/document-sums.js';
import { splitTax, spread, type TaxKind } from '../../../src/tax/documents/tax-split.js';
import type { DocumentContent, DocumentLine } from '../../../src/tax/documents/document-content.js';
import type {
  CanceledNumber,
  IssuedDocument,
} from '../../../src/tax/india/gstr1/month-document.js';

export const SUPPLIER_GSTIN = '27AAPFU0939F1ZV';
export const KARNATAKA_GSTIN = '29AAPFU0939F1ZR';
/** A company in the supplier's state. */
export const MAHARASHTRA_GSTIN = '27AAACR5055K1Z7';

export interface Goods {
  sku?: string;
  description?: string;
  hsn?: string;
  unit?: string;
  units: number;
  unitPriceMinor: number;
  rateBp: number;
}

/** A client; its state is that of its GSTIN. */
export interface TestClient {
  gstin: string | null;
  state: string;
  sez?: Sez;
}

export const KARNATAKA: TestClient = { gstin: KARNATAKA_GSTIN, state: '29' };
export const MAHARASHTRA: TestClient = { gstin: MAHARASHTRA_GSTIN, state: '27' };
export const AT_HOME: TestClient = { gstin: null, state: '27' };
export const CHENNAI: TestClient = { gstin: null, state: '33' };

/** Facts of a document that a test chooses. */
export interface InvoiceFacts {
  position: number;
  issuedOn?: string;
  client: TestClient;
  goods: Goods[];
  deliveryMinor?: number;
}

/** Makes an invoice, or a bill of supply if no goods are taxed, by the product's own rules of amounts. */
export function invoiceOf(facts: InvoiceFacts): IssuedDocument {
  const { position, client, goods, deliveryMinor = 0, issuedOn = '2026-11-20' } = facts;
  const kind = goods.every(({ rateBp }) => rateBp === 0) ? 'bill_of_supply' : 'invoice';
  const shares = spread(
    deliveryMinor,
    goods.map(({ units, unitPriceMinor }) => units * unitPriceMinor),
  );
  const lines = goods.map((item, index): DocumentLine => {
    const gross = item.units * item.unitPriceMinor + shares[index]!;
    return {
      line: index + 1,
      order_line: index,
      sku: item.sku ?? `SKU-${index + 1}`,
      description: item.description ?? 'Brass lamp',
      hsn: item.hsn ?? '940510',
      unit: item.unit ?? 'NOS',
      units: item.units,
      unit_price_minor: item.unitPriceMinor,
      delivery_minor: shares[index]!,
      rate_bp: item.rateBp,
      gross_minor: gross,
      ...taxes(gross, item.rateBp, taxKind(client)),
      credits: null,
    };
  });
  const series = kind === 'invoice' ? 'WS' : 'BS';
  return document(kind, { series, position, issuedOn, client, lines });
}

/** Makes the credit note that takes back an amount of invoices of one client. */
export function noteOf(
  invoices: readonly Pick<IssuedDocument, 'content'>[],
  amountMinor: number,
  { position, issuedOn = '2026-11-25', isWithTax = true }: NoteFacts,
): IssuedDocument {
  const credited = invoices.flatMap(({ content }) =>
    content.lines.map((line) => ({ line, content })),
  );
  const parts = spread(
    amountMinor,
    credited.map(({ line }) => line.gross_minor),
  );
  const { recipient, place_of_supply } = invoices[0]!.content;
  const client: TestClient = {
    gstin: recipient.gstin,
    state: place_of_supply.state,
    ...(recipient.sez !== null && { sez: recipient.sez }),
  };
  const lines = credited.map(({ line, content }, index): DocumentLine => ({
    ...line,
    line: index + 1,
    units: null,
    unit_price_minor: null,
    delivery_minor: 0,
    gross_minor: parts[index]!,
    ...taxes(parts[index]!, line.rate_bp, isWithTax ? taxKind(client) : 'none'),
    credits: { number: content.number, issued_on: content.issued_on, line: line.line },
  }));
  const facts = { series: 'CN', position, issuedOn, client, lines, isWithTax };
  const totals = invoices.map(({ content }) => [content.number, content.total_minor] as const);
  return { ...document('credit_note', facts), creditedTotals: new Map(totals) };
}

export function canceledOf(
  seriesKind: CanceledNumber['seriesKind'],
  series: string,
  position: number,
): CanceledNumber {
  const number = numberOf(series, position);
  return { kind: 'canceled', seriesKind, series, position, number, issuedOn: '2026-11-20' };
}

/** Yields documents as pages of a few. */
export async function* pagesOf<T>(documents: readonly T[], size = 7): AsyncGenerator<T[], void> {
  for (let start = 0; start < documents.length; start += size) {
    yield await Promise.resolve(documents.slice(start, start + size));
  }
}

interface NoteFacts {
  position: number;
  issuedOn?: string;
  isWithTax?: boolean;
}

interface DocumentFacts {
  series: string;
  position: number;
  issuedOn: string;
  client: TestClient;
  lines: DocumentLine[];
  isWithTax?: boolean;
}

function document(kind: DocumentContent['kind'], facts: DocumentFacts): IssuedDocument {
  const { series, position, issuedOn, client, lines, isWithTax = true } = facts;
  const number = numberOf(series, position);
  const isNote = kind === 'credit_note';
  const place = {
    line1: '4 Mill Road',
    line2: null,
    place: 'Pune',
    state: '27',
    pincode: '411001',
  };
  const content: DocumentContent = {
    kind,
    number,
    issued_on: issuedOn,
    currency: 'INR',
    order_number: `WO-${position}`,
    store_order_id: null,
    shipment_id: isNote ? null : position,
    supplier: {
      legal_name: 'Asha Traders',
      trade_name: null,
      gstin: SUPPLIER_GSTIN,
      address: place,
    },
    recipient: {
      client_id: 1,
      name: 'Lamp Shop',
      gstin: client.gstin,
      sez: client.sez ?? null,
      address: { ...place, state: client.state, pincode: PINCODES[client.state] ?? '411001' },
    },
    ship_to: isNote
      ? null
      : {
          name: 'Ravi Kumar',
          address: '12 Lake View Street',
          city: 'Chennai',
          state: 'Tamil Nadu',
          pincode: '600001',
          country: 'IN',
        },
    place_of_supply: { state: client.state, name: stateName(client.state) },
    supply: supplyOf(client),
    is_utgst: false,
    is_with_tax: isWithTax,
    reason: isNote ? 'Returned goods' : null,
    lines,
    terms: null,
    signatory: null,
    ...sumsOf(lines),
  };
  const identity = { id: position, kind, series, position, number, issuedOn };
  return { ...identity, content, creditedTotals: new Map() };
}

const PINCODES: Readonly<Record<string, string>> = { '29': '560001', '33': '600001' };

function numberOf(series: string, position: number): string {
  return `${series}-2627-${String(position).padStart(6, '0')}`;
}

function supplyOf({ state, sez }: TestClient): DocumentContent['supply'] {
  return state === '27' && sez === undefined ? 'intra_state' : 'inter_state';
}

function taxKind(client: TestClient): TaxKind {
  return client.sez === 'without_payment' ? 'none' : supplyOf(client);
}

function taxes(grossMinor: number, rateBp: number, kind: TaxKind) {
  const split = splitTax(grossMinor, rateBp, kind);
  return {
    taxable_minor: split.taxableMinor,
    cgst_minor: split.cgstMinor,
    sgst_minor: split.sgstMinor,
    igst_minor: split.igstMinor,
  };
}
