import { splitTax, spread } from '../../../src/tax/documents/tax-split.js';
import type {
  DocumentContent,
  DocumentLine,
  DocumentSums,
} from '../../../src/tax/documents/document-content.js';

/** A line as an author of a test states it. */
export interface GivenLine {
  description?: string;
  sku?: string;
  hsn?: string;
  units: number;
  unit_price_minor: number;
  rate_bp: number;
}

/** The first shipment of an order of three products. */
const LINES: GivenLine[] = [
  {
    sku: 'TS-01',
    description: 'T-shirt',
    hsn: '6109',
    units: 6,
    unit_price_minor: 24_950,
    rate_bp: 500,
  },
  {
    sku: 'MX-02',
    description: 'Mixer',
    hsn: '8509',
    units: 1,
    unit_price_minor: 119_900,
    rate_bp: 1800,
  },
  {
    sku: 'CP-03',
    description: 'Cup',
    hsn: '8509',
    units: 7,
    unit_price_minor: 3_333,
    rate_bp: 1800,
  },
];

/** Describes an invoice from Maharashtra to Karnataka with a delivery charge of 100 rupees. */
export function givenInvoice({
  given = LINES,
  ...content
}: Partial<DocumentContent> & { given?: GivenLine[] } = {}): DocumentContent {
  const supply = content.supply ?? 'inter_state';
  const gross = given.map(({ units, unit_price_minor }) => units * unit_price_minor);
  const delivery = spread(10_000, gross);
  const lines = given.map((line, index): DocumentLine => {
    const gross_minor = gross[index]! + delivery[index]!;
    const { taxableMinor, cgstMinor, sgstMinor, igstMinor } = splitTax(
      gross_minor,
      line.rate_bp,
      supply,
    );
    return {
      line: index + 1,
      order_line: index + 1,
      sku: `SKU-${index + 1}`,
      description: `Product ${index + 1}`,
      hsn: '6109',
      unit: 'PCS',
      ...line,
      delivery_minor: delivery[index]!,
      gross_minor,
      taxable_minor: taxableMinor,
      cgst_minor: cgstMinor,
      sgst_minor: sgstMinor,
      igst_minor: igstMinor,
      credits: null,
    };
  });
  return {
    kind: 'invoice',
    number: 'WS-2627-000001',
    issued_on: '2026-11-22',
    currency: 'INR',
    order_number: 'WSO-7F3K-9Q2M',
    store_order_id: 'A-1001',
    shipment_id: 1,
    supplier: {
      legal_name: 'Godown Wholesale Private Limited',
      trade_name: 'Godown',
      gstin: '27AAPFU0939F1ZV',
      address: {
        line1: '14 Dock Road',
        line2: 'Unit 3',
        place: 'Mumbai',
        state: '27',
        pincode: '400001',
      },
    },
    recipient: {
      client_id: 1,
      name: 'Asha Home LLP',
      gstin: '29AAPFU0939F1ZR',
      sez: null,
      address: {
        line1: '12 MG Road',
        line2: null,
        place: 'Bengaluru',
        state: '29',
        pincode: '560001',
      },
    },
    ship_to: {
      name: 'Anita Rao',
      address: '7 Beach Road',
      city: 'Chennai',
      state: '33',
      pincode: '600002',
      country: 'India',
    },
    place_of_supply: { state: '29', name: 'Karnataka' },
    supply,
    is_utgst: false,
    is_with_tax: true,
    reason: null,
    lines,
    ...sumsOf(lines),
    terms: null,
    signatory: 'Meera Shah',
    ...content,
  };
}

/** Describes a credit note over all of an invoice. */
export function givenCreditNote(
  invoice: DocumentContent,
  content: Partial<DocumentContent> = {},
): DocumentContent {
  const isWithTax = content.is_with_tax ?? true;
  const lines = invoice.lines.map((line) => ({
    ...line,
    ...(!isWithTax && {
      taxable_minor: line.gross_minor,
      cgst_minor: 0,
      sgst_minor: 0,
      igst_minor: 0,
    }),
    units: null,
    unit_price_minor: null,
    delivery_minor: 0,
    credits: { number: invoice.number, issued_on: invoice.issued_on, line: line.line },
  }));
  return {
    ...invoice,
    kind: 'credit_note',
    number: 'CN-2627-000001',
    issued_on: '2026-11-30',
    shipment_id: null,
    ship_to: null,
    reason: 'Goods returned',
    lines,
    ...sumsOf(lines),
    ...content,
  };
}

function sumsOf(lines: readonly DocumentLine[]): DocumentSums {
  const sum = (key: keyof DocumentLine) =>
    lines.reduce((total, line) => total + Number(line[key]), 0);
  return {
    total_minor: sum('gross_minor'),
    taxable_minor: sum('taxable_minor'),
    cgst_minor: sum('cgst_minor'),
    sgst_minor: sum('sgst_minor'),
    igst_minor: sum('igst_minor'),
  };
}
