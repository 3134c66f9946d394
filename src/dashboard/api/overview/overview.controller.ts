import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentClientId } from '../../../accounts/signed-in-user.js';
import { ForUsers } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/openapi/admin-docs.js';
import { ApiDashboard } from '../dashboard-docs.js';
import { OverviewDto, toOverview } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@ForUsers()
@ApiTags('Overview')
@Controller('dashboard/api/overview')
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @ApiOperation({ summary: 'What needs attention now, and the last 30 days' })
  @ApiDashboard(200, OverviewDto)
  async getOverview(@CurrentClientId() clientId: number): Promise<AdminAnswer<OverviewDto>> {
    return adminAnswer(toOverview(await this.overview.getOverview(clientId)));
  }
}
