import { ApiProperty } from '@nestjs/swagger';
import type { PricedProduct } from '../catalog/priced-product.js';
import { VARIATION_STOCKS_SCHEMA } from '../catalog/variation-stocks.schema.js';

export class StockRecordDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty()
  sku: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Pieces that can be sold now' })
  stock_qty: number;

  @ApiProperty({ description: 'Whether stock_qty is more than 0' })
  in_stock: boolean;

  @ApiProperty()
  has_variations: boolean;

  @ApiProperty(VARIATION_STOCKS_SCHEMA)
  variation_stocks: Record<string, number>;
}

export function toStockRecord(product: PricedProduct): StockRecordDto {
  return {
    success: true,
    sku: product.sku,
    stock_qty: product.stockQty,
    in_stock: product.stockQty > 0,
    has_variations: product.variations.length > 0,
    variation_stocks: { ...product.variationStocks },
  };
}
