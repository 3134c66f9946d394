import { Body, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LIMITS } from '../../platform/config/limits.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  Responds,
  ApiAdminTable,
  BODY_ERRORS,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { mapPage, toNewestFirst, toPageRequest } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../platform/csv/csv-upload.js';
import { toBasisPoints, toMinorUnits } from '../../platform/money.js';
import { PRICE_LIST_COLUMNS } from './price-list-table.js';
import * as docs from './price-lists.docs.js';
import {
  CreatePriceListDto,
  nameOf,
  PriceFileQuery,
  PriceListDto,
  PriceListExportQuery,
  PriceListPreviewDto,
  PriceListPriceDto,
  PriceListPricesQuery,
  PriceListsQuery,
  SchedulePriceListDto,
  toPriceList,
  toPriceListPreview,
  toPriceListPrice,
} from './price-lists.dto.js';
import { PriceListsService } from './price-lists.service.js';
import { sendTable } from '../../platform/table-export/table-file.js';

const FILE_ERRORS = csvUploadErrors(LIMITS.priceListFileBytes, TABLE_FILES);
const listId = new PathIdPipe('price_list_not_found');

/** Prices of a plan that begin together. */
@OperatorController('admin/price-lists', 'Plans')
export class PriceListsAdminController {
  constructor(private readonly lists: PriceListsService) {}

  @Get()
  @Access('plans:read')
  @Operation('List price lists, newest first')
  @RespondsPage(PriceListDto, 'plan_not_found')
  async listPriceLists(@Query() query: PriceListsQuery) {
    const { state, plan } = query;
    return mapPage(await this.lists.list({ state, plan }, toNewestFirst(query)), toPriceList);
  }

  @Post()
  @Access('plans:write')
  @docs.CreatePriceList
  @Responds(201, PriceListPreviewDto, 'plan_not_found', ...BODY_ERRORS)
  async createPriceList(@Body() body: CreatePriceListDto) {
    const { plan, name, percent, round_to: roundTo, ...products } = body;
    const change = { percentBp: toBasisPoints(percent), stepMinor: toMinorUnits(roundTo ?? 0.01) };
    const selection = { plan, name: name ?? nameOf(body), ...products };
    return this.show(await this.lists.createByPercentage(selection, change));
  }

  @Post('import')
  @Access('plans:write')
  @CsvUpload(docs.PRICE_FILES, TABLE_FILES)
  @docs.ImportPriceList
  @Responds(201, PriceListPreviewDto, 'plan_not_found', ...FILE_ERRORS)
  async importPriceList(
    @Req() request: Request,
    @Query() { plan, name = 'Prices of a file' }: PriceFileQuery,
  ) {
    const id = await withUploadedCsv(
      request,
      LIMITS.priceListFileBytes,
      (file) => this.lists.createFromFile({ plan, name, file }),
      TABLE_FILES,
    );
    return this.show(id);
  }

  @Get(':id')
  @Access('plans:read')
  @Operation('Show a price list and what it changes')
  @Responds(200, PriceListPreviewDto, 'price_list_not_found')
  async getPriceList(@Param('id', listId) id: number) {
    return this.show(id);
  }

  @Get(':id/prices')
  @Access('plans:read')
  @Operation('List the prices of a price list, and those of before')
  @RespondsPage(PriceListPriceDto, 'price_list_not_found')
  async listPriceListPrices(@Param('id', listId) id: number, @Query() query: PriceListPricesQuery) {
    const { q, change } = query;
    return mapPage(
      await this.lists.listPrices(id, { q, change }, toPageRequest(query)),
      toPriceListPrice,
    );
  }

  @Get(':id/export')
  @Access('plans:read')
  @Operation('The prices of a price list as a file, which can be changed and sent as another list')
  @ApiAdminTable('price_list_not_found', 'validation_failed')
  async exportPriceList(
    @Param('id', listId) id: number,
    @Query() { q, change, format }: PriceListExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.lists.everyPrice(id, { q, change });
    const table = { columns: PRICE_LIST_COLUMNS, pages, isImported: true };
    await sendTable(response, { name: `price-list-${id}`, format }, table);
  }

  @Post(':id/schedule')
  @Access('plans:write')
  @docs.SchedulePriceList
  @Responds(
    200,
    PriceListPreviewDto,
    'price_list_not_found',
    'price_list_not_draft',
    ...BODY_ERRORS,
  )
  async schedulePriceList(
    @Param('id', listId) id: number,
    @Body() { effective_from: start }: SchedulePriceListDto,
  ) {
    await this.lists.schedule(id, start ?? null);
    return this.show(id);
  }

  @Delete(':id')
  @Access('plans:write')
  @Operation('Take a draft or a scheduled price list back, before it begins')
  @Responds(200, PriceListPreviewDto, 'price_list_not_found', 'price_list_ended')
  async withdrawPriceList(@Param('id', listId) id: number) {
    await this.lists.withdraw(id);
    return this.show(id);
  }

  private async show(id: number) {
    return toPriceListPreview(await this.lists.preview(id));
  }
}
