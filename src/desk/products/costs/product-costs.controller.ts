import { Body, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Amount as ShownAmount } from '../../../platform/http/input/amounts.js';
import { Amount } from '../../../platform/http/input/fields.js';
import { PathKeyPipe } from '../../../platform/http/input/path-key.pipe.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { ApiAdmin, BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import { AMOUNT_MAX } from '../products.admin.dto.js';
import type { ProductCost } from './product-cost.entity.js';
import { ProductCostsService } from './product-costs.service.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

class PutCostDto {
  @Amount({ min: 0.01, max: AMOUNT_MAX, api: { example: 180, description: 'Of one unit' } })
  cost: number;
}

class ProductCostDto {
  @ApiProperty()
  sku: string;

  @ShownAmount({ type: Number, nullable: true, description: 'Of one unit; null: not known' })
  cost: number | null;

  @OrNull('date-time')
  changed_at: string | null;
}

const productSku = new PathKeyPipe('product_not_found');

/** Costs of products. */
@OperatorController('admin/products/:sku/cost', 'Products')
export class ProductCostsController {
  constructor(private readonly costs: ProductCostsService) {}

  @Get()
  @Access('costs:read')
  @Operation('What the wholesaler pays for a product')
  @ApiAdmin(200, ProductCostDto, 'product_not_found')
  async getProductCost(
    @Param('sku', productSku) sku: string,
  ): Promise<AdminAnswer<ProductCostDto>> {
    return adminAnswer(toProductCost(sku, await this.costs.get(sku)));
  }

  @Put()
  @Access('costs:write')
  @Operation(
    'Set what the wholesaler pays for a product',
    'Prices stay as they are. No other answer and no audit entry has the amount.',
  )
  @ApiAdmin(200, ProductCostDto, 'product_not_found', ...BODY_ERRORS)
  async setProductCost(
    @Param('sku', productSku) sku: string,
    @Body() { cost }: PutCostDto,
  ): Promise<AdminAnswer<ProductCostDto>> {
    return adminAnswer(toProductCost(sku, await this.costs.set(sku, toMinorUnits(cost))));
  }

  @Delete()
  @Access('costs:write')
  @Operation('Remove what the wholesaler pays for a product')
  @ApiAdmin(200, ProductCostDto, 'product_not_found')
  async deleteProductCost(
    @Param('sku', productSku) sku: string,
  ): Promise<AdminAnswer<ProductCostDto>> {
    return adminAnswer(toProductCost(sku, await this.costs.set(sku, null)));
  }
}

function toProductCost(sku: string, cost: ProductCost | null): ProductCostDto {
  return {
    sku,
    cost: cost === null ? null : toMajorUnits(cost.costMinor),
    changed_at: cost?.changedAt.toISOString() ?? null,
  };
}
