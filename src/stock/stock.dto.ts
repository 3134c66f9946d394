import { ApiProperty } from '@nestjs/swagger';
import type { CatalogProduct } from '../catalog/priced-product.js';
import { VARIATION_STOCKS_SCHEMA } from '../catalog/variations/variation-stocks.schema.js';
import { OrNull } from '../platform/http/openapi/or-null.js';

class ProductStockDto {
  @ApiProperty()
  sku: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Units available now' })
  stock_qty: number;

  @ApiProperty({ description: 'Whether stock_qty is more than 0' })
  in_stock: boolean;

  @ApiProperty()
  has_variations: boolean;

  @ApiProperty(VARIATION_STOCKS_SCHEMA)
  variation_stocks: Readonly<Record<string, number>>;
}

export class StockRecordDto extends ProductStockDto {
  @ApiProperty({ enum: [true] })
  success: true;
}

export class StockListDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({
    type: [ProductStockDto],
    description: 'In the order of the request, else by product id',
  })
  data: ProductStockDto[];

  @ApiProperty({ type: [String], description: 'Unknown or unavailable SKUs; stop polling them' })
  unknown: string[];

  @OrNull(String, 'null: last page')
  next_cursor: string | null;
}

export function toStockList(
  products: readonly CatalogProduct[],
  unknown: string[],
  nextCursor: string | null,
): StockListDto {
  return { success: true, data: products.map(toProductStock), unknown, next_cursor: nextCursor };
}

export function toStockRecord(product: CatalogProduct): StockRecordDto {
  return { success: true, ...toProductStock(product) };
}

export function toProductStock({
  facts,
  stockQty,
  variationStocks,
}: CatalogProduct): ProductStockDto {
  return {
    sku: facts.sku,
    stock_qty: stockQty,
    in_stock: stockQty > 0,
    has_variations: facts.variations.length > 0,
    variation_stocks: variationStocks,
  };
}
