import type { ProductDetails } from './details/product-details.js';
import type { Product } from './product.entity.js';

/** A product as it is stored. */
export type ProductData = Pick<
  Product,
  | keyof ProductDetails
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

/** A product as people in the warehouse name it. */
export type Article = Pick<Product, 'sku' | 'name'>;

/** A product with its plan prices; amounts in minor units. */
export interface PricedRecord extends ProductData {
  id: number;
  createdAt: Date;
  updatedAt: Date;
  /** The plans' own prices by plan code. */
  planPricesMinor: Record<string, number>;
}

/** A plan's own price that begins later. */
export interface UpcomingPrice {
  /** The code of the plan. */
  plan: string;
  priceMinor: number;
  effectiveFrom: Date;
}

/** A product as operators see it: with its prices and stock. */
export interface ProductRecord extends PricedRecord {
  /** All stock levels, including those of combinations that are no longer offered. */
  levels: readonly { variationKey: string; onHand: number; reserved: number }[];
  /** Ordered by the time at which they begin. */
  upcomingPrices: readonly UpcomingPrice[];
  /** Characters of its texts that no document can show. Null: each can be shown. */
  unprintable: string[] | null;
}
