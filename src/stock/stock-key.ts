/** One stock level: a product, or one combination of its variations ('' without). */
export interface StockKey {
  productId: number;
  variationKey: string;
}

/** Pieces of one stock level. */
export interface StockQuantity extends StockKey {
  quantity: number;
}
