import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import {
  adminAnswer,
  ApiAdmin,
  BODY_ERRORS,
  type AdminAnswer,
} from '../../platform/http/openapi/admin-docs.js';
import { ForOperators } from '../../platform/http/audience.js';
import { Amount } from '../../platform/http/fields.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { PathKeyPipe } from '../../platform/http/path-key.pipe.js';
import { CatalogService } from '../catalog.service.js';

class PutPriceDto {
  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.amountMinor), api: { example: 219.5 } })
  wholesale_price: number;
}

class PlanPriceDto {
  @ApiProperty()
  plan: string;

  @ApiProperty()
  sku: string;

  @ApiProperty({ type: Number, nullable: true, description: 'null: the plan has none of its own' })
  wholesale_price: number | null;
}

const planCode = new PathKeyPipe('plan_not_found');
const productSku = new PathKeyPipe('product_not_found');

@ForOperators()
@ApiTags('Plans')
@Controller('admin/plans/:code/prices/:sku')
export class PricesAdminController {
  constructor(private readonly catalog: CatalogService) {}

  @Put()
  @ApiOperation({ operationId: 'setPlanPrice', summary: "Set a plan's own price for a product" })
  @ApiAdmin(200, PlanPriceDto, 'plan_not_found', 'product_not_found', ...BODY_ERRORS)
  async put(
    @Param('code', planCode) plan: string,
    @Param('sku', productSku) sku: string,
    @Body() { wholesale_price: price }: PutPriceDto,
  ): Promise<AdminAnswer<PlanPriceDto>> {
    await this.catalog.setPlanPrice(plan, sku, toMinorUnits(price));
    return adminAnswer({ plan, sku, wholesale_price: price });
  }

  @Delete()
  @ApiOperation({
    operationId: 'deletePlanPrice',
    summary: "Remove a plan's own price; the discounted base price applies again",
  })
  @ApiAdmin(200, PlanPriceDto, 'plan_not_found', 'product_not_found')
  async remove(
    @Param('code', planCode) plan: string,
    @Param('sku', productSku) sku: string,
  ): Promise<AdminAnswer<PlanPriceDto>> {
    await this.catalog.setPlanPrice(plan, sku, null);
    return adminAnswer({ plan, sku, wholesale_price: null });
  }
}
