import { Body, Delete, Get, Param, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import {
  responseDto,
  money,
  text,
  time,
} from '../../../platform/http/response-dto/response-dto.js';
import { Amount } from '../../../platform/http/input/fields.js';
import { PathKeyPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toMinorUnits } from '../../../platform/money.js';
import { AMOUNT_MAX } from '../products.admin.dto.js';
import type { ProductCost } from './product-cost.entity.js';
import { ProductCostsService } from './product-costs.service.js';

class PutCostDto {
  @Amount({ min: 0.01, max: AMOUNT_MAX, api: { example: 180, description: 'Of one unit' } })
  cost: number;
}

class ProductCostDto extends responseDto<{ sku: string; known: ProductCost | null }>()({
  sku: text(),
  cost: [
    money('Of one unit; null: not known').orNull().guarded(),
    ({ known }) => known && known.costMinor,
  ],
  changed_at: [time().orNull(), ({ known }) => known && known.changedAt],
}) {}

const productSku = new PathKeyPipe('product_not_found');

@OperatorController('admin/products/:sku/cost', 'Products')
export class ProductCostsController {
  constructor(private readonly costs: ProductCostsService) {}

  @Get()
  @Access('costs:read')
  @Operation('What the wholesaler pays for a product')
  @Responds(200, ProductCostDto, 'product_not_found')
  async getProductCost(@Param('sku', productSku) sku: string) {
    return { sku, known: await this.costs.get(sku) };
  }

  @Put()
  @Access('costs:write')
  @Operation(
    'Set what the wholesaler pays for a product',
    'Prices stay as they are. No other answer and no audit entry has the amount.',
  )
  @Responds(200, ProductCostDto, 'product_not_found', ...BODY_ERRORS)
  async setProductCost(@Param('sku', productSku) sku: string, @Body() { cost }: PutCostDto) {
    return { sku, known: await this.costs.set(sku, toMinorUnits(cost)) };
  }

  @Delete()
  @Access('costs:write')
  @Operation('Remove what the wholesaler pays for a product')
  @Responds(200, ProductCostDto, 'product_not_found')
  async deleteProductCost(@Param('sku', productSku) sku: string) {
    return { sku, known: await this.costs.set(sku, null) };
  }
}
