import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import {
  PRODUCT_DETAILS,
  STORE_DETAILS,
  type DetailFields,
  type DetailKind,
  type ProductDetails,
  type StoreDetails,
} from './product-details.js';

type Stored = string | number | null;

/** Details of a product without any. */
export const NO_DETAILS = detailsOf(() => null);

const NO_STORE_DETAILS = storeDetailsJson(NO_DETAILS);

/** Returns the details of a product without its other fields. */
export function pickDetails(product: ProductDetails): ProductDetails {
  return detailsOf((property) => product[property]);
}

/** Returns details in the form of the APIs. */
export function detailFields(details: ProductDetails): DetailFields {
  const fields = PRODUCT_DETAILS.map(({ name, property, kind }): [string, Stored] => [
    name,
    toField(kind, details[property]),
  ]);
  return Object.fromEntries(fields) as DetailFields;
}

/** Returns `,"name":value` for each detail that stores receive; null: nothing is known. */
export function storeDetailsText(details: StoreDetails | null): string {
  return details === null ? NO_STORE_DETAILS : storeDetailsJson(details);
}

/** Returns the details that a request sets. undefined leaves a detail unchanged, and '' removes a text. */
export function givenDetails(fields: Partial<DetailFields>): Partial<ProductDetails> {
  const given = PRODUCT_DETAILS.flatMap(({ name, property, kind }): [string, Stored][] => {
    const value = fields[name];
    return value === undefined ? [] : [[property, toStored(kind, value)]];
  });
  return Object.fromEntries(given);
}

function detailsOf(valueOf: (property: keyof ProductDetails) => Stored): ProductDetails {
  return Object.fromEntries(
    PRODUCT_DETAILS.map(({ property }) => [property, valueOf(property)]),
  ) as ProductDetails;
}

function storeDetailsJson(details: StoreDetails): string {
  return STORE_DETAILS.map(
    ({ name, property, kind }) => `,"${name}":${JSON.stringify(toField(kind, details[property]))}`,
  ).join('');
}

function toField(kind: DetailKind, stored: Stored): Stored {
  return kind === 'percent' && stored !== null ? toMajorUnits(Number(stored)) : stored;
}

function toStored(kind: DetailKind, field: Stored): Stored {
  if (field === null || field === '') return null;
  // Hundredths of a percent are basis points, as hundredths of a major unit are minor units.
  return kind === 'percent' ? toMinorUnits(Number(field)) : field;
}
