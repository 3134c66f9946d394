import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { STOCK_POLL_SECONDS } from '../catalog/listing/poll-seconds.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { LIMIT_MAX, toPageRequest } from '../platform/http/paging/page.js';
import { oncePerObject, PolledAnswer } from '../platform/http/representation/representation.js';
import { StockListQuery } from './stock-list.query.js';
import * as docs from './stock.docs.js';
import { toStockList, type StockListDto } from './stock.dto.js';
import { StockService, type Availability } from './stock.service.js';
import { IgnoresUnknownFields } from '../platform/http/input/unknown-fields.js';

/** Longer lists are made for each request: the pipe keeps a thousand queries. */
const KEPT_PRODUCTS_MAX = 100;

const COMPRESSED = { isCompressed: true };

@ApiTags('Stock')
@IgnoresUnknownFields()
@Controller('api/stock')
export class StockListController {
  /** Lists by SKU, which stores request repeatedly. */
  private readonly kept = oncePerObject(toAnswer);

  constructor(private readonly stock: StockService) {}

  @Get()
  @docs.ListStock
  listStock(
    @CurrentCaller() caller: Caller,
    @Query() { skus, limit = LIMIT_MAX, cursor }: StockListQuery,
  ): PolledAnswer<StockListDto> {
    if (skus !== undefined) {
      const found = this.stock.findAvailability(caller, skus);
      return skus.length > KEPT_PRODUCTS_MAX ? toAnswer(found) : this.kept(found);
    }
    const { rows, nextCursor } = this.stock.pageAvailability(
      caller,
      toPageRequest({ limit, cursor }),
    );
    const pollSeconds = nextCursor === null ? STOCK_POLL_SECONDS : 0;
    return new PolledAnswer(toStockList(rows, [], nextCursor), pollSeconds, undefined, COMPRESSED);
  }
}

function toAnswer({ products, unknown }: Availability): PolledAnswer<StockListDto> {
  return new PolledAnswer(
    toStockList(products, unknown, null),
    STOCK_POLL_SECONDS,
    undefined,
    COMPRESSED,
  );
}
