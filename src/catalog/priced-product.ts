import type { StoreDetails, TextsByVariation } from './details/product-details.js';
import type { Variation } from './variations/variations.js';

/** Fields of a product that sales do not change; amounts in minor units. */
export interface ProductFacts {
  id: number;
  sku: string;
  name: string;
  description: string;
  category: string;
  images: readonly string[];
  variations: readonly Variation[];
  active: boolean;
  /** Shown to test callers only. */
  isTest: boolean;
  basePriceMinor: number | null;
  /** The plans' own prices by plan id. */
  ownPricesMinor: Readonly<Record<string, number>> | null;
  deliveryChargeMinor: number;
  /** Null if no detail is known. */
  details: StoreDetails | null;
}

/** Units of a product that can be sold now. */
export interface SellableStock {
  /** For every combination of the variations; {} without variations. */
  variationStocks: Readonly<Record<string, number>>;
  /** All units of the product. */
  stockQty: number;
}

/** A product in memory, shared by all plans. Each change makes a new object, so that identity shows if it changed. */
export interface CatalogProduct extends SellableStock {
  facts: ProductFacts;
}

/**
 * Products with neighboring ids that are listed, serialized and compressed together. The block is another object once any of
 * them has changed.
 */
export type ProductBlock = readonly CatalogProduct[];

/** A product that can be ordered on a plan, and its price there in minor units. */
export interface Offer {
  product: CatalogProduct;
  priceMinor: number;
}

/** Fields of a product on a plan that orders need; amounts in minor units. */
export interface PricedProduct
  extends
    SellableStock,
    Pick<ProductFacts, 'id' | 'sku' | 'name' | 'category' | 'variations' | 'deliveryChargeMinor'> {
  priceMinor: number;
  /** Codes of combinations by variation key. */
  variationCodes: TextsByVariation;
}

/** A combination that can be ordered, found by its code. */
export interface CodedProduct {
  product: PricedProduct;
  variationKey: string;
}

const NO_CODES: TextsByVariation = {};

/** Puts an offer into one object. */
export function toPricedProduct({ product, priceMinor }: Offer): PricedProduct {
  const { id, sku, name, category, variations, deliveryChargeMinor, details } = product.facts;
  const { variationStocks, stockQty } = product;
  return {
    id,
    sku,
    name,
    category,
    variations,
    variationStocks,
    stockQty,
    priceMinor,
    deliveryChargeMinor,
    variationCodes: details?.variationCodes ?? NO_CODES,
  };
}
