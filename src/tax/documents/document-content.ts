// The web application reads these types too.
import type { Sez } from '../../clients/sez.js';
import type { Address } from '../../platform/gst/address.js';

/** Kinds of documents; `canceled` is a number that was printed before a restore and is not used again. */
export const DOCUMENT_KINDS = ['invoice', 'bill_of_supply', 'credit_note', 'canceled'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface Supplier {
  legal_name: string;
  trade_name: string | null;
  gstin: string;
  address: Address;
}

/** The client, who owns the goods from their removal on. */
export interface Recipient {
  client_id: number;
  name: string;
  gstin: string | null;
  sez: Sez | null;
  address: Address | null;
}

/** The place that the goods go to, without telephone and e-mail. Its state and code are as the store sent them. */
export interface Consignee {
  name: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
}

/** The document that a line of a credit note takes back. */
export interface CreditedLine {
  number: string;
  /** YYYY-MM-DD. */
  issued_on: string;
  /** Number of the line in that document. */
  line: number;
  /** Part of the amount for units that came back; absent in notes without a basis. */
  goods_minor?: number;
}

/** Units of an order's line that came back and were inspected, at their price with tax. */
export interface ReturnedUnits {
  order_line: number;
  units: number;
  unit_price_minor: number;
}

/** How the amount of a refund was spread over its credit notes; amounts are in minor units. */
export interface CreditBasis {
  /** 2: returned units first. Notes without a basis have rule 1: by what is not credited yet of each line. */
  rule: 2;
  /** Sum of the earlier notes of the order. */
  credited_minor: number;
  amount_minor: number;
  /** Part of the amount for the delivery charge. */
  delivery_minor: number;
  /** All units of the order that were inspected so far. */
  returned_units: ReturnedUnits[];
}

/** A line of a document. Amounts are in minor units; in a credit note they are what it takes back. */
export interface DocumentLine {
  /** From 1. */
  line: number;
  order_line: number;
  sku: string;
  description: string;
  hsn: string;
  /** Unit quantity code of the tax office. */
  unit: string;
  /** In a credit note, returned units that are not in an earlier note, or null. */
  units: number | null;
  /** With tax; null in a credit note. */
  unit_price_minor: number | null;
  /** Share of the delivery charge that `gross_minor` contains. */
  delivery_minor: number;
  /** Tax rate in basis points: 1800 is 18 percent. */
  rate_bp: number;
  /** With tax and delivery. */
  gross_minor: number;
  taxable_minor: number;
  cgst_minor: number;
  /** Also UTGST. */
  sgst_minor: number;
  igst_minor: number;
  /** Null in an invoice. */
  credits: CreditedLine | null;
}

/** Sums of the lines, in minor units. */
export interface DocumentSums {
  total_minor: number;
  taxable_minor: number;
  cgst_minor: number;
  sgst_minor: number;
  igst_minor: number;
}

/** Everything that a document prints, as of its issue. It is stored as text and never changes. */
export interface DocumentContent extends DocumentSums {
  kind: Exclude<DocumentKind, 'canceled'>;
  /** At most 16 characters: WS-2627-000001. */
  number: string;
  /** Day in India, YYYY-MM-DD. */
  issued_on: string;
  currency: 'INR';
  order_number: string;
  /** The store's own id of the order. */
  store_order_id: string | null;
  /** Null in a credit note. */
  shipment_id: number | null;
  supplier: Supplier;
  recipient: Recipient;
  /** Null in a credit note. */
  ship_to: Consignee | null;
  /** State of the place of supply. */
  place_of_supply: { state: string; name: string };
  /** CGST and SGST within the state, otherwise IGST. */
  supply: 'intra_state' | 'inter_state';
  /** True if SGST is called UTGST. */
  is_utgst: boolean;
  /** False in a credit note after the last day on which tax can be taken back; its taxes are 0. */
  is_with_tax: boolean;
  /** Reason of a credit note; null in an invoice. */
  reason: string | null;
  /** Absent in an invoice. */
  basis?: CreditBasis;
  lines: DocumentLine[];
  terms: string | null;
  signatory: string | null;
}

/** A document without its place in a series. */
export type DocumentDraft = Omit<DocumentContent, 'number' | 'issued_on'>;
