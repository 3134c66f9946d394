import {
  PRODUCT_DETAILS,
  type DetailFields,
  type DetailKind,
  type KindByVariation,
  type TextsByVariation,
} from '../../../../../src/catalog/details/product-details.ts';
import {
  changesKeys,
  combinationFinder,
  unitsOutOfSale,
} from '../../../../../src/catalog/variations/combinations.ts';
import { variationKeys } from '../../../../../src/catalog/variations/variation-keys.ts';
import type {
  ChangeProductDto,
  CreateProductDto,
  ProductRecordDto,
  VariationInputDto,
} from '../../../api/generated/admin-types';
import { changedFields } from '../../../shared/changed-fields';
import { typedNumber } from '../../../shared/forms/typed-number';

/** The details of a product in the fields of a form. */
type DetailValues = {
  [Name in keyof DetailFields]: NonNullable<DetailFields[Name]> extends TextsByVariation
    ? Record<string, string>
    : string;
};

/** The values of a product in the fields of a form. */
export interface ProductValues extends DetailValues {
  sku: string;
  name: string;
  category: string;
  description: string;
  active: boolean;
  base_price: string;
  delivery_charge: string;
  /** One address per line. */
  images: string;
  /** Variations, one per line, such as `Size: M, L`. */
  variations: string;
  /** Units on hand of a new product without variations. */
  stock_qty: string;
  /** Units that the person has agreed to take out of sale. */
  unitsOutOfSale: number;
}

/** Combinations that a product may have. */
const COMBINATIONS_MAX = 1_000;

export const NEW_PRODUCT: ProductValues = {
  sku: '',
  name: '',
  category: '',
  description: '',
  active: true,
  base_price: '',
  delivery_charge: '',
  images: '',
  variations: '',
  ...detailValues({}),
  stock_qty: '',
  unitsOutOfSale: 0,
};

/** Reads the fields of an existing product. */
export function toValues(product: ProductRecordDto): ProductValues {
  const { base_price: price, delivery_charge: delivery } = product;
  return {
    sku: product.sku,
    name: product.name,
    category: product.category,
    description: product.description,
    active: product.active,
    base_price: price == null ? '' : price.toFixed(2),
    delivery_charge: delivery === undefined ? '' : delivery.toFixed(2),
    images: product.images.join('\n'),
    variations: product.variations
      .map(({ name, values }) => `${name}: ${values.join(', ')}`)
      .join('\n'),
    ...detailValues(product),
    stock_qty: '',
    unitsOutOfSale: 0,
  };
}

/** What the form would do to the combinations of a product that stays. */
export function effectOf(
  { variations, variation_stocks: byKey, stock_qty: units }: ProductRecordDto,
  values: ProductValues,
): { outOfSale: number; hasOtherKeys: boolean } {
  const given = linesOf(values.variations).map(toVariation);
  const available = variations.length === 0 ? { '': units } : byKey;
  return {
    outOfSale: unitsOutOfSale(available, given),
    hasOtherKeys: changesKeys(variations, given),
  };
}

export function toNewProduct(values: ProductValues): CreateProductDto {
  const { base_price: price, delivery_charge: delivery } = values;
  return {
    ...shared(values),
    base_price: typedNumber(price),
    delivery_charge: typedNumber(delivery),
    ...(values.stock_qty.trim() !== '' && { stock_qty: typedNumber(values.stock_qty) }),
  };
}

/** Picks the fields that the person changed: a colleague may have changed the others meanwhile. */
export function toChange(values: ProductValues, before: ProductValues): ChangeProductDto {
  const change = changedFields(fieldsOf(before), fieldsOf(values));
  if (change.variations === undefined) return change;
  return { ...change, reorder_variations: true, confirm: values.unitsOutOfSale > 0 };
}

function fieldsOf(values: ProductValues): ChangeProductDto {
  const { base_price: price, delivery_charge: delivery } = values;
  return { ...shared(values), base_price: numberOf(price), delivery_charge: typedNumber(delivery) };
}

/** Lists the keys of the combinations that a form has, or none while there are more than a product may have. */
export function keysOf(values: ProductValues): string[] {
  const variations = linesOf(values.variations).map(toVariation);
  const count = variations.reduce((product, { values: offered }) => product * offered.length, 1);
  return count > COMBINATIONS_MAX ? [] : variationKeys(variations);
}

function shared(
  values: ProductValues,
): Omit<CreateProductDto, 'base_price' | 'delivery_charge' | 'stock_qty'> {
  const { sku, name, category, description, active } = values;
  return {
    sku,
    name,
    category,
    description,
    active,
    images: linesOf(values.images),
    variations: linesOf(values.variations).map(toVariation),
    ...detailFields(values),
  };
}

function detailValues(details: Partial<DetailFields>): DetailValues {
  const values = PRODUCT_DETAILS.map(({ name, section }) => [
    name,
    section === 'variations' ? { ...details[name] } : String(details[name] ?? ''),
  ]);
  return Object.fromEntries(values) as DetailValues;
}

function detailFields(values: ProductValues): Partial<DetailFields> {
  const keys = keysOf(values);
  const fields = PRODUCT_DETAILS.map((detail) => {
    if (detail.section === 'variations')
      return [detail.name, textsOf(values[detail.name], keys)] as const;
    const value = values[detail.name];
    return [detail.name, IS_NUMBER[detail.kind] ? numberOf(value) : value] as const;
  });
  return Object.fromEntries(fields) as Partial<DetailFields>;
}

const IS_NUMBER: Record<Exclude<DetailKind, KindByVariation>, boolean> = {
  text: false,
  code: false,
  weight: true,
  percent: true,
  money: true,
};

/** Makes a function that reads the text of a combination, also while its variations are written in another order. */
export function textFinder(texts: TextsByVariation): (key: string) => string {
  const find = combinationFinder(Object.keys(texts));
  return (key) => texts[find(key) ?? ''] ?? '';
}

function textsOf(texts: TextsByVariation, keys: readonly string[]): TextsByVariation {
  const textOf = textFinder(texts);
  const given = keys.map((key) => [key, textOf(key).trim()]);
  return Object.fromEntries(given.filter(([, text]) => text !== '')) as TextsByVariation;
}

function toVariation(line: string): VariationInputDto {
  const colon = line.indexOf(':');
  const values = line.slice(colon + 1).split(',');
  return {
    name: colon < 0 ? '' : line.slice(0, colon).trim(),
    values: values.map((value) => value.trim()).filter((value) => value !== ''),
  };
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : typedNumber(text);
}

/** Lists the lines of a text that are not blank. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
