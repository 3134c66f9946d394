import { createHash } from 'node:crypto';
import type { CodedProduct, PricedProduct } from '../../../catalog/priced-product.js';
import {
  matchVariation,
  variationMatcher,
  type VariationProblem,
} from '../../../catalog/variations/variations.js';
import type { ErrorCode, FieldError } from '../../../platform/http/errors.js';
import { hashedTexts, type OrderTexts } from '../../order-texts.js';
import type { PricedLine } from '../order-amounts.js';

/** A store's order after validation of its form; absent texts are null. */
export interface OrderRequest extends OrderTexts {
  customer: { name: string; phone: string; email: string | null };
  shipping: { address: string; city: string; state: string; pincode: string; country: string };
  items: readonly RequestedItem[];
  storeOrderId: string | null;
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
export function requestHash({ customer, shipping, items, ...texts }: OrderRequest): Buffer {
  const fields = [
    [customer.name, customer.phone, customer.email],
    [shipping.address, shipping.city, shipping.state, shipping.pincode, shipping.country],
    items.map(({ sku, quantity, variation }) => [sku, quantity, variation]),
    ...hashedTexts(texts),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/** Finds the combinations of all products of the price list that have a code. */
export type FindByCode = (code: string) => CodedProduct[];

/** The product and the key of the combination that an item means, or the field of the item that means none. */
type Article = { product: PricedProduct; key: string | null } | { problem: ItemProblem };

/** Validates every item against the products that the client may order, all of one snapshot. */
export function validateItems(
  items: readonly RequestedItem[],
  products: readonly PricedProduct[],
  findByCode: FindByCode,
): ValidatedItems {
  const meant = articleFinder(products, findByCode);
  const outcomes = items.map((item, index): { line: OrderLine } | { problem: ItemProblem } => {
    const article = meant(item);
    if (!('problem' in article)) return { line: toLine(item, article) };
    const { problem } = article;
    return { problem: { ...problem, field: `items.${index}.${problem.field}` } };
  });
  const lines = outcomes.flatMap((outcome) => ('line' in outcome ? [outcome.line] : []));
  const problems = outcomes.flatMap((outcome, index) => {
    if ('problem' in outcome) return [outcome.problem];
    const { available } = outcome.line;
    const requested = requestedOf(lines, outcome.line);
    return requested > available ? [shortageError(index, requested, available)] : [];
  });
  return problems.length > 0 ? { problems } : { lines };
}

/** Makes a function that finds what items mean. A SKU wins over the code of a combination. */
export function articleFinder(
  products: readonly PricedProduct[],
  findByCode: FindByCode,
): (item: RequestedItem) => Article {
  const bySku = new Map(
    products.map((product) => [
      product.sku,
      { product, match: variationMatcher(product.variations, product.variationCodes) },
    ]),
  );
  return ({ sku, variation }) => {
    const known = bySku.get(sku);
    if (known === undefined) return articleOfCode(sku, variation, findByCode(sku));
    const match = known.match(variation);
    if ('problem' in match) return variationProblem(match.problem, match.keys);
    return { product: known.product, key: match.key };
  };
}

/** Finds what a code means that was sent as SKU. A variation next to it must be of the same combination. */
function articleOfCode(code: string, variation: string | null, found: CodedProduct[]): Article {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) {
    const { product, variationKey: key } = only;
    if (variation === null) return { product, key };
    const match = matchVariation(product.variations, variation, product.variationCodes);
    return 'key' in match && match.key === key
      ? { product, key }
      : variationProblem('variation_unknown', [key]);
  }
  const skus = [...new Set(found.map(({ product }) => product.sku))];
  const message =
    only === undefined
      ? `unknown SKU ${JSON.stringify(code)}: expected a product of your price list`
      : `a code of several combinations: send sku and variation, such as ${skus.slice(0, NAMED_SKUS_MAX).join(', ')}`;
  return { problem: { field: 'sku', code: 'unknown_sku', message } };
}

function variationProblem(code: VariationProblem, keys: readonly string[]): Article {
  return { problem: { field: 'variation', code, message: VARIATION_MESSAGES[code], keys } };
}

function toLine(
  { quantity, variation }: RequestedItem,
  { product, key }: { product: PricedProduct; key: string | null },
): OrderLine {
  return {
    productId: product.id,
    sku: product.sku,
    name: product.name,
    variation,
    variationKey: key,
    quantity,
    unitPriceMinor: product.priceMinor,
    deliveryChargeMinor: product.deliveryChargeMinor,
    available: key === null ? product.stockQty : (product.variationStocks[key] ?? 0),
  };
}

/** SKUs that the refusal of a code of several products names. */
const NAMED_SKUS_MAX = 5;

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
