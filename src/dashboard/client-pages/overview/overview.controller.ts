import { Get } from '@nestjs/common';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { OrderFiguresService } from '../../../fulfillment/figures/order-figures.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { Responds } from '../dashboard-docs.js';
import { OwnCountsDto } from '../orders/open-orders.dto.js';
import { OverviewDto } from './overview.dto.js';
import { OverviewService } from './overview.service.js';

@UserController('dashboard/api', 'Overview')
export class OverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly figures: OrderFiguresService,
  ) {}

  @Get('overview')
  @Access('own-orders:read')
  @Operation('What needs attention now, and the last 30 days')
  @Responds(200, OverviewDto)
  getOverview(@CurrentClientId() clientId: number) {
    return this.overview.getOverview(clientId);
  }

  @Get('counts')
  @Access('own-orders:read')
  @Operation('Numbers at tabs and sections, up to 100 of each')
  @Responds(200, OwnCountsDto)
  async getOwnCounts(@CurrentClientId() clientId: number) {
    return { orders: await this.figures.countOpen(clientId) };
  }
}
