import { Get } from '@nestjs/common';
import { CurrentClientId } from '../../../people/signed-in-user.js';
import { ClientFiguresService } from '../../../fulfillment/figures/client-figures.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { ApiDashboard } from '../dashboard-docs.js';
import { OwnCountsDto } from '../orders/open-orders.dto.js';
import { OverviewDto, toOverview } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@UserController('dashboard/api', 'Overview')
export class OverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly figures: ClientFiguresService,
  ) {}

  @Get('overview')
  @Access('own-orders:read')
  @Operation('What needs attention now, and the last 30 days')
  @ApiDashboard(200, OverviewDto)
  async getOverview(@CurrentClientId() clientId: number): Promise<AdminAnswer<OverviewDto>> {
    return adminAnswer(toOverview(await this.overview.getOverview(clientId)));
  }

  @Get('counts')
  @Access('own-orders:read')
  @Operation('Numbers at tabs and sections, up to 100 of each')
  @ApiDashboard(200, OwnCountsDto)
  async getOwnCounts(@CurrentClientId() clientId: number): Promise<AdminAnswer<OwnCountsDto>> {
    return adminAnswer({ orders: await this.figures.countOpen(clientId) });
  }
}
