import { Controller, Get, Inject, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { ConditionalGetInterceptor } from '../platform/http/representation/conditional-get.interceptor.js';
import { toPageRequest } from '../platform/http/paging/page.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import {
  representationOfText,
  type Representation,
} from '../platform/http/representation/representation.js';
import * as docs from './catalog.docs.js';
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
  @docs.ListProducts
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
  @docs.GetProduct
  getProduct(
    @CurrentCaller() caller: Caller,
    @Param('sku', new PathKeyPipe('product_not_found')) sku: string,
    @Query() { include }: ProductQuery,
  ): Representation {
    return representationOfText(productAnswerJson(this.catalog.getOffer(caller, sku), include));
  }
}
