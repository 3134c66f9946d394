import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ForOperators } from '../../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/openapi/admin-docs.js';
import { PageQuery, toNewestFirst } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../../platform/money.js';
import { ApiMoneyConflicts } from '../../money-errors.js';
import { DayChecksService } from '../day-checks/day-checks.service.js';
import { GatewayNoticesService } from '../notices/gateway-notices.service.js';
import {
  GatewayDayDto,
  GatewayNoticeDto,
  GatewayPaymentDto,
  GatewayPaymentsQuery,
  GatewayRefundDto,
  IntentsQuery,
  NoticesQuery,
  PaymentIntentDto,
  RefundToSourceDto,
  toGatewayDay,
  toGatewayPayment,
  toIntent,
  toNotice,
  toRefund,
} from './gateway-office.dto.js';
import { GatewayPaymentsService } from '../checkouts/gateway-payments.service.js';
import { GatewayRefundsService } from '../refunds/gateway-refunds.service.js';

const receiptId = new PathIdPipe('receipt_not_found');

/** The payment gateway in the Admin API. */
@ForOperators()
@ApiTags('Money')
@Controller('admin')
export class GatewayOfficeController {
  constructor(
    private readonly payments: GatewayPaymentsService,
    private readonly notices: GatewayNoticesService,
    private readonly days: DayChecksService,
    private readonly refunds: GatewayRefundsService,
  ) {}

  @Get('gateway/intents')
  @ApiOperation({
    operationId: 'listPaymentIntents',
    summary: 'List payment intents, latest first',
  })
  @ApiAdminList(PaymentIntentDto)
  async listIntents(@Query() query: IntentsQuery): Promise<AdminList<PaymentIntentDto>> {
    const filter = { clientId: query.client_id, status: query.status };
    return adminList(await this.payments.listIntents(filter, toNewestFirst(query)), toIntent);
  }

  @Get('gateway/payments')
  @ApiOperation({
    operationId: 'listGatewayPayments',
    summary: 'List payments of the gateway and their outcomes, latest first',
  })
  @ApiAdminList(GatewayPaymentDto)
  async listPayments(@Query() query: GatewayPaymentsQuery): Promise<AdminList<GatewayPaymentDto>> {
    const filter = { outcome: query.outcome, isMissed: query.missed === 'true' };
    return adminList(
      await this.payments.listPayments(filter, toNewestFirst(query)),
      toGatewayPayment,
    );
  }

  @Get('gateway/notices')
  @ApiOperation({
    operationId: 'listGatewayNotices',
    summary: 'List notices of the gateway, latest first',
  })
  @ApiAdminList(GatewayNoticeDto)
  async listNotices(@Query() query: NoticesQuery): Promise<AdminList<GatewayNoticeDto>> {
    const page = toNewestFirst(query);
    return adminList(await this.notices.list(query.outcome ?? null, page), toNotice);
  }

  @Get('gateway/days')
  @ApiOperation({
    operationId: 'listGatewayDays',
    summary: 'List days that were compared with the gateway, latest first',
  })
  @ApiAdminList(GatewayDayDto)
  async listDays(@Query() query: PageQuery): Promise<AdminList<GatewayDayDto>> {
    return adminList(await this.days.list(toNewestFirst(query)), toGatewayDay);
  }

  @Get('receipts/:id/refunds')
  @ApiOperation({
    operationId: 'listRefundsToSource',
    summary: 'List refunds of a gateway payment to its source, latest first',
  })
  @ApiAdminList(GatewayRefundDto, 'receipt_not_found')
  async listRefunds(
    @Param('id', receiptId) id: number,
    @Query() query: PageQuery,
  ): Promise<AdminList<GatewayRefundDto>> {
    return adminList(await this.refunds.listOfReceipt(id, toNewestFirst(query)), toRefund);
  }

  @Post('receipts/:id/refunds')
  @ApiOperation({
    operationId: 'refundToSource',
    summary: 'Refund a gateway payment to its source',
    description:
      "Takes it from the client's wallet at once; the gateway gets it within seconds, and again until it answers. Where " +
      'it refuses, the money is in the wallet again. The same reference again answers the first refund with 200.',
  })
  @ApiAdmin(201, GatewayRefundDto, 'receipt_not_found', ...BODY_ERRORS)
  @ApiMoneyConflicts('insufficient_balance', 'not_refundable', 'payout_recorded', 'gateway_off')
  @ApiAdmin(200, GatewayRefundDto)
  async refund(
    @Param('id', receiptId) id: number,
    @Body() { amount, reference, reason }: RefundToSourceDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<GatewayRefundDto>> {
    const wanted = { amountMinor: toMinorUnits(amount), reference, reason };
    const { refund, isReplay } = await this.refunds.request(id, wanted);
    response.status(isReplay ? 200 : 201);
    return adminAnswer(toRefund(refund));
  }
}
