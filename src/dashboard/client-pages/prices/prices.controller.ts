import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toPageRequest } from '../../../platform/http/paging/page.js';
import { Responds, ApiDashboardTable, RespondsPage } from '../dashboard-docs.js';
import {
  OwnPlanDto,
  PRICE_COLUMNS,
  PriceDto,
  PricesExportQuery,
  PricesQuery,
} from './prices.dto.js';
import { PricesService } from './prices.service.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

/** The plan and the prices of the signed-in person's company. */
@UserController('dashboard/api', 'Plan and prices')
export class PricesController {
  constructor(private readonly prices: PricesService) {}

  @Get('plan')
  @Access('own-prices:read')
  @Operation('The plan of your company')
  @Responds(200, OwnPlanDto)
  getOwnPlan(@CurrentClientId() clientId: number) {
    return this.prices.getPlan(clientId);
  }

  @Get('prices')
  @Access('own-prices:read')
  @Operation('What you pay for each product')
  @RespondsPage(PriceDto)
  listOwnPrices(@CurrentClientId() clientId: number, @Query() query: PricesQuery) {
    return this.prices.listPrices(clientId, query.q ?? '', toPageRequest(query));
  }

  @Get('prices/export')
  @Access('own-prices:read')
  @Operation('The price list as a file')
  @ApiDashboardTable('validation_failed')
  async exportOwnPrices(
    @CurrentClientId() clientId: number,
    @Query() { q, format }: PricesExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = [await this.prices.allPrices(clientId, q ?? '')];
    const table = { columns: PRICE_COLUMNS, pages, hasSums: false } as const;
    await sendTable(response, { name: 'prices', format }, table);
  }
}
