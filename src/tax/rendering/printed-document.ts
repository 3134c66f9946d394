import { OWN_ACCENT } from '../../identity/brand/accent.js';
import type { Letterhead } from '../../identity/brand/brand.service.js';
import { isIndia } from '../../platform/country.js';
import { stateOfAddress } from '../../platform/gst/read-state.js';
import { stateName } from '../../platform/gst/states.js';
import type {
  Consignee,
  DocumentContent,
  Recipient,
  Supplier,
} from '../documents/document-content.js';
import type { Registration } from '../india/e-invoice/e-invoice-result.js';
import { addressLines } from '../../platform/gst/address-lines.js';
import { amountInWords } from './amount-in-words.js';
import { amountText, dayText } from '../../platform/figures.js';
import { hasTax, hsnTable, linesTable, type PrintedTable, taxesOf } from './printed-tables.js';

/** Copies of an invoice for goods. */
export const COPIES = ['original', 'duplicate', 'triplicate'] as const;
export type Copy = (typeof COPIES)[number];

/** The letterhead of a wholesaler who has chosen nothing. */
export const PLAIN: Letterhead = { accent: OWN_ACCENT, logo: null };

export interface PrintOptions {
  /** Copies to print. A document without copies has no mark of a copy. */
  copies?: readonly Copy[];
  /** True if it was printed before. */
  isReprint?: boolean;
  registration?: Registration | null;
}

/** A company or person with its address. */
export interface PrintedParty {
  heading: string;
  name: string;
  lines: string[];
}

/** Texts of a document in the order of the layout, the same on paper and as a page. */
export interface PrintedDocument {
  title: string;
  number: string;
  /** One for each copy of the document. */
  marks: (string | null)[];
  facts: [label: string, value: string][];
  supplier: PrintedParty;
  parties: PrintedParty[];
  /** Required statements, such as that of a supply to a special economic zone. */
  statements: string[];
  lines: PrintedTable;
  sums: [label: string, value: string][];
  total: [label: string, value: string];
  words: string;
  /** Null if no tax is printed. */
  hsn: PrintedTable | null;
  terms: string | null;
  signature: { company: string; signatory: string | null };
  /** With the text of its QR code; null: it is not registered. */
  registration: { facts: [label: string, value: string][]; qr: string } | null;
}

const COPY_MARKS: Record<Copy, string> = {
  original: 'Original for recipient',
  duplicate: 'Duplicate for transporter',
  triplicate: 'Triplicate for supplier',
};

/** Wording of rule 46. */
const SEZ_STATEMENTS = {
  with_payment:
    'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax (IGST)',
  without_payment:
    'Supply to SEZ unit or SEZ developer for authorised operations under bond or letter of undertaking (LUT) without payment of integrated tax (IGST)',
};

export function printedDocument(
  content: DocumentContent,
  { copies = [], isReprint = false, registration = null }: PrintOptions = {},
): PrintedDocument {
  const reprint = isReprint ? ['Duplicate (printed before)'] : [];
  const marks = copies.map((copy) => [COPY_MARKS[copy], ...reprint].join(' · '));
  return {
    title: titleOf(content),
    number: content.number,
    marks: marks.length > 0 ? marks : [reprint[0] ?? null],
    facts: factsOf(content),
    supplier: supplierParty(content.supplier),
    parties: [
      recipientParty(content.recipient),
      ...(content.ship_to === null ? [] : [consigneeParty(content.ship_to)]),
    ],
    statements: statementsOf(content),
    lines: linesTable(content),
    ...printedSums(content),
    words: amountInWords(content.total_minor),
    hsn: hsnTable(content),
    terms: content.terms,
    signature: { company: content.supplier.legal_name, signatory: content.signatory },
    registration: registration && {
      facts: [
        ['IRN', registration.irn],
        ['Acknowledgement number', registration.ack_no],
        ['Acknowledged on', registration.ack_date],
      ],
      qr: registration.signed_qr,
    },
  };
}

/** Picks the title that the law requires. */
export function titleOf({ kind, is_with_tax }: DocumentContent): string {
  if (kind === 'invoice') return 'Tax Invoice';
  if (kind === 'bill_of_supply') return 'Bill of Supply';
  return is_with_tax ? 'Credit Note' : 'Commercial Credit Note';
}

function factsOf(content: DocumentContent): [string, string][] {
  const { place_of_supply: place } = content;
  return [
    ['Number', content.number],
    ['Date', dayText(content.issued_on)],
    ['Order', content.order_number],
    ...(content.store_order_id === null
      ? []
      : [["Store's order", content.store_order_id] as [string, string]]),
    ['Place of supply', `${place.name} (${place.state})`],
    ...(content.kind === 'invoice'
      ? [['Tax payable on reverse charge', 'No'] as [string, string]]
      : []),
  ];
}

function supplierParty({ legal_name, trade_name, gstin, address }: Supplier): PrintedParty {
  return {
    heading: 'Supplier',
    name: trade_name ?? legal_name,
    lines: [
      ...(trade_name === null ? [] : [legal_name]),
      ...addressLines(address),
      `GSTIN ${gstin}`,
    ],
  };
}

function recipientParty({ name, gstin, address }: Recipient): PrintedParty {
  return {
    heading: 'Bill to',
    name,
    lines: [
      ...(address === null ? [] : addressLines(address)),
      gstin === null ? 'Unregistered' : `GSTIN ${gstin}`,
    ],
  };
}

function consigneeParty(consignee: Consignee): PrintedParty {
  const { name, address, city, state, pincode, country } = consignee;
  const code = isIndia(country) ? stateOfAddress(state, pincode) : null;
  const region = code === null ? state : `State: ${stateName(code)} (${code})`;
  return {
    heading: 'Ship to',
    name,
    // Its line breaks could fill the page.
    lines: [
      address.split(/\s*[\r\n]+\s*/).join(', '),
      `${city} ${pincode}`,
      isIndia(country) ? region : `${state}, ${country}`,
    ],
  };
}

function statementsOf(content: DocumentContent): string[] {
  const { recipient, kind, is_with_tax, reason } = content;
  return [
    ...(kind === 'invoice' && recipient.sez !== null ? [SEZ_STATEMENTS[recipient.sez]] : []),
    ...(kind === 'credit_note' && !is_with_tax
      ? ['Without tax: the time in which the tax of these documents could be taken back has ended']
      : []),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ];
}

function printedSums(content: DocumentContent): Pick<PrintedDocument, 'sums' | 'total'> {
  const sums: [string, number][] = hasTax(content)
    ? [
        ['Taxable value', content.taxable_minor],
        ...taxesOf(content).map(({ name, sum }) => [name, sum] as [string, number]),
      ]
    : [];
  return {
    sums: sums.map(([label, amount]) => [label, amountText(amount)]),
    total: [
      content.kind === 'credit_note' ? 'Total credited' : 'Total',
      `₹${amountText(content.total_minor)}`,
    ],
  };
}
