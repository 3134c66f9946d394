import { createHash } from 'node:crypto';
import type { PricedProduct } from '../../../catalog/priced-product.js';
import { variationMatcher, type VariationMatch } from '../../../catalog/variations/variations.js';
import type { ErrorCode, FieldError } from '../../../platform/http/errors.js';
import type { PricedLine } from '../order-amounts.js';

/** A store's order after validation of its form; absent texts are null. */
export interface OrderRequest {
  customer: { name: string; phone: string; email: string | null };
  shipping: { address: string; city: string; state: string; pincode: string; country: string };
  items: readonly RequestedItem[];
  storeOrderId: string | null;
  notes: string | null;
}

export interface RequestedItem {
  sku: string;
  quantity: number;
  variation: string | null;
}

/** A requested item with the product and combination it means; prices in minor units. */
export interface OrderLine extends PricedLine {
  sku: string;
  name: string;
  variation: string | null;
  variationKey: string | null;
  /** Available units of the product or combination, for all lines together. */
  available: number;
}

/** A problem of an item, with a code of the error table. */
export interface ItemProblem extends FieldError {
  code: ErrorCode;
}

/** The order's lines, or all problems of its items. */
export type ValidatedItems = { lines: OrderLine[] } | { problems: ItemProblem[] };

/** Computes the SHA-256 of the whole request, which identifies a repetition with the same idempotency key. */
export function repetitionHash(request: OrderRequest, hash = requestHash(request)): Buffer {
  return createHash('sha256').update(hash).update(JSON.stringify(request.storeOrderId)).digest();
}

/**
 * Computes the SHA-256 of a request without its store order id. It distinguishes a repeated request from a different one with
 * the same id.
 */
export function requestHash({ customer, shipping, items, notes }: OrderRequest): Buffer {
  const fields = [
    [customer.name, customer.phone, customer.email],
    [shipping.address, shipping.city, shipping.state, shipping.pincode, shipping.country],
    items.map(({ sku, quantity, variation }) => [sku, quantity, variation]),
    notes,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/** Validates every item against the products that the client may order, all of one snapshot. */
export function validateItems(
  items: readonly RequestedItem[],
  products: readonly PricedProduct[],
): ValidatedItems {
  const bySku = new Map(
    products.map((product) => [
      product.sku,
      { product, match: variationMatcher(product.variations) },
    ]),
  );
  const outcomes = items.map((item, index) => validateItem(item, index, bySku.get(item.sku)));
  const lines = outcomes.flatMap((outcome) => ('line' in outcome ? [outcome.line] : []));
  const problems = outcomes.flatMap((outcome, index) => {
    if ('problem' in outcome) return [outcome.problem];
    const { available } = outcome.line;
    const requested = requestedOf(lines, outcome.line);
    return requested > available ? [shortageError(index, requested, available)] : [];
  });
  return problems.length > 0 ? { problems } : { lines };
}

function validateItem(
  { sku, quantity, variation }: RequestedItem,
  index: number,
  known: { product: PricedProduct; match: (text: string | null) => VariationMatch } | undefined,
): { line: OrderLine } | { problem: ItemProblem } {
  if (known === undefined) {
    const message = `unknown SKU ${JSON.stringify(sku)}: expected a product of your price list`;
    return { problem: { field: `items.${index}.sku`, code: 'unknown_sku', message } };
  }
  const { product } = known;
  const match = known.match(variation);
  if ('problem' in match) {
    const field = `items.${index}.variation`;
    const message = VARIATION_MESSAGES[match.problem];
    return { problem: { field, code: match.problem, message, keys: match.keys } };
  }
  const { key } = match;
  return {
    line: {
      productId: product.id,
      sku,
      name: product.name,
      variation,
      variationKey: key,
      quantity,
      unitPriceMinor: product.priceMinor,
      deliveryChargeMinor: product.deliveryChargeMinor,
      available: key === null ? product.stockQty : (product.variationStocks[key] ?? 0),
    },
  };
}

const VARIATION_MESSAGES = {
  variation_required: 'variation is required: expected one of "keys"',
  variation_unknown: 'unknown variation: expected one of "keys"',
  variation_ambiguous: 'ambiguous variation: expected one of "keys"',
} as const;

/** Computes the total quantity of all lines with the same product and combination. */
function requestedOf(lines: readonly OrderLine[], { productId, variationKey }: OrderLine): number {
  return lines
    .filter((line) => line.productId === productId && line.variationKey === variationKey)
    .reduce((sum, line) => sum + line.quantity, 0);
}

/** Makes the refusal of a line for too little stock. */
export function shortageError(index: number, requested: number, available: number): ItemProblem {
  return {
    field: `items.${index}.quantity`,
    code: 'insufficient_stock',
    message: `requested ${requested}, only ${available} available`,
    requested,
    available,
  };
}
