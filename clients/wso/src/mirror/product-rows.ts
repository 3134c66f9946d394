import type { FeedProductDto, ProductListItemDto } from '../../../typescript/src/index.js';
import { TABLES } from '../database/tables.js';
import type { NewRow } from '../database/rows.js';

/** Fields that a mirrored product needs in addition to those of the list. */
export const PRODUCT_FIELDS = 'variations,delivery,details';

/** Rows of some products, by table. */
export interface ProductRows {
  product: NewRow<typeof TABLES.product>[];
  variation: NewRow<typeof TABLES.variation>[];
  image: NewRow<typeof TABLES.image>[];
  stock: NewRow<typeof TABLES.stock>[];
}

/** Makes the rows of products as the tables hold them. */
export function productRowsOf(
  products: readonly (FeedProductDto | ProductListItemDto)[],
): ProductRows {
  return {
    product: products.map(({ pricing, ...product }) => ({ ...product, ...pricing })),
    variation: products.flatMap(({ sku, variations = [] }) =>
      variations.flatMap(({ name, values }, position) =>
        values.map((value, index) => ({
          sku,
          name,
          value,
          position: position + 1,
          value_position: index + 1,
        })),
      ),
    ),
    image: products.flatMap(({ sku, images }) =>
      images.map((url, index) => ({ sku, position: index + 1, url })),
    ),
    stock: products.flatMap(
      ({ sku, stock_qty: total, variation_stocks: stocks = {}, ...product }) =>
        [['', total] as const, ...Object.entries(stocks)].map(([key, quantity], position) => ({
          sku,
          position,
          variation_key: key,
          stock_qty: quantity,
          code: product.variation_codes?.[key] ?? null,
          image_url: product.variation_images?.[key] ?? null,
        })),
    ),
  };
}
