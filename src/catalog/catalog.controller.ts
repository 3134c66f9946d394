import { Controller, Get, Inject, Param, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../config/settings.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../http/api-docs.js';
import { CurrentCaller, type Caller } from '../http/caller.js';
import { ConditionalGetInterceptor } from '../http/conditional-get.interceptor.js';
import { PathKeyPipe } from '../http/path-key.pipe.js';
import { remembering, type Representation } from '../http/representation.js';
import {
  ProductAnswerDto,
  ProductListDto,
  productListRepresenter,
  toProductAnswer,
} from './catalog.dto.js';
import { PRODUCT_EXAMPLES, PRODUCT_LIST_EXAMPLES } from './catalog.examples.js';
import { CatalogService } from './catalog.service.js';
import { STOCK_POLL_SECONDS } from './stock-poll.js';

@ApiTags('Catalog')
@Controller('api/products')
@UseInterceptors(ConditionalGetInterceptor)
export class CatalogController {
  private readonly represent = remembering(toProductAnswer);
  private readonly lists: ReturnType<typeof productListRepresenter>;

  constructor(
    private readonly catalog: CatalogService,
    @Inject(SETTINGS) { currency }: Settings,
  ) {
    this.lists = productListRepresenter(currency);
  }

  @Get()
  @ApiOperation({ summary: "All active products at your plan's wholesale prices" })
  @ApiSuccess(200, ProductListDto, PRODUCT_LIST_EXAMPLES, { pollSeconds: STOCK_POLL_SECONDS })
  @ApiAccessErrors()
  list(@CurrentCaller() { planId }: Caller): Representation {
    return this.lists.represent(this.catalog.listProducts(planId));
  }

  @Get(':sku')
  @ApiOperation({ summary: 'One product with its variations and delivery charge' })
  @ApiParam({ name: 'sku', example: 'TW-GLS-06' })
  @ApiSuccess(200, ProductAnswerDto, PRODUCT_EXAMPLES)
  @ApiAccessErrors()
  @ApiErrors('product_not_found')
  one(
    @CurrentCaller() { planId }: Caller,
    @Param('sku', new PathKeyPipe('product_not_found')) sku: string,
  ): Representation {
    return this.represent(this.catalog.getProduct(planId, sku));
  }
}
