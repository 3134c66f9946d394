import { Body, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LIMITS } from '../../platform/config/limits.js';
import { OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import {
  ApiAdmin,
  ApiAdminTable,
  ApiAdminList,
  BODY_ERRORS,
} from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst, toPageRequest } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../platform/csv/csv-upload.js';
import { toBasisPoints, toMinorUnits } from '../../platform/money.js';
import { priceListTable } from './price-list-table.js';
import {
  CreatePriceListDto,
  nameOf,
  PriceFileQuery,
  PriceFileRefusalDto,
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

const FILE_EXAMPLES = { prices: { value: 'sku,price\nTW-GLS-06,219.50\nBB-TWL-75,149\n' } };
const listId = new PathIdPipe('price_list_not_found');

/** Prices of a plan that begin together. */
@OperatorController('admin/price-lists', 'Plans')
export class PriceListsAdminController {
  constructor(private readonly lists: PriceListsService) {}

  @Get()
  @Operation('List price lists, newest first')
  @ApiAdminList(PriceListDto, 'plan_not_found')
  async listPriceLists(@Query() query: PriceListsQuery): Promise<AdminList<PriceListDto>> {
    const { state, plan } = query;
    return adminList(await this.lists.list({ state, plan }, toNewestFirst(query)), toPriceList);
  }

  @Post()
  @Operation(
    'Make a draft that changes prices of a plan by a percentage',
    'The draft has a price for each product of the selection, made from the price on the plan at this moment. Nothing ' +
      'changes for stores until it is scheduled. Drafts are deleted after 30 days.',
  )
  @ApiAdmin(201, PriceListPreviewDto, 'plan_not_found', ...BODY_ERRORS)
  async createPriceList(
    @Body() body: CreatePriceListDto,
  ): Promise<AdminAnswer<PriceListPreviewDto>> {
    const { plan, name, percent, round_to: roundTo, ...products } = body;
    const change = { percentBp: toBasisPoints(percent), stepMinor: toMinorUnits(roundTo ?? 0.01) };
    const selection = { plan, name: name ?? nameOf(body), ...products };
    return this.show(await this.lists.createByPercentage(selection, change));
  }

  @Post('import')
  @Operation(
    'Make a draft of a file of prices: CSV or an Excel workbook',
    'The first row names the columns `sku` and `price`, in any order; other columns are passed over, so that an ' +
      'exported list can be sent back. Amounts are plain numbers as 1234.50. Rows that cannot be used are left out and ' +
      'named in `problems`.',
  )
  @CsvUpload(FILE_EXAMPLES, TABLE_FILES)
  // Above the shared refusals: of two descriptions of 422 the upper one counts.
  @ApiErrorsAs(PriceFileRefusalDto, 'validation_failed', 'unknown_field', 'import_refused')
  @ApiAdmin(
    201,
    PriceListPreviewDto,
    'plan_not_found',
    ...csvUploadErrors(LIMITS.priceListFileBytes, TABLE_FILES),
  )
  async importPriceList(
    @Req() request: Request,
    @Query() { plan, name = 'Prices of a file' }: PriceFileQuery,
  ): Promise<AdminAnswer<PriceListPreviewDto>> {
    const id = await withUploadedCsv(
      request,
      LIMITS.priceListFileBytes,
      (file) => this.lists.createFromFile({ plan, name, file: file() }),
      TABLE_FILES,
    );
    return this.show(id);
  }

  @Get(':id')
  @Operation('Show a price list and what it changes')
  @ApiAdmin(200, PriceListPreviewDto, 'price_list_not_found')
  async getPriceList(@Param('id', listId) id: number): Promise<AdminAnswer<PriceListPreviewDto>> {
    return this.show(id);
  }

  @Get(':id/prices')
  @Operation('List the prices of a price list, and those of before')
  @ApiAdminList(PriceListPriceDto, 'price_list_not_found')
  async listPriceListPrices(
    @Param('id', listId) id: number,
    @Query() query: PriceListPricesQuery,
  ): Promise<AdminList<PriceListPriceDto>> {
    const { q, change } = query;
    return adminList(
      await this.lists.listPrices(id, { q, change }, toPageRequest(query)),
      toPriceListPrice,
    );
  }

  @Get(':id/export')
  @Operation('The prices of a price list as a file, which can be changed and sent as another list')
  @ApiAdminTable('price_list_not_found', 'validation_failed')
  async exportPriceList(
    @Param('id', listId) id: number,
    @Query() { q, change, format }: PriceListExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.lists.everyPrice(id, { q, change });
    await sendTable(response, { name: `price-list-${id}`, format }, priceListTable(pages));
  }

  @Post(':id/schedule')
  @Operation(
    'Schedule a draft',
    'All prices of the list begin together. They are the prices of the draft, even if the catalog has changed since ' +
      'it was made.',
  )
  @ApiAdmin(
    200,
    PriceListPreviewDto,
    'price_list_not_found',
    'price_list_not_draft',
    ...BODY_ERRORS,
  )
  async schedulePriceList(
    @Param('id', listId) id: number,
    @Body() { effective_from: start }: SchedulePriceListDto,
  ): Promise<AdminAnswer<PriceListPreviewDto>> {
    await this.lists.schedule(id, start ?? null);
    return this.show(id);
  }

  @Delete(':id')
  @Operation('Take a draft or a scheduled price list back, before it begins')
  @ApiAdmin(200, PriceListPreviewDto, 'price_list_not_found', 'price_list_ended')
  async withdrawPriceList(
    @Param('id', listId) id: number,
  ): Promise<AdminAnswer<PriceListPreviewDto>> {
    await this.lists.withdraw(id);
    return this.show(id);
  }

  private async show(id: number): Promise<AdminAnswer<PriceListPreviewDto>> {
    return adminAnswer(toPriceListPreview(await this.lists.preview(id)));
  }
}
