import { ApiExtraModels, ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { PricedProduct } from '../../../catalog/priced-product.js';
import { Text } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import { OwnSubscriptionDto } from '../overview/overview.dto.js';
import type { OwnPlan } from './prices.service.js';
import { TableFileQuery } from '../../../platform/table-export/table-file.js';
import { ObjectOrNull } from '../../../platform/http/openapi/or-null.js';

const SEARCH = {
  max: 100,
  optional: true,
  api: { description: 'Words in the SKU, the name or the category; all must be there' },
} as const;

export class PricesQuery extends PageQuery {
  @Text(SEARCH)
  q?: string;
}

export class PricesFileQuery {
  @Text(SEARCH)
  q?: string;
}

/** Query: prices as a file. */
export class PricesExportQuery extends IntersectionType(PricesFileQuery, TableFileQuery) {}

@ApiExtraModels(OwnSubscriptionDto)
export class OwnPlanDto {
  @ObjectOrNull(OwnSubscriptionDto)
  subscription: OwnSubscriptionDto | null;

  @ApiProperty({ description: 'Off every base price; products may have prices of their own' })
  discount_percent: number;
}

export class PriceDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  category: string;

  @ApiProperty({ description: 'Of one unit, on your plan' })
  price: number;

  @ApiProperty()
  delivery_charge: number;

  @ApiProperty({ type: 'integer', description: 'Units available now' })
  stock: number;
}

export function toOwnPlan({ subscription, discountPercent }: OwnPlan): OwnPlanDto {
  return {
    subscription: subscription && OwnSubscriptionDto.show(subscription),
    discount_percent: discountPercent,
  };
}

export function toPrice(product: PricedProduct): PriceDto {
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    category: product.category,
    price: toMajorUnits(product.priceMinor),
    delivery_charge: toMajorUnits(product.deliveryChargeMinor),
    stock: product.stockQty,
  };
}
