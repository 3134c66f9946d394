import { combinationFinder } from '../catalog/variations/combinations.js';
import { variationKeys } from '../catalog/variations/variation-keys.js';
import { type Variation } from '../catalog/variations/variations.js';
import { LIMITS } from '../platform/config/limits.js';
import { AppError, invalidField } from '../platform/http/errors.js';
import { Field, WholeNumber } from '../platform/http/input/fields.js';
import type { StockQuantity } from './stock-key.js';

/** Units on hand from an operator's input: one number, or numbers by variation key; null: not given. */
export interface StockInput {
  stockQty: number | null;
  variationStocks: Readonly<Record<string, number>> | null;
}

/** Fields `stock_qty` and `variation_stocks`, the units on hand. */
export class StockInputDto {
  @WholeNumber({
    min: 0,
    max: LIMITS.stockQuantity,
    optional: true,
    api: { description: 'Units on hand of a product without variations' },
  })
  stock_qty?: number;

  @Field({
    optional: true,
    api: {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, maximum: LIMITS.stockQuantity },
      description: 'Units on hand by variation key; missing keys do not change',
    },
    rules: [
      {
        code: 'invalid_stock',
        message: `must map variation keys to whole numbers from 0 to ${LIMITS.stockQuantity}`,
        passes: isStockMap,
      },
    ],
  })
  variation_stocks?: Record<string, number>;
}

export function toStockInput(dto: StockInputDto): StockInput {
  return { stockQty: dto.stock_qty ?? null, variationStocks: dto.variation_stocks ?? null };
}

/**
 * Reads the levels that an input sets. Keys may be in any order, letter case and blanks.
 *
 * @throws AppError validation_failed for the field that does not fit the product, a variation that it does not have, or one
 *   that is named twice
 */
export function levelsOf(
  productId: number,
  variations: readonly Variation[],
  { stockQty, variationStocks }: StockInput,
): StockQuantity[] {
  const hasVariations = variations.length > 0;
  if (hasVariations && stockQty !== null) {
    throw refusal(
      'stock_qty',
      'must be omitted: the product has variations, send variation_stocks',
    );
  }
  if (!hasVariations && variationStocks !== null) {
    throw refusal(
      'variation_stocks',
      'must be omitted: the product has no variations, send stock_qty',
    );
  }
  if (variationStocks === null) {
    return stockQty === null ? [] : [{ productId, variationKey: '', quantity: stockQty }];
  }
  const find = combinationFinder(variationKeys(variations));
  const unknown = Object.keys(variationStocks).filter((key) => find(key) === undefined);
  if (unknown.length > 0) {
    throw refusal(
      'variation_stocks',
      `has keys of no variation of the product: ${unknown.join(', ')}`,
    );
  }
  const named = new Set<string>();
  return Object.entries(variationStocks).map(([key, quantity]) => {
    const variationKey = find(key)!;
    if (named.has(variationKey)) throw refusal('variation_stocks', `names ${key} more than once`);
    named.add(variationKey);
    return { productId, variationKey, quantity };
  });
}

function refusal(field: string, message: string): AppError {
  return invalidField(field, 'invalid_stock', `${field} ${message}`);
}

function isStockMap(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (quantity) => Number.isInteger(quantity) && quantity >= 0 && quantity <= LIMITS.stockQuantity,
    )
  );
}
