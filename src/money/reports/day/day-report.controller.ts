import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { ApiAdmin, ApiAdminTable } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  DayReportDto,
  DayReportFileQuery,
  DayReportQuery,
  toPeriodReport,
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
  @ApiAdmin(200, DayReportDto, 'validation_failed')
  async getDayReport(@Query() query: DayReportQuery): Promise<AdminAnswer<DayReportDto>> {
    const report = await this.reports.getReport(query.date, query.time_zone);
    return adminAnswer({ ...query, ...toPeriodReport(report) });
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
    const report = toPeriodReport(await this.reports.getReport(query.date, query.time_zone));
    const file = { name: `closing-${query.date}`, format: query.format };
    await sendTable(response, file, periodReportTable(report));
  }
}
