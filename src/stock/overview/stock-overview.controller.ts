import { Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LIMITS } from '../../platform/config/limits.js';
import { mapPage } from '../../platform/http/paging/page.js';
import { Responds, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../platform/csv/csv-upload.js';
import { CountQuery, CountReportDto, toCountReport } from '../count-sheet/stock-count.dto.js';
import { StockCountService } from '../count-sheet/stock-count.service.js';
import { COUNT_SHEET_COLUMNS, STOCK_COLUMNS } from './stock-table.js';
import * as docs from './stock-overview.docs.js';
import {
  ListedLevelDto,
  StockFileQuery,
  StockOverviewQuery,
  toListedLevel,
  toStockFilter,
} from './stock-overview.dto.js';
import { StockOverviewService } from './stock-overview.service.js';
import { sendTable } from '../../platform/table-export/table-file.js';

@OperatorController('admin/stock', 'Stock')
export class StockOverviewController {
  constructor(
    private readonly overview: StockOverviewService,
    private readonly counts: StockCountService,
  ) {}

  @Get()
  @Access('stock:read')
  @docs.ListStockOverview
  @RespondsPage(ListedLevelDto)
  async listStockOverview(@Query() query: StockOverviewQuery) {
    return mapPage(await this.overview.list(toStockFilter(query), query), toListedLevel);
  }

  @Get('export')
  @Access('stock:read')
  @docs.ExportStock
  async exportStock(@Query() query: StockFileQuery, @Res() response: Response): Promise<void> {
    const pages = this.overview.everyPage(toStockFilter(query));
    const file = { name: 'stock', format: query.format };
    await sendTable(response, file, { columns: STOCK_COLUMNS, pages });
  }

  @Get('count-sheet')
  @Access('stock:read')
  @docs.GetCountSheet
  async getCountSheet(@Query() query: StockFileQuery, @Res() response: Response): Promise<void> {
    const pages = this.overview.everyPage(toStockFilter(query));
    const file = { name: 'count-sheet', format: query.format };
    await sendTable(response, file, { columns: COUNT_SHEET_COLUMNS, pages, isImported: true });
  }

  @Post('count')
  @Access('stock:write')
  @CsvUpload(docs.COUNT_SHEETS, TABLE_FILES)
  @docs.CountStock
  @Responds(200, CountReportDto, ...csvUploadErrors(LIMITS.countSheetBytes, TABLE_FILES))
  async countStock(@Req() request: Request, @Query() { dry_run: dryRun }: CountQuery) {
    const report = await withUploadedCsv(
      request,
      LIMITS.countSheetBytes,
      (file) => this.counts.count(file, { isDryRun: dryRun === 'true' }),
      TABLE_FILES,
    );
    return toCountReport(report);
  }
}
