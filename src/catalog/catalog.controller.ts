import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { toPageRequest } from '../platform/http/paging/page.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import {
  PolledAnswer,
  type Representation,
} from '../platform/http/representation/representation.js';
import * as docs from './catalog.docs.js';
import { CatalogService } from './catalog.service.js';
import { toProductAnswer, type ProductAnswerDto, type ProductListDto } from './catalog.dto.js';
import { ProductLists } from './listing/product-lists.js';
import {
  ProductListQuery,
  ProductQuery,
  queryOf,
  toProductSearch,
} from './listing/product-list.query.js';
import { STOCK_POLL_SECONDS } from './listing/poll-seconds.js';
import { IgnoresUnknownFields } from '../platform/http/input/unknown-fields.js';

const COMPRESSED = { isCompressed: true };

@ApiTags('Catalog')
@IgnoresUnknownFields()
@Controller('api/products')
export class CatalogController {
  private readonly lists: ProductLists;

  constructor(
    private readonly catalog: CatalogService,
    @Inject(SETTINGS) { currency }: Settings,
  ) {
    this.lists = new ProductLists(currency);
  }

  @Get()
  @docs.ListProducts
  async listProducts(
    @CurrentCaller() caller: Caller,
    @Query() query: ProductListQuery,
  ): Promise<PolledAnswer<ProductListDto | Representation>> {
    const { include, limit = Infinity, cursor, ...search } = query;
    if (Object.values(query).every((value) => value === undefined || value === include)) {
      const list = await this.lists.whole(this.catalog.listProducts(caller), include);
      return new PolledAnswer(list, STOCK_POLL_SECONDS, undefined, COMPRESSED);
    }
    const request = toPageRequest({ limit, cursor });
    const page = await this.catalog.searchProducts(caller, toProductSearch(search), request);
    const list = await this.lists.page(page, include);
    return page.nextCursor === null
      ? new PolledAnswer(list, STOCK_POLL_SECONDS, undefined, COMPRESSED)
      : new PolledAnswer(list, 0, `/api/products?${queryOf(query, page.nextCursor)}`, COMPRESSED);
  }

  @Get(':sku')
  @docs.GetProduct
  getProduct(
    @CurrentCaller() caller: Caller,
    @Param('sku', new PathKeyPipe('product_not_found')) sku: string,
    @Query() { include }: ProductQuery,
  ): PolledAnswer<ProductAnswerDto> {
    return new PolledAnswer(toProductAnswer(this.catalog.getOffer(caller, sku), include));
  }
}
