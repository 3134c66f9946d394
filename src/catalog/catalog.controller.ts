import { Controller, Get, Inject, Param, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../config/settings.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../http/api-docs.js';
import { CurrentCaller, type Caller } from '../http/caller.js';
import { ConditionalGetInterceptor } from '../http/conditional-get.interceptor.js';
import { PathKeyPipe } from '../http/path-key.pipe.js';
import { ProductAnswerDto, ProductListDto, toProductAnswer, toProductList } from './catalog.dto.js';
import { PRODUCT_EXAMPLES, PRODUCT_LIST_EXAMPLES } from './catalog.examples.js';
import { CatalogService } from './catalog.service.js';

@ApiTags('Catalog')
@Controller('api/products')
@UseInterceptors(ConditionalGetInterceptor)
export class CatalogController {
  constructor(
    private readonly catalog: CatalogService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({ summary: "All active products at your plan's wholesale prices" })
  @ApiSuccess(200, ProductListDto, PRODUCT_LIST_EXAMPLES)
  @ApiAccessErrors()
  async list(@CurrentCaller() { planId }: Caller): Promise<ProductListDto> {
    return toProductList(await this.catalog.listProducts(planId), this.settings.currency);
  }

  @Get(':sku')
  @ApiOperation({ summary: 'One product with its variations and delivery charge' })
  @ApiParam({ name: 'sku', example: 'TW-GLS-06' })
  @ApiSuccess(200, ProductAnswerDto, PRODUCT_EXAMPLES)
  @ApiAccessErrors()
  @ApiErrors('product_not_found')
  async one(
    @CurrentCaller() { planId }: Caller,
    @Param('sku', new PathKeyPipe('product_not_found')) sku: string,
  ): Promise<ProductAnswerDto> {
    return toProductAnswer(await this.catalog.getProduct(planId, sku));
  }
}
