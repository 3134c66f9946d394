import { PRODUCT_DETAILS, type DetailKind } from '../../../catalog/details/product-details.js';
import type { ProductData } from '../../../catalog/product-record.js';

/** Field of a product that a catalog file fills. */
export interface ProductField {
  /** Name in code, and of the column of `import_rows`. */
  property: keyof ProductData;
  /** Column of `products`, and key in the audit log. */
  column: string;
  type: 'text' | 'integer' | 'bigint' | 'boolean' | 'jsonb';
  /** True if a file has it in units of a hundred stored ones. */
  isHundredths?: boolean;
  fileColumn: string;
}

const DETAIL_TYPES = {
  text: { type: 'text' },
  code: { type: 'text' },
  weight: { type: 'integer' },
  percent: { type: 'integer', isHundredths: true },
  money: { type: 'bigint', isHundredths: true },
  codes: { type: 'jsonb' },
  images: { type: 'jsonb' },
} as const satisfies Record<DetailKind, Pick<ProductField, 'type' | 'isHundredths'>>;

/** All fields of products that a catalog file fills. */
export const PRODUCT_FIELDS: readonly ProductField[] = [
  text('sku'),
  text('name'),
  text('description'),
  text('category'),
  amount('basePriceMinor', 'base_price'),
  amount('deliveryChargeMinor', 'delivery_charge'),
  { property: 'active', column: 'active', type: 'boolean', fileColumn: 'active' },
  { property: 'images', column: 'images', type: 'jsonb', fileColumn: 'images' },
  { property: 'variations', column: 'variations', type: 'jsonb', fileColumn: 'variations' },
  ...PRODUCT_DETAILS.map(({ name, property, column, kind }) => ({
    property,
    column,
    ...DETAIL_TYPES[kind],
    fileColumn: name,
  })),
];

function text(name: 'sku' | 'name' | 'description' | 'category'): ProductField {
  return { property: name, column: name, type: 'text', fileColumn: name };
}

function amount(
  property: 'basePriceMinor' | 'deliveryChargeMinor',
  fileColumn: string,
): ProductField {
  const column = `${fileColumn}_minor`;
  return { property, column, type: 'bigint', isHundredths: true, fileColumn };
}
