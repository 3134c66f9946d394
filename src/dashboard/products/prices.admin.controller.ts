import { Body, Delete, Param, Put, Query } from '@nestjs/common';
import { LIMITS } from '../../platform/config/limits.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  responseDto,
  money,
  parts,
  text,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import { Amount, Timestamp } from '../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { CatalogService } from '../../catalog/catalog.service.js';
import type { ProductRecord } from '../../catalog/product-record.js';
import { ScheduledPricesService } from '../../catalog/scheduled-prices/scheduled-prices.service.js';
import { ProductAdministrationService } from './product-administration.service.js';

class PutPriceDto {
  @Timestamp({
    optional: true,
    api: { description: 'In the future; the price begins then. Default: now' },
  })
  effective_from?: Date;

  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.amountMinor), api: { example: 219.5 } })
  wholesale_price: number;
}

class DeletePriceQuery {
  @Timestamp({
    optional: true,
    api: { description: 'Only the price that is scheduled to begin at this time' },
  })
  effective_from?: Date;
}

class UpcomingPriceDto extends responseDto<ProductRecord['upcomingPrices'][number]>()({
  wholesale_price: [money(), 'priceMinor'],
  effective_from: time(),
}) {}

export class PlanPriceDto extends responseDto<{ plan: string; product: ProductRecord }>()({
  plan: text(),
  sku: [text(), ({ product }) => product.sku],
  wholesale_price: [
    money('null: the plan has none of its own').orNull(),
    ({ plan, product }) => product.planPricesMinor[plan] ?? null,
  ],
  scheduled: [
    parts(UpcomingPriceDto, 'Prices that begin later'),
    ({ plan, product }) => product.upcomingPrices.filter((price) => price.plan === plan),
  ],
}) {}

const planCode = new PathKeyPipe('plan_not_found');
const productSku = new PathKeyPipe('product_not_found');

@OperatorController('admin/plans/:code/prices/:sku', 'Plans')
export class PricesAdminController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly scheduled: ScheduledPricesService,
    private readonly products: ProductAdministrationService,
  ) {}

  @Put()
  @Access('plans:write')
  @Operation("Set a plan's own price for a product, now or from a later time on")
  @Responds(200, PlanPriceDto, 'plan_not_found', 'product_not_found', ...BODY_ERRORS)
  async setPlanPrice(
    @Param('code', planCode) plan: string,
    @Param('sku', productSku) sku: string,
    @Body() { wholesale_price: price, effective_from: effectiveFrom }: PutPriceDto,
  ) {
    const priceMinor = toMinorUnits(price);
    // An absent one may be null.
    if (effectiveFrom instanceof Date) {
      await this.scheduled.schedule(plan, sku, { priceMinor, effectiveFrom });
    } else {
      await this.catalog.setPlanPrice(plan, sku, priceMinor);
    }
    return { plan, product: await this.products.getRecord(sku) };
  }

  @Delete()
  @Access('plans:write')
  @Operation(
    "Remove a plan's own price, and those that begin later; the discounted base price applies again",
  )
  @Responds(200, PlanPriceDto, 'plan_not_found', 'product_not_found', 'validation_failed')
  async deletePlanPrice(
    @Param('code', planCode) plan: string,
    @Param('sku', productSku) sku: string,
    @Query() { effective_from: effectiveFrom }: DeletePriceQuery,
  ) {
    if (effectiveFrom instanceof Date) await this.scheduled.cancel(plan, sku, effectiveFrom);
    else await this.scheduled.removeAll(plan, sku);
    return { plan, product: await this.products.getRecord(sku) };
  }
}
