import { AppError, type FieldError } from '../../platform/http/errors.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { variationKeys } from '../variations/variation-keys.js';
import { NAMED_KEYS_MAX, offeredTexts, type Variation } from '../variations/variations.js';
import {
  DETAILS_BY_VARIATION,
  IN_HUNDREDTHS,
  PRODUCT_DETAILS,
  STORE_DETAILS,
  type DetailFields,
  type DetailKind,
  type ProductDetails,
  type StoreDetailFields,
  type StoreDetails,
  type StoredDetail,
} from './product-details.js';

type Variations = readonly Variation[];

/** Details of a product without any. */
export const NO_DETAILS = detailsOf(() => null);

/** Picks the details of a product without its other fields. */
export function pickDetails(product: ProductDetails): ProductDetails {
  return detailsOf((property) => product[property]);
}

/** Makes the details that stores receive; null: nothing is known. */
export function storeDetailFields(
  details: StoreDetails | null,
  variations: Variations,
): StoreDetailFields {
  const known = details ?? NO_DETAILS;
  const fields = STORE_DETAILS.map(({ name, property, kind }): [string, StoredDetail] => [
    name,
    toDetailField(kind, known[property], variations),
  ]);
  return Object.fromEntries(fields) as StoreDetailFields;
}

/**
 * Reads the details that a request sets. undefined leaves a detail unchanged, '' removes a text and {} all texts by variation
 * key.
 */
export function givenDetails(fields: Partial<DetailFields>): Partial<ProductDetails> {
  const given = PRODUCT_DETAILS.flatMap((row): [string, StoredDetail][] => {
    const value = fields[row.name];
    if (value === undefined) return [];
    const stored = toStored(row.kind, value);
    const isInCapitals = 'isInCapitals' in row && typeof stored === 'string';
    return [[row.property, isInCapitals ? stored.toUpperCase() : stored]];
  });
  return Object.fromEntries(given);
}

/**
 * Refuses texts of combinations that a product does not have.
 *
 * @throws AppError validation_failed
 */
export function validateVariationKeys(
  details: Partial<ProductDetails>,
  variations: Variations,
): void {
  const keys = new Set(variationKeys(variations));
  const fields = DETAILS_BY_VARIATION.flatMap(({ name, property }): FieldError[] => {
    const unknown = Object.keys(details[property] ?? {}).filter((key) => !keys.has(key));
    if (unknown.length === 0) return [];
    const named = unknown.slice(0, NAMED_KEYS_MAX).join(', ');
    const message = `${name} has keys of no variation of the product: ${named}`;
    return [{ field: name, code: 'unknown_key', message }];
  });
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
}

function detailsOf(valueOf: (property: keyof ProductDetails) => StoredDetail): ProductDetails {
  return Object.fromEntries(
    PRODUCT_DETAILS.map(({ property }) => [property, valueOf(property)]),
  ) as ProductDetails;
}

/** Makes a detail of a product with these variations in the form of the APIs. */
export function toDetailField(
  kind: DetailKind,
  stored: StoredDetail,
  variations: Variations,
): StoredDetail {
  if (stored === null) return null;
  if (typeof stored === 'object') return offeredTexts(stored, variations);
  return IN_HUNDREDTHS[kind] ? toMajorUnits(Number(stored)) : stored;
}

function toStored(kind: DetailKind, field: StoredDetail): StoredDetail {
  if (field === null || field === '') return null;
  if (typeof field === 'object') return Object.keys(field).length === 0 ? null : field;
  return IN_HUNDREDTHS[kind] ? toMinorUnits(Number(field)) : field;
}
