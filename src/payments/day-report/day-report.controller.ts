import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators } from '../../platform/http/audience.js';
import { adminAnswer, ApiAdmin, type AdminAnswer } from '../../platform/http/openapi/admin-docs.js';
import { DayReportDto, DayReportQuery, toDayReport } from './day-report.dto.js';
import { DayReportService } from './day-report.service.js';

@ForOperators()
@ApiTags('Money')
@Controller('admin/reports')
export class DayReportController {
  constructor(private readonly reports: DayReportService) {}

  @Get('day')
  @ApiOperation({
    operationId: 'getDayReport',
    summary: 'The closing of a day',
    description:
      'What came into all wallets and what went out of them on a day, by the time of recording, and whether it explains ' +
      'the change of their balances. Amounts are as the wallets see them: payments of orders are negative.',
  })
  @ApiAdmin(200, DayReportDto, 'validation_failed')
  async day(@Query() query: DayReportQuery): Promise<AdminAnswer<DayReportDto>> {
    const report = await this.reports.getReport(query.date, query.time_zone);
    return adminAnswer(toDayReport(query, report));
  }
}
