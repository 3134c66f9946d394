import { IntersectionType } from '@nestjs/swagger';
import type { PricedProduct } from '../../../catalog/priced-product.js';
import {
  responseDto,
  columns,
  integer,
  money,
  number,
  part,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import { Text } from '../../../platform/http/input/fields.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { OwnSubscriptionDto } from '../overview/overview.dto.js';
import type { OwnPlan } from './prices.service.js';
import { TableFileQuery } from '../../../platform/table-export/table-file.js';

const SEARCH = {
  max: 100,
  optional: true,
  api: { description: 'Words in the SKU, the name, the category or a code; all must be there' },
} as const;

export class PricesQuery extends PageQuery {
  @Text(SEARCH)
  q?: string;
}

export class PricesFileQuery {
  @Text(SEARCH)
  q?: string;
}

export class PricesExportQuery extends IntersectionType(PricesFileQuery, TableFileQuery) {}

export class OwnPlanDto extends responseDto<OwnPlan>()({
  subscription: part(OwnSubscriptionDto).orNull(),
  discount_percent: number('Off every base price; products may have prices of their own'),
}) {}

export class PriceDto extends responseDto<PricedProduct>()({
  id: integer(),
  sku: text(),
  name: text(),
  category: text(),
  price: money('Of one unit, on your plan'),
  delivery_charge: money(),
  stock: [integer('Units available now'), 'stockQty'],
}) {}

export const PRICE_COLUMNS = [
  ...PriceDto.columns('sku name category price delivery_charge'),
  ...columns<PricedProduct>()({ in_stock: [integer(), 'stockQty'] }),
];
