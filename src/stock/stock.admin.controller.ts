import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../platform/idempotency/idempotent.decorator.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../platform/http/openapi/admin-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../platform/http/audience.js';
import { mapPage, PageQuery, toNewestFirst } from '../platform/http/paging/page.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { StockInputDto, toStockInput } from './stock-input.js';
import {
  AdjustStockDto,
  StockLevelsDto,
  StockMovementDto,
  toStockLevels,
  toStockMovement,
} from './stock.admin.dto.js';
import { StockService } from './stock.service.js';

const productSku = new PathKeyPipe('product_not_found');

@OperatorController('admin/products/:sku', 'Stock')
export class StockAdminController {
  constructor(private readonly stock: StockService) {}

  @Get('stock')
  @Access('stock:read')
  @Operation("A product's stock levels: on hand and reserved")
  @Responds(200, StockLevelsDto, 'product_not_found')
  async listStockLevels(@Param('sku', productSku) sku: string) {
    return toStockLevels(await this.stock.getLevels(sku));
  }

  @Put('stock')
  @Access('stock:write')
  @Operation('Set the stock on hand, for example after a count')
  @Responds(200, StockLevelsDto, 'product_not_found', 'stock_below_reserved', ...BODY_ERRORS)
  async setStock(@Param('sku', productSku) sku: string, @Body() body: StockInputDto) {
    await this.stock.count(sku, toStockInput(body));
    return toStockLevels(await this.stock.getLevels(sku));
  }

  @Post('stock/adjustments')
  @Access('stock:write')
  @Idempotent()
  @Operation('Add or remove units; never below the reserved stock')
  @Responds(201, StockLevelsDto, 'product_not_found', 'stock_below_reserved', ...MONEY_BODY_ERRORS)
  async adjustStock(
    @Param('sku', productSku) sku: string,
    @Body() { delta, reason, variation_key: variationKey }: AdjustStockDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    await this.stock.adjust(sku, { delta, reason, variationKey: variationKey ?? null }, key);
    return toStockLevels(await this.stock.getLevels(sku, key));
  }

  @Get('movements')
  @Access('stock:read')
  @Operation("List the changes of a product's stock on hand, newest first")
  @RespondsPage(StockMovementDto, 'product_not_found')
  async listStockMovements(@Param('sku', productSku) sku: string, @Query() query: PageQuery) {
    return mapPage(await this.stock.listMovements(sku, toNewestFirst(query)), toStockMovement);
  }
}
