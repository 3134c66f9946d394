import { AppError, type FieldError } from '../../platform/http/errors.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { combinationFinder } from '../variations/combinations.js';
import { variationKeys } from '../variations/variation-keys.js';
import { NAMED_KEYS_MAX, offeredTexts, type Variation } from '../variations/variations.js';
import { shownPicture, storedPicture } from '../photos/photo-address.js';
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
  type TextsByVariation,
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
 * Gives texts by variation key the keys of the product. Those given may be in another order, letter case or with other blanks.
 *
 * @throws AppError validation_failed for combinations that the product does not have, or that are named twice
 */
export function withOwnKeys<Details extends Partial<ProductDetails>>(
  details: Details,
  variations: Variations,
): Details {
  const find = combinationFinder(variationKeys(variations));
  const own = { ...details };
  const fields = DETAILS_BY_VARIATION.flatMap(({ name, property }): FieldError[] => {
    const texts = details[property];
    if (texts == null) return [];
    const keys = Object.keys(texts);
    const found = keys.map((key) => find(key));
    const unknown = keys.filter((_, at) => found[at] === undefined);
    const seen = new Set<string | undefined>();
    const twice = keys.filter((_, at) => seen.size === seen.add(found[at]).size);
    if (unknown.length > 0)
      return [keyFault(name, 'has keys of no variation of the product', unknown)];
    if (twice.length > 0) return [keyFault(name, 'names variations more than once', twice)];
    own[property] = Object.fromEntries(keys.map((key, at) => [found[at]!, texts[key]!]));
    return [];
  });
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  return own;
}

function keyFault(field: string, problem: string, keys: readonly string[]): FieldError {
  const message = `${field} ${problem}: ${keys.slice(0, NAMED_KEYS_MAX).join(', ')}`;
  return { field, code: 'unknown_key', message };
}

/** Gives stored texts the keys of variations that are written in another way. Those of other combinations keep theirs. */
export function rekeyedTexts(
  product: ProductDetails,
  variations: Variations,
): Partial<ProductDetails> {
  const find = combinationFinder(variationKeys(variations));
  const texts = DETAILS_BY_VARIATION.flatMap(({ property }) => {
    const stored = Object.entries(product[property] ?? {});
    if (stored.length === 0) return [];
    return [[property, Object.fromEntries(stored.map(([key, text]) => [find(key) ?? key, text]))]];
  });
  return Object.fromEntries(texts) as Partial<ProductDetails>;
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
  if (typeof stored === 'object') {
    const offered = offeredTexts(stored, variations);
    return kind === 'images' && offered !== null ? mapValues(offered, shownPicture) : offered;
  }
  return IN_HUNDREDTHS[kind] ? toMajorUnits(Number(stored)) : stored;
}

function mapValues(texts: TextsByVariation, change: (text: string) => string): TextsByVariation {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]));
}

function toStored(kind: DetailKind, field: StoredDetail): StoredDetail {
  if (field === null || field === '') return null;
  if (typeof field === 'object') {
    if (Object.keys(field).length === 0) return null;
    return kind === 'images' ? mapValues(field, storedPicture) : field;
  }
  return IN_HUNDREDTHS[kind] ? toMinorUnits(Number(field)) : field;
}
