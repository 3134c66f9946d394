import type { Product } from './product.entity.js';

/** What is known of a product beyond what orders need; null: not known. */
export type ProductDetails = Pick<Product, 'gtin' | 'hsn' | 'brand' | 'weightGrams' | 'gstRateBp'>;

export const NO_DETAILS: ProductDetails = {
  gtin: null,
  hsn: null,
  brand: null,
  weightGrams: null,
  gstRateBp: null,
};

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
  | 'shelf'
>;

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
  /** Every stock level, those of combinations that are no longer offered too. */
  levels: readonly { variationKey: string; onHand: number; reserved: number }[];
  /** The first to begin first. */
  upcomingPrices: readonly UpcomingPrice[];
}
