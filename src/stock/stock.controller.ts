import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CatalogProduct } from '../catalog/priced-product.js';
import { STOCK_POLL_SECONDS } from '../catalog/listing/poll-seconds.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { oncePerObject, PolledAnswer } from '../platform/http/representation/representation.js';
import * as docs from './stock.docs.js';
import { toStockRecord, type StockRecordDto } from './stock.dto.js';
import { StockService } from './stock.service.js';
import { IgnoresUnknownFields } from '../platform/http/input/unknown-fields.js';

@ApiTags('Stock')
@IgnoresUnknownFields()
@Controller('api/products')
export class StockController {
  private readonly answerOf = oncePerObject(
    (product: CatalogProduct) => new PolledAnswer(toStockRecord(product), STOCK_POLL_SECONDS),
  );

  constructor(private readonly stock: StockService) {}

  @Get(':sku/stock')
  @docs.GetProductStock
  getProductStock(
    @CurrentCaller() caller: Caller,
    @Param('sku', new PathKeyPipe('product_not_found')) sku: string,
  ): PolledAnswer<StockRecordDto> {
    return this.answerOf(this.stock.getAvailability(caller, sku));
  }
}
