import { Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LIMITS } from '../../platform/config/limits.js';
import { OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminTable, ApiAdminList } from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../platform/csv/csv-upload.js';
import {
  CountQuery,
  CountRefusalDto,
  CountReportDto,
  toCountReport,
} from '../count-sheet/stock-count.dto.js';
import { StockCountService } from '../count-sheet/stock-count.service.js';
import { countSheetTable, stockTable } from './stock-table.js';
import {
  ListedLevelDto,
  StockFileQuery,
  StockOverviewQuery,
  toListedLevel,
  toStockFilter,
} from './stock-overview.dto.js';
import { StockOverviewService } from './stock-overview.service.js';
import { sendTable } from '../../platform/table-export/table-file.js';

const SHEET_EXAMPLES = {
  sheet: {
    value:
      'sku,variation,name,shelf,expected,counted,last_movement\n' +
      'TW-GLS-06,,Tumbler,A-04-2,120,118,48211\n' +
      'BB-TWL-75,Size:L,Bath towel,B-01-1,40,,47003\n',
  },
};

/** The stock of all products. */
@OperatorController('admin/stock', 'Stock')
export class StockOverviewController {
  constructor(
    private readonly overview: StockOverviewService,
    private readonly counts: StockCountService,
  ) {}

  @Get()
  @Operation(
    'List the stock of all products, by SKU and variation',
    'Levels without units are omitted if the product is inactive or the variation is no longer offered.',
  )
  @ApiAdminList(ListedLevelDto)
  async listStockOverview(@Query() query: StockOverviewQuery): Promise<AdminList<ListedLevelDto>> {
    return adminList(await this.overview.list(toStockFilter(query), query), toListedLevel);
  }

  @Get('export')
  @Operation('The same stock as a file')
  @ApiAdminTable('validation_failed')
  async exportStock(@Query() query: StockFileQuery, @Res() response: Response): Promise<void> {
    const pages = this.overview.everyPage(toStockFilter(query));
    const file = { name: 'stock', format: query.format };
    await sendTable(response, file, stockTable(pages));
  }

  @Get('count-sheet')
  @Operation(
    'A count sheet of the same stock as a file',
    'Fill in `counted`, leave it empty for uncounted rows, and send the file to `POST /admin/stock/count`. ' +
      '`last_movement` then shows whether the stock of a row has moved since.',
  )
  @ApiAdminTable('validation_failed')
  async getCountSheet(@Query() query: StockFileQuery, @Res() response: Response): Promise<void> {
    const pages = this.overview.everyPage(toStockFilter(query));
    const file = { name: 'count-sheet', format: query.format };
    await sendTable(response, file, countSheetTable(pages));
  }

  @Post('count')
  @Operation(
    'Set the stock on hand to the numbers of a count sheet, with an outcome for each row',
    'The columns `sku`, `variation`, `counted` and `last_movement` are required, others are ignored. Rows ' +
      'whose stock was shipped, returned, adjusted or counted since the sheet was made are refused, so that no change ' +
      'is lost: count them again with a new sheet. Invalid rows are reported, the others apply. A sheet can be sent ' +
      'again without effect.',
  )
  @CsvUpload(SHEET_EXAMPLES, TABLE_FILES)
  // Above the shared refusals: the upper one of two 422 descriptions is documented.
  @ApiErrorsAs(CountRefusalDto, 'validation_failed', 'unknown_field', 'import_refused')
  @ApiAdmin(200, CountReportDto, ...csvUploadErrors(LIMITS.countSheetBytes, TABLE_FILES))
  async countStock(
    @Req() request: Request,
    @Query() { dry_run: dryRun }: CountQuery,
  ): Promise<AdminAnswer<CountReportDto>> {
    const report = await withUploadedCsv(
      request,
      LIMITS.countSheetBytes,
      (file) => this.counts.count(file(), { isDryRun: dryRun === 'true' }),
      TABLE_FILES,
    );
    return adminAnswer(toCountReport(report));
  }
}
