import { stateOfGstin } from '../../platform/gst/gstin.js';
import { stateOfAddress } from '../../platform/gst/read-state.js';
import { findState, stateName } from '../../platform/gst/states.js';
import type { FieldError } from '../../platform/http/errors.js';
import { splitTax, spread } from '../documents/tax-split.js';
import type {
  Consignee,
  DocumentDraft,
  DocumentLine,
  Recipient,
  Supplier,
} from '../documents/document-content.js';
import { sumsOf } from '../documents/document-sums.js';
import { addressOf, type TaxProfile } from '../profile/tax-profile.entity.js';
import type { ProductTax } from '../rates/tax-rates.service.js';

/** Units of an order's line in a shipment. */
export interface ShippedLine {
  orderLine: number;
  productId: number;
  sku: string;
  description: string;
  units: number;
  /** With tax, in minor units. */
  unitPriceMinor: number;
}

/** A shipment, as its invoice describes it. */
export interface ShippedGoods {
  shipmentId: number;
  orderNumber: string;
  storeOrderId: string | null;
  clientId: number;
  /** The delivery charge of the whole order, with tax. */
  deliveryMinor: number;
  shipTo: Consignee;
  lines: readonly ShippedLine[];
}

/** Goods that are not shipped yet. */
export interface GoodsToShip extends Pick<ShippedGoods, 'clientId' | 'shipTo'> {
  lines: readonly Pick<ShippedLine, 'productId' | 'sku' | 'unitPriceMinor'>[];
}

/** Facts that decide the tax of a shipment. */
export interface TaxFacts {
  profile: TaxProfile;
  recipient: Recipient;
  /** One for each line. */
  rates: readonly ProductTax[];
  /** True if the order has no invoice yet. This one then contains the delivery charge. */
  isFirst: boolean;
  isClockTrusted: boolean;
}

/** Lists what is missing for the invoice of a shipment. Fields contain the index of their line. */
export function missingFor(goods: GoodsToShip, facts: Omit<TaxFacts, 'isFirst'>): FieldError[] {
  const { profile, recipient, rates } = facts;
  const missing = goods.lines.flatMap(({ sku }, index) =>
    missingOf(`items.${index}`, sku, rates[index]!, profile.hsnDigits),
  );
  if (placeOfSupply(goods, facts) === null) {
    const isByDelivery = profile.placeOfSupply === 'delivery';
    missing.push({
      field: isByDelivery ? 'delivery' : 'client',
      code: 'client_state_missing',
      message: isByDelivery
        ? `The state of the delivery address is not known: ${goods.shipTo.state}`
        : `${recipient.name} has neither a GSTIN nor a billing address with a state`,
    });
  }
  if (!facts.isClockTrusted) {
    const message =
      'The clock of the database is not trusted, so the day of a document is not known';
    missing.push({ field: 'clock', code: 'clock_untrusted', message });
  }
  return missing;
}

/** Drafts the invoice of a shipment that has everything it needs. */
export function draftInvoice(goods: ShippedGoods, facts: TaxFacts): DocumentDraft {
  const { profile, recipient } = facts;
  const state = placeOfSupply(goods, facts)!;
  const isIntra = recipient.sez === null && state === profile.addressState;
  const supply = isIntra ? 'intra_state' : 'inter_state';
  const lines = linesOf(goods, facts, recipient.sez === 'without_payment' ? 'none' : supply);
  return {
    kind: lines.every(({ rate_bp }) => rate_bp === 0) ? 'bill_of_supply' : 'invoice',
    currency: 'INR',
    order_number: goods.orderNumber,
    store_order_id: goods.storeOrderId,
    shipment_id: goods.shipmentId,
    supplier: supplierOf(profile),
    recipient,
    ship_to: goods.shipTo,
    place_of_supply: { state, name: stateName(state) },
    supply,
    is_utgst: isIntra && findState(state)?.isUnionTerritory === true,
    is_with_tax: true,
    reason: null,
    lines,
    ...sumsOf(lines),
    terms: profile.terms,
    signatory: profile.signatory,
  };
}

function missingOf(
  field: string,
  sku: string,
  { hsn, rateBp }: ProductTax,
  hsnDigits: number,
): FieldError[] {
  const missing: FieldError[] = [];
  if (hsn === null || hsn.length < hsnDigits) {
    const message = `${sku} needs an HSN code with ${hsnDigits} digits or more`;
    missing.push({ field, code: 'hsn_missing', message, sku });
  }
  if (rateBp === null) {
    missing.push({
      field,
      code: 'gst_rate_missing',
      message: `${sku} needs a GST rate that is allowed today`,
      sku,
    });
  }
  return missing;
}

/** Finds the code of the state that the goods are supplied in, or null if it is not known. */
function placeOfSupply(
  { shipTo }: Pick<ShippedGoods, 'shipTo'>,
  { recipient, profile }: Pick<TaxFacts, 'recipient' | 'profile'>,
): string | null {
  if (recipient.gstin !== null) return stateOfGstin(recipient.gstin);
  if (profile.placeOfSupply === 'delivery') return stateOfAddress(shipTo.state, shipTo.pincode);
  return recipient.address?.state ?? null;
}

function linesOf(
  { lines, deliveryMinor }: ShippedGoods,
  { profile, rates, isFirst }: TaxFacts,
  kind: Parameters<typeof splitTax>[2],
): DocumentLine[] {
  const goods = lines.map(({ units, unitPriceMinor }) => units * unitPriceMinor);
  const bps = rates.map(({ rateBp }) => rateBp!);
  const weights = profile.deliveryTax === 'per_line' ? goods : onlyHighest(bps);
  const delivery = spread(isFirst ? deliveryMinor : 0, weights);
  return lines.map((line, index) => {
    const grossMinor = goods[index]! + delivery[index]!;
    const rateBp = bps[index]!;
    const { taxableMinor, cgstMinor, sgstMinor, igstMinor } = splitTax(grossMinor, rateBp, kind);
    return {
      line: index + 1,
      order_line: line.orderLine,
      sku: line.sku,
      description: line.description,
      hsn: rates[index]!.hsn!,
      unit: rates[index]!.unit,
      units: line.units,
      unit_price_minor: line.unitPriceMinor,
      delivery_minor: delivery[index]!,
      rate_bp: rateBp,
      gross_minor: grossMinor,
      taxable_minor: taxableMinor,
      cgst_minor: cgstMinor,
      sgst_minor: sgstMinor,
      igst_minor: igstMinor,
      credits: null,
    };
  });
}

/** Makes weights that give everything to the first line with the highest rate. */
function onlyHighest(bps: readonly number[]): number[] {
  const highest = bps.indexOf(Math.max(...bps));
  return bps.map((_, index) => (index === highest ? 1 : 0));
}

/** Describes the wholesaler for a document. */
function supplierOf(profile: TaxProfile): Supplier {
  return {
    legal_name: profile.legalName,
    trade_name: profile.tradeName,
    gstin: profile.gstin,
    address: addressOf(profile),
  };
}
