import type { DocumentContent } from '../../../src/tax/documents/document-content.js';
import { invoiceOf, KARNATAKA, MAHARASHTRA, noteOf, type Goods } from './documents.js';

/** The first shipment of an order of three products. */
const GOODS: Goods[] = [
  {
    sku: 'TS-01',
    description: 'T-shirt',
    hsn: '6109',
    units: 6,
    unitPriceMinor: 24_950,
    rateBp: 500,
  },
  {
    sku: 'MX-02',
    description: 'Mixer',
    hsn: '8509',
    units: 1,
    unitPriceMinor: 119_900,
    rateBp: 1800,
  },
  { sku: 'CP-03', description: 'Cup', hsn: '8509', units: 7, unitPriceMinor: 3_333, rateBp: 1800 },
];

/** The names and addresses of the documents of a wholesaler in Maharashtra. */
const FACTS: Partial<DocumentContent> = {
  number: 'WS-2627-000001',
  issued_on: '2026-11-22',
  order_number: 'WSO-7F3K-9Q2M',
  store_order_id: 'A-1001',
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
  signatory: 'Meera Shah',
};

/** Describes an invoice from Maharashtra to Karnataka with a delivery charge of 100 rupees. */
export function givenInvoice({
  goods = GOODS,
  ...content
}: Partial<DocumentContent> & { goods?: Goods[] } = {}): DocumentContent {
  const client = content.supply === 'intra_state' ? MAHARASHTRA : KARNATAKA;
  const withUnit = goods.map((item) => ({ unit: 'PCS', ...item }));
  const made = invoiceOf({ position: 1, client, goods: withUnit, deliveryMinor: 10_000 });
  return { ...made.content, ...FACTS, ...content };
}

/** Describes a credit note over the whole invoice. */
export function givenCreditNote(invoice: DocumentContent, isWithTax = true): DocumentContent {
  const facts = { position: 1, issuedOn: '2026-11-30', isWithTax };
  const { number, issued_on, ...note } = noteOf(
    [{ content: invoice }],
    invoice.total_minor,
    facts,
  ).content;
  return { ...note, ...FACTS, number, issued_on, ship_to: null, reason: 'Goods returned' };
}
