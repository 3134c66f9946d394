import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { decoratedClass } from './details/decorated-class.js';
import {
  DETAIL_RANGES,
  STORE_DETAILS,
  type DetailDocs,
  type DetailKind,
  type StoreDetailFields,
} from './details/product-details.js';
import { storeDetailFields } from './details/detail-values.js';
import type { Inclusion } from './listing/include.js';
import { shownPictures } from './photos/photo-address.js';
import type { CatalogProduct, Offer, ProductFacts } from './priced-product.js';
import { toMajorUnits } from '../platform/money.js';
import { VARIATION_STOCKS_SCHEMA } from './variations/variation-stocks.schema.js';

class ListPricingDto {
  @ApiProperty({ description: "The wholesale price on the caller's plan", example: 240 })
  wholesale_price: number;

  @ApiProperty({ description: 'ISO 4217', example: 'INR' })
  currency: string;
}

class VariationDto {
  @ApiProperty({ example: 'Colour' })
  name: string;

  @ApiProperty({ type: [String] })
  values: readonly string[];
}

const DETAIL_SCHEMAS = {
  text: { type: String },
  code: { type: String },
  weight: { type: 'integer', minimum: DETAIL_RANGES.weight.min },
  percent: { type: Number, minimum: DETAIL_RANGES.percent.min, maximum: DETAIL_RANGES.percent.max },
  money: { type: Number, minimum: DETAIL_RANGES.money.min },
  codes: { type: 'object', additionalProperties: { type: 'string' } },
  images: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
} as const satisfies Record<DetailKind, ApiPropertyOptions>;

/** The fields of `include=details`. */
const DetailedDto = decoratedClass<Partial<StoreDetailFields>>(
  STORE_DETAILS.map(({ name, kind, docs }) => {
    const { description = '', ...rest }: DetailDocs = 'stores' in docs ? docs.stores : {};
    const options = {
      ...DETAIL_SCHEMAS[kind],
      ...rest,
      nullable: true,
      description: `Only with \`include=details\`; null: not known. ${description}`.trim(),
    };
    return [name, ApiPropertyOptional(options)];
  }),
);

export class ProductListItemDto extends DetailedDto {
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
  images: readonly string[];

  @ApiProperty()
  pricing: ListPricingDto;

  @ApiPropertyOptional({ description: 'Only with `include=variations`' })
  has_variations?: boolean;

  @ApiPropertyOptional({ type: [VariationDto], description: 'Only with `include=variations`' })
  variations?: VariationDto[];

  @ApiPropertyOptional({
    ...VARIATION_STOCKS_SCHEMA,
    description: `Only with \`include=variations\`. ${VARIATION_STOCKS_SCHEMA.description}`,
  })
  variation_stocks?: Readonly<Record<string, number>>;

  @ApiPropertyOptional({
    description: 'Only with `include=delivery`. Charge per product, independent of the quantity',
  })
  delivery_charge?: number;
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

class PricingDto {
  @ApiProperty({ description: "The wholesale price on the caller's plan", example: 240 })
  wholesale_price: number;
}

class ProductDto extends DetailedDto {
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
  variation_stocks: Readonly<Record<string, number>>;

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

/** Makes an item of the list, in a currency (ISO 4217). */
export function toListItem(
  { product, priceMinor }: Offer,
  currency: string,
  included: readonly Inclusion[] = [],
): ProductListItemDto {
  const { facts, stockQty } = product;
  const { id, sku, name, description, category, images } = facts;
  return {
    id,
    sku,
    name,
    description,
    category,
    stock_qty: stockQty,
    images: shownPictures(images),
    pricing: { wholesale_price: toMajorUnits(priceMinor), currency },
    ...(included.includes('variations') && variationFields(product)),
    ...(included.includes('delivery') && deliveryField(facts)),
    ...(included.includes('details') && storeDetailFields(facts.details, facts.variations)),
  };
}

/** Makes the list of some products; `total` counts those of all its pages. */
export function toProductList(
  offers: readonly Offer[],
  total: number,
  currency: string,
  included?: readonly Inclusion[],
): ProductListDto {
  const data = offers.map((offer) => toListItem(offer, currency, included));
  return { status: true, total, data };
}

/** Makes the answer for a single product. It always has all fields except the details. */
export function toProductAnswer(
  { product, priceMinor }: Offer,
  included: readonly Inclusion[] = [],
): ProductAnswerDto {
  const { facts, stockQty } = product;
  return {
    success: true,
    data: {
      sku: facts.sku,
      name: facts.name,
      stock_qty: stockQty,
      ...variationFields(product),
      ...deliveryField(facts),
      pricing: { wholesale_price: toMajorUnits(priceMinor) },
      ...(included.includes('details') && storeDetailFields(facts.details, facts.variations)),
    },
  };
}

function variationFields({
  facts: { variations },
  variationStocks,
}: CatalogProduct): Pick<ProductDto, 'has_variations' | 'variations' | 'variation_stocks'> {
  return {
    has_variations: variations.length > 0,
    variations: variations.map(({ name, values }) => ({ name, values })),
    variation_stocks: variationStocks,
  };
}

function deliveryField({ deliveryChargeMinor }: ProductFacts): Pick<ProductDto, 'delivery_charge'> {
  return { delivery_charge: toMajorUnits(deliveryChargeMinor) };
}

/** Writes the JSON text around a list's products; `total` counts those of all its pages. */
export function productListEnvelope(total: number): { head: string; tail: string } {
  return { head: `{"status":true,"total":${total},"data":[`, tail: ']}' };
}
