import { Get, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { adminList, type AdminList } from '../../../platform/http/answers.js';
import { ApiAdminList } from '../../../platform/http/openapi/admin-docs.js';
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
  toGatewayDay,
  toGatewayPayment,
  toIntent,
  toNotice,
} from './gateway-office.dto.js';
import { GatewayPaymentsService } from '../checkouts/gateway-payments.service.js';

/** The payment gateway in the Admin API. */
@OperatorController('admin', 'Money')
export class GatewayOfficeController {
  constructor(
    private readonly payments: GatewayPaymentsService,
    private readonly notices: GatewayNoticesService,
    private readonly days: DayChecksService,
  ) {}

  @Get('gateway/intents')
  @Access('money:read')
  @Operation('List payment intents, latest first')
  @ApiAdminList(PaymentIntentDto)
  async listPaymentIntents(@Query() query: IntentsQuery): Promise<AdminList<PaymentIntentDto>> {
    const filter = { clientId: query.client_id, status: query.status };
    return adminList(await this.payments.listIntents(filter, toNewestFirst(query)), toIntent);
  }

  @Get('gateway/payments')
  @Access('money:read')
  @Operation('List payments of the gateway and their outcomes, latest first')
  @ApiAdminList(GatewayPaymentDto)
  async listGatewayPayments(
    @Query() query: GatewayPaymentsQuery,
  ): Promise<AdminList<GatewayPaymentDto>> {
    const filter = { outcome: query.outcome, isMissed: query.missed === 'true' };
    return adminList(
      await this.payments.listPayments(filter, toNewestFirst(query)),
      toGatewayPayment,
    );
  }

  @Get('gateway/notices')
  @Access('money:read')
  @Operation('List notices of the gateway, latest first')
  @ApiAdminList(GatewayNoticeDto)
  async listGatewayNotices(@Query() query: NoticesQuery): Promise<AdminList<GatewayNoticeDto>> {
    const page = toNewestFirst(query);
    return adminList(await this.notices.list(query.outcome ?? null, page), toNotice);
  }

  @Get('gateway/days')
  @Access('money:read')
  @Operation('List days that were compared with the gateway, latest first')
  @ApiAdminList(GatewayDayDto)
  async listGatewayDays(@Query() query: PageQuery): Promise<AdminList<GatewayDayDto>> {
    return adminList(await this.days.list(toNewestFirst(query)), toGatewayDay);
  }
}
