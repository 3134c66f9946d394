import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CatalogProduct } from '../catalog/priced-product.js';
import { STOCK_POLL_SECONDS } from '../catalog/listing/poll-seconds.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { ConditionalGetInterceptor } from '../platform/http/representation/conditional-get.interceptor.js';
import {
  itemListRepresentation,
  type BytesRepresentation,
} from '../platform/http/representation/item-list.js';
import { LIMIT_MAX, toPageRequest } from '../platform/http/paging/page.js';
import {
  oncePerObject,
  type Representation,
} from '../platform/http/representation/representation.js';
import { StockListQuery } from './stock-list.query.js';
import * as docs from './stock.docs.js';
import { StockListDto, stockListEnvelope, toProductStock } from './stock.dto.js';
import { StockService, type Availability } from './stock.service.js';
import { IgnoresUnknownFields } from '../platform/http/input/unknown-fields.js';

/** Longer lists are built for each request: the pipe keeps a thousand queries. */
const KEPT_BYTES_MAX = 16 * 1024;

@ApiTags('Stock')
@IgnoresUnknownFields()
@Controller('api/stock')
@UseInterceptors(ConditionalGetInterceptor)
export class StockListController {
  /** Cache of lists by SKU, which stores request repeatedly. */
  private readonly keptJson = oncePerObject(toJson);
  private readonly kept = new WeakMap<Availability, Representation>();

  constructor(private readonly stock: StockService) {}

  @Get()
  @docs.ListStock
  listStock(
    @CurrentCaller() caller: Caller,
    @Query() { skus, limit = LIMIT_MAX, cursor }: StockListQuery,
  ): Representation {
    if (skus !== undefined) {
      return this.representFound(this.stock.findAvailability(caller, skus));
    }
    const page = toPageRequest({ limit, cursor });
    const { rows, nextCursor } = this.stock.pageAvailability(caller, page);
    return represent(rows, toJson, { unknown: [], next_cursor: nextCursor });
  }

  private representFound(found: Availability): Representation {
    const kept = this.kept.get(found);
    if (kept !== undefined) return kept;
    const { products, unknown } = found;
    const made = represent(products, this.keptJson, { unknown, next_cursor: null });
    if (made.content.length <= KEPT_BYTES_MAX) this.kept.set(found, made);
    return made;
  }
}

function toJson(product: CatalogProduct): string {
  return JSON.stringify(toProductStock(product));
}

function represent(
  products: readonly CatalogProduct[],
  json: (product: CatalogProduct) => string,
  rest: Pick<StockListDto, 'unknown' | 'next_cursor'>,
): BytesRepresentation {
  return itemListRepresentation(
    {
      ...stockListEnvelope(rest),
      items: products,
      write: (writer, product) => writer.text(json(product)),
    },
    { pollSeconds: rest.next_cursor === null ? STOCK_POLL_SECONDS : 0 },
  );
}
