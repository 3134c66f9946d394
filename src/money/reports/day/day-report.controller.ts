import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Responds, ApiAdminTable } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  DayReportDto,
  DayReportFileQuery,
  DayReportQuery,
  PeriodReportDto,
} from './day-report.dto.js';
import { periodReportTable } from './period-report-table.js';
import { DayReportService } from './day-report.service.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

@OperatorController('admin/reports', 'Money')
export class DayReportController {
  constructor(private readonly reports: DayReportService) {}

  @Get('day')
  @Access('money:read')
  @Operation(
    'Show the closing of a day',
    'Money added to and taken from all wallets on a day, by the time of recording, and whether it explains ' +
      'the change of their balances. Amounts are as the wallets see them: payments of orders are negative.',
  )
  @Responds(200, DayReportDto, 'validation_failed')
  async getDayReport(@Query() query: DayReportQuery) {
    return { ...query, ...(await this.reports.getReport(query.date, query.time_zone)) };
  }

  @Get('day/export')
  @Access('money:read')
  @Operation(
    'Export the closing of a day as a file',
    'One line for each kind of movement, between the opening and the closing balance.',
  )
  @ApiAdminTable('validation_failed')
  async exportDayReport(
    @Query() query: DayReportFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const report = PeriodReportDto.show(await this.reports.getReport(query.date, query.time_zone));
    const file = { name: `closing-${query.date}`, format: query.format };
    await sendTable(response, file, periodReportTable(report));
  }
}
