import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { decoratedClass } from './details/decorated-class.js';
import {
  DETAIL_RANGES,
  STORE_DETAILS,
  type DetailDocs,
  type DetailKind,
  type StoreDetailFields,
} from './details/product-details.js';
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
  values: string[];
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
  images: string[];

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
  variation_stocks?: Record<string, number>;

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

/** Writes the JSON text around a list's products; `total` counts those of all its pages. */
export function productListEnvelope(total: number): { head: string; tail: string } {
  return { head: `{"status":true,"total":${total},"data":[`, tail: ']}' };
}
