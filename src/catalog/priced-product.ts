import type { ProductDetails } from './product-record.js';
import type { Variation } from './variations.js';

/** A product as a client of a plan may order it; amounts in minor units, stock in units. */
export interface PricedProduct {
  id: number;
  sku: string;
  name: string;
  description: string;
  category: string;
  images: readonly string[];
  variations: readonly Variation[];
  /** What can be sold now, for every combination of the variations; {} without variations. */
  variationStocks: Readonly<Record<string, number>>;
  /** What can be sold now in all. */
  stockQty: number;
  priceMinor: number;
  deliveryChargeMinor: number;
  details: Readonly<ProductDetails>;
}

/** Neighbors by id, that are listed, serialized and compressed together: a change concerns one of them. */
export type ProductBlock = readonly PricedProduct[];
