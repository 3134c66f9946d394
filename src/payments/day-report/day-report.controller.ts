import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { sendCsv } from '../../platform/csv/csv-response.js';
import { ForOperators } from '../../platform/http/audience.js';
import {
  adminAnswer,
  ApiAdmin,
  ApiAdminCsv,
  type AdminAnswer,
} from '../../platform/http/openapi/admin-docs.js';
import { DayReportDto, DayReportQuery, toPeriodReport } from './day-report.dto.js';
import { periodReportCsv } from './period-report-csv.js';
import { DayReportService } from './day-report.service.js';

@ForOperators()
@ApiTags('Money')
@Controller('admin/reports')
export class DayReportController {
  constructor(private readonly reports: DayReportService) {}

  @Get('day')
  @ApiOperation({
    operationId: 'getDayReport',
    summary: 'Show the closing of a day',
    description:
      'Money added to and taken from all wallets on a day, by the time of recording, and whether it explains ' +
      'the change of their balances. Amounts are as the wallets see them: payments of orders are negative.',
  })
  @ApiAdmin(200, DayReportDto, 'validation_failed')
  async day(@Query() query: DayReportQuery): Promise<AdminAnswer<DayReportDto>> {
    const report = await this.reports.getReport(query.date, query.time_zone);
    return adminAnswer({ ...query, ...toPeriodReport(report) });
  }

  @Get('day/export')
  @ApiOperation({
    operationId: 'exportDayReport',
    summary: 'Export the closing of a day as a CSV file',
    description: 'One line for each kind of movement, between the opening and the closing balance.',
  })
  @ApiAdminCsv('validation_failed')
  async export(@Query() query: DayReportQuery, @Res() response: Response): Promise<void> {
    const report = toPeriodReport(await this.reports.getReport(query.date, query.time_zone));
    sendCsv(response, `closing-${query.date}.csv`, periodReportCsv(report));
  }
}
