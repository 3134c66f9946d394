import { Get, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { criteriaOf } from '../../../platform/http/response-dto/response-dto.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../../platform/http/paging/page.js';
import { DayChecksService } from '../day-checks/day-checks.service.js';
import { GatewayNoticesService } from '../notices/gateway-notices.service.js';
import {
  GatewayDayDto,
  GatewayNoticeDto,
  GatewayPaymentDto,
  GatewayPaymentsQuery,
  IntentsQuery,
  NoticesQuery,
  PaymentIntentDto,
} from './gateway-office.dto.js';
import { CheckoutsService } from '../checkouts/checkouts.service.js';

/** The payment gateway in the Admin API. */
@OperatorController('admin', 'Money')
export class GatewayOfficeController {
  constructor(
    private readonly checkouts: CheckoutsService,
    private readonly notices: GatewayNoticesService,
    private readonly days: DayChecksService,
  ) {}

  @Get('gateway/intents')
  @Access('money:read')
  @Operation('List payment intents, latest first')
  @RespondsPage(PaymentIntentDto)
  listPaymentIntents(@Query() query: IntentsQuery) {
    return this.checkouts.listIntents(criteriaOf(query), toNewestFirst(query));
  }

  @Get('gateway/payments')
  @Access('money:read')
  @Operation('List payments of the gateway and their outcomes, latest first')
  @RespondsPage(GatewayPaymentDto)
  listGatewayPayments(@Query() { outcome, missed, ...page }: GatewayPaymentsQuery) {
    return this.checkouts.listPayments(
      { outcome, isMissed: missed === 'true' },
      toNewestFirst(page),
    );
  }

  @Get('gateway/notices')
  @Access('money:read')
  @Operation('List notices of the gateway, latest first')
  @RespondsPage(GatewayNoticeDto)
  listGatewayNotices(@Query() query: NoticesQuery) {
    return this.notices.list(query.outcome ?? null, toNewestFirst(query));
  }

  @Get('gateway/days')
  @Access('money:read')
  @Operation('List days that were compared with the gateway, latest first')
  @RespondsPage(GatewayDayDto)
  listGatewayDays(@Query() query: PageQuery) {
    return this.days.list(toNewestFirst(query));
  }
}
