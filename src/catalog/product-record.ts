import type { Product } from './product.entity.js';

/** A product as it is stored. */
export type ProductData = Pick<
  Product,
  | 'sku'
  | 'name'
  | 'description'
  | 'category'
  | 'images'
  | 'variations'
  | 'basePriceMinor'
  | 'deliveryChargeMinor'
  | 'active'
>;

/** A product as operators see it; amounts in minor units. */
export interface ProductRecord extends ProductData {
  id: number;
  createdAt: Date;
  updatedAt: Date;
  /** Every stock level, those of variations that are no longer offered too. */
  levels: { variationKey: string; onHand: number; reserved: number }[];
  /** The plans' own prices by plan code. */
  planPricesMinor: Record<string, number>;
}
