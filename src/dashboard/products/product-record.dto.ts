import { ApiProperty, IntersectionType, type ApiPropertyOptions } from '@nestjs/swagger';
import { GuardedAmount } from '../../platform/http/input/amounts.js';
import { toMajorUnits } from '../../platform/money.js';
import type { ProductRecord } from '../../catalog/product-record.js';
import { decoratedClass } from '../../catalog/details/decorated-class.js';
import { detailFields } from '../../catalog/details/detail-values.js';
import {
  PRODUCT_DETAILS,
  type DetailDocs,
  type DetailFields,
  type DetailKind,
} from '../../catalog/details/product-details.js';
import { sellableStock } from '../../catalog/variations/variations.js';

class OfferedVariationDto {
  @ApiProperty()
  name: string;

  @ApiProperty({ type: [String] })
  values: string[];
}

class ScheduledPriceDto {
  @ApiProperty({ description: 'Code of the plan' })
  plan: string;

  @GuardedAmount()
  wholesale_price: number;

  @ApiProperty({ format: 'date-time' })
  effective_from: string;
}

/** The fields before the details. */
class ProductBasicsDto {
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

  @GuardedAmount({ type: Number, nullable: true })
  base_price: number | null;

  @GuardedAmount()
  delivery_charge: number;

  @GuardedAmount({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: "The plans' own prices by plan code",
  })
  plan_prices: Record<string, number>;

  @GuardedAmount({
    type: [ScheduledPriceDto],
    description: "The plans' own prices that begin later, the first to begin first",
  })
  scheduled_prices: ScheduledPriceDto[];

  @ApiProperty({ type: [String] })
  images: string[];

  @ApiProperty({ type: [OfferedVariationDto] })
  variations: OfferedVariationDto[];
}

const DETAIL_SCHEMAS = {
  text: { type: String },
  code: { type: String },
  weight: { type: 'integer' },
  percent: { type: Number },
  money: { type: Number },
  codes: { type: 'object', additionalProperties: { type: 'string' } },
  images: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
} as const satisfies Record<DetailKind, ApiPropertyOptions>;

const DetailFieldsDto = decoratedClass<DetailFields>(
  PRODUCT_DETAILS.map(({ name, kind, docs }) => {
    const texts: DetailDocs = 'record' in docs ? docs.record : {};
    const options = { ...DETAIL_SCHEMAS[kind], nullable: true, ...texts };
    return [name, kind === 'money' ? GuardedAmount(options) : ApiProperty(options)];
  }),
);

export class ProductRecordDto extends IntersectionType(ProductBasicsDto, DetailFieldsDto) {
  @ApiProperty()
  active: boolean;

  @ApiProperty({ type: 'integer', description: 'What stores may sell now' })
  stock_qty: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'What stores may sell now by variation key',
  })
  variation_stocks: Record<string, number>;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export function toProductRecord(product: ProductRecord): ProductRecordDto {
  const available = new Map(
    product.levels.map((level) => [level.variationKey, level.onHand - level.reserved]),
  );
  const { stockQty, variationStocks } = sellableStock(product.variations, (key) =>
    available.get(key),
  );
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    description: product.description,
    category: product.category,
    base_price: product.basePriceMinor === null ? null : toMajorUnits(product.basePriceMinor),
    delivery_charge: toMajorUnits(product.deliveryChargeMinor),
    plan_prices: Object.fromEntries(
      Object.entries(product.planPricesMinor).map(([plan, minor]) => [plan, toMajorUnits(minor)]),
    ),
    scheduled_prices: product.upcomingPrices.map(({ plan, priceMinor, effectiveFrom }) => ({
      plan,
      wholesale_price: toMajorUnits(priceMinor),
      effective_from: effectiveFrom.toISOString(),
    })),
    images: product.images,
    variations: product.variations,
    ...detailFields(product),
    active: product.active,
    stock_qty: stockQty,
    variation_stocks: variationStocks,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
  };
}
