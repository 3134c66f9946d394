import { ApiProperty } from '@nestjs/swagger';
import { toMajorUnits } from '../platform/money.js';
import { BlockListRepresenter } from '../platform/http/representation/chunked-list.js';
import type { PricedProduct } from './priced-product.js';
import { STOCK_POLL_SECONDS } from './poll-seconds.js';
import { VARIATION_STOCKS_SCHEMA } from './variation-stocks.schema.js';

class ListPricingDto {
  @ApiProperty({ description: "The wholesale price on the caller's plan", example: 240 })
  wholesale_price: number;

  @ApiProperty({ description: 'ISO 4217', example: 'INR' })
  currency: string;
}

export class ProductListItemDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty()
  category: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Units available now' })
  stock_qty: number;

  @ApiProperty({ type: [String], format: 'uri', description: 'https addresses' })
  images: string[];

  @ApiProperty()
  pricing: ListPricingDto;
}

export class ProductListDto {
  @ApiProperty({ enum: [true] })
  status: true;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'How many products there are, on all pages',
  })
  total: number;

  @ApiProperty({ type: [ProductListItemDto] })
  data: ProductListItemDto[];
}

class VariationDto {
  @ApiProperty({ example: 'Colour' })
  name: string;

  @ApiProperty({ type: [String] })
  values: string[];
}

class PricingDto {
  @ApiProperty({ description: "The wholesale price on the caller's plan", example: 240 })
  wholesale_price: number;
}

class ProductDto {
  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Units available now' })
  stock_qty: number;

  @ApiProperty()
  has_variations: boolean;

  @ApiProperty({ type: [VariationDto] })
  variations: VariationDto[];

  @ApiProperty(VARIATION_STOCKS_SCHEMA)
  variation_stocks: Record<string, number>;

  @ApiProperty({ description: 'Charge per product, independent of the quantity', example: 30 })
  delivery_charge: number;

  @ApiProperty()
  pricing: PricingDto;
}

export class ProductAnswerDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty()
  data: ProductDto;
}

/** Represents lists of products, in a currency (ISO 4217). */
export function productListRepresenter(currency: string): BlockListRepresenter<PricedProduct> {
  return new BlockListRepresenter(
    (product) => toProductListItem(product, currency),
    productListEnvelope,
    STOCK_POLL_SECONDS,
  );
}

/** The JSON text around a list's products; `total` counts those of all its pages. */
export function productListEnvelope(total: number): { head: string; tail: string } {
  return { head: `{"status":true,"total":${total},"data":[`, tail: ']}' };
}

/** What a list says of a product, in a currency (ISO 4217). */
export function toProductListItem(product: PricedProduct, currency: string): ProductListItemDto {
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    description: product.description,
    category: product.category,
    stock_qty: product.stockQty,
    images: [...product.images],
    pricing: { wholesale_price: toMajorUnits(product.priceMinor), currency },
  };
}

export function toProductAnswer(product: PricedProduct): ProductAnswerDto {
  return {
    success: true,
    data: {
      sku: product.sku,
      name: product.name,
      stock_qty: product.stockQty,
      has_variations: product.variations.length > 0,
      variations: product.variations.map(({ name, values }) => ({ name, values: [...values] })),
      variation_stocks: { ...product.variationStocks },
      delivery_charge: toMajorUnits(product.deliveryChargeMinor),
      pricing: { wholesale_price: toMajorUnits(product.priceMinor) },
    },
  };
}
