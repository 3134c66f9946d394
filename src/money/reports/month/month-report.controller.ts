import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import {
  Responds,
  ApiAdminTable,
  RespondsPage,
} from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toPageRequest } from '../../../platform/http/paging/page.js';
import { MonthClosingService } from '../../books/month-closing.service.js';
import { MonthReportFileQuery, MonthReportQuery } from '../day/day-report.dto.js';
import { DayReportService } from '../day/day-report.service.js';
import { ClientMonthDto, MonthClientsQuery, MonthReportDto } from './month-report.dto.js';
import { MonthReportService } from './month-report.service.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

@OperatorController('admin/reports/month', 'Money')
export class MonthReportController {
  constructor(
    private readonly closings: DayReportService,
    private readonly months: MonthReportService,
    private readonly monthClosings: MonthClosingService,
  ) {}

  @Get()
  @Access('money:read')
  @Operation('Show the closing of a month in India', 'Like the closing of a day.')
  @Responds(200, MonthReportDto, 'validation_failed')
  async getMonthReport(@Query() { month }: MonthReportQuery) {
    const report = await this.closings.getMonth(month);
    return { month, ...report, ...(await this.monthClosings.get(month)) };
  }

  @Get('clients')
  @Access('money:read')
  @Operation('List the wallets with their balances and movements of a month')
  @RespondsPage(ClientMonthDto)
  listMonthOfClients(@Query() query: MonthClientsQuery) {
    return this.months.listClients(query.month, toPageRequest(query));
  }

  @Get('export')
  @Access('money:read')
  @Operation('Export the wallets of a month as a file, from one snapshot')
  @ApiAdminTable('validation_failed')
  async exportMonthOfClients(
    @Query() { month, format }: MonthReportFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const table = await this.months.exportClients(month);
    await sendTable(response, { name: `wallets-${month}`, format }, table);
  }
}
