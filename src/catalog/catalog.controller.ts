import { Controller, Get, Inject, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../platform/http/openapi/api-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { ConditionalGetInterceptor } from '../platform/http/representation/conditional-get.interceptor.js';
import { toPageRequest } from '../platform/http/paging/page.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { InFastLane } from '../platform/http/fast-lane/in-fast-lane.decorator.js';
import {
  representationOfText,
  type Representation,
} from '../platform/http/representation/representation.js';
import { ProductAnswerDto, ProductListDto } from './catalog.dto.js';
import {
  INCLUDE_REFUSAL,
  PRODUCT_EXAMPLES,
  PRODUCT_LIST_EXAMPLES,
  PRODUCT_LIST_REFUSAL,
} from './catalog.examples.js';
import { CatalogService } from './catalog.service.js';
import { productAnswerJson } from './listing/product-json.js';
import { ProductListForms } from './listing/product-list-forms.js';
import {
  ProductListQuery,
  ProductQuery,
  queryOf,
  toProductSearch,
} from './listing/product-list.query.js';
import { STOCK_POLL_SECONDS } from './listing/poll-seconds.js';
import { IgnoresUnknownFields } from '../platform/http/input/unknown-fields.js';

@ApiTags('Catalog')
@IgnoresUnknownFields()
@Controller('api/products')
@UseInterceptors(ConditionalGetInterceptor)
export class CatalogController {
  private readonly forms: ProductListForms;

  constructor(
    private readonly catalog: CatalogService,
    @Inject(SETTINGS) { currency }: Settings,
  ) {
    this.forms = new ProductListForms(currency);
  }

  @Get()
  @InFastLane()
  @Operation(
    "All active products at your plan's wholesale prices",
    'Without parameters all of them at once. `limit` asks for pages: the header `Link` with `rel="next"` ' +
      'has the address of the next one, and the last page has none; `total` counts the products of all pages. ' +
      '`include=variations,delivery` gives a copy from which every product can be sold.',
  )
  @ApiSuccess(200, ProductListDto, PRODUCT_LIST_EXAMPLES, {
    pollSeconds: STOCK_POLL_SECONDS,
    hasPages: true,
  })
  @ApiAccessErrors()
  @ApiErrors(PRODUCT_LIST_REFUSAL)
  listProducts(
    @CurrentCaller() caller: Caller,
    @Query() query: ProductListQuery,
  ): Representation | Promise<Representation> {
    const { include, ...search } = query;
    return Object.values(search).every((value) => value === undefined)
      ? this.forms.get(include).represent(this.catalog.listProducts(caller))
      : this.search(caller, query);
  }

  private async search(caller: Caller, query: ProductListQuery): Promise<Representation> {
    const page = toPageRequest({ limit: query.limit ?? Infinity, cursor: query.cursor });
    const search = toProductSearch(query);
    const { rows, nextCursor, total } = await this.catalog.searchProducts(caller, search, page);
    return this.forms
      .get(query.include)
      .representSome(
        rows,
        total,
        nextCursor === null
          ? { pollSeconds: STOCK_POLL_SECONDS }
          : { pollSeconds: 0, nextPage: `/api/products?${queryOf(query, nextCursor)}` },
      );
  }

  @Get(':sku')
  @InFastLane()
  @Operation('One product with its variations and delivery charge')
  @ApiParam({ name: 'sku', example: 'TW-GLS-06' })
  @ApiSuccess(200, ProductAnswerDto, PRODUCT_EXAMPLES)
  @ApiAccessErrors()
  @ApiErrors('product_not_found', INCLUDE_REFUSAL)
  getProduct(
    @CurrentCaller() caller: Caller,
    @Param('sku', new PathKeyPipe('product_not_found')) sku: string,
    @Query() { include }: ProductQuery,
  ): Representation {
    return representationOfText(productAnswerJson(this.catalog.getOffer(caller, sku), include));
  }
}
