import { Body, Get, Param, Post, Query } from '@nestjs/common';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../../platform/money.js';
import { RefundKind } from '../../approvals/kinds/refund.kind.js';
import { RespondsOrWaits } from '../../../identity/approvals/waiting-answer.js';
import { ApiMoneyConflicts } from '../../money-errors.js';
import { GatewayDisputesService } from '../disputes/gateway-disputes.service.js';
import { GatewayRefundsService } from '../refunds/gateway-refunds.service.js';
import { GatewaySettlementsService } from '../settlements/gateway-settlements.service.js';
import {
  DisputesQuery,
  GatewayDisputeDto,
  GatewayRefundDto,
  GatewayRefundsQuery,
  GatewaySettlementDto,
  RefundToSourceDto,
} from './gateway-clearing.dto.js';

const receiptId = new PathIdPipe('receipt_not_found');

/** Money that leaves the gateway, in the Admin API: refunds, disputes and settlements. */
@OperatorController('admin', 'Money')
export class GatewayClearingController {
  constructor(
    private readonly refunds: GatewayRefundsService,
    private readonly requests: RefundKind,
    private readonly disputes: GatewayDisputesService,
    private readonly settlements: GatewaySettlementsService,
  ) {}

  @Get('gateway/refunds')
  @Access('money:read')
  @Operation('List refunds of gateway payments to their sources, latest first')
  @RespondsPage(GatewayRefundDto)
  listGatewayRefunds(@Query() query: GatewayRefundsQuery) {
    const isOutside = query.outside === undefined ? undefined : query.outside === 'true';
    const filter = { status: query.status, isOutside };
    return this.refunds.list(filter, toNewestFirst(query));
  }

  @Get('gateway/disputes')
  @Access('money:read')
  @Operation('List disputes about gateway payments, latest first')
  @RespondsPage(GatewayDisputeDto)
  listGatewayDisputes(@Query() query: DisputesQuery) {
    return this.disputes.list(query.status ?? null, toNewestFirst(query));
  }

  @Get('gateway/settlements')
  @Access('money:read')
  @Operation('List settlements: what the gateway paid out to the bank, latest first')
  @RespondsPage(GatewaySettlementDto)
  listGatewaySettlements(@Query() query: PageQuery) {
    return this.settlements.list(toNewestFirst(query));
  }

  @Get('receipts/:id/refunds')
  @Access('money:read')
  @Operation('List refunds of a gateway payment to its source, latest first')
  @RespondsPage(GatewayRefundDto, 'receipt_not_found')
  listRefundsToSource(@Param('id', receiptId) id: number, @Query() query: PageQuery) {
    return this.refunds.list({ receiptId: id }, toNewestFirst(query));
  }

  @Post('receipts/:id/refunds')
  @Access('money:write', { password: true })
  @Idempotent()
  @Operation(
    'Refund a gateway payment to its source',
    "Takes it from the client's wallet at once; the gateway gets it within seconds, and again until it answers. Where " +
      'the gateway refuses it, or cannot send the money days later, the money is in the wallet again. The same reference ' +
      'again answers the first refund with 200, unless that failed. What an operator requests above the limit of refunds ' +
      'is taken from the wallet and waits for another person (202).',
  )
  @RespondsOrWaits('recorded', GatewayRefundDto, 'receipt_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts(
    ...(['insufficient_balance', 'not_refundable', 'payout_recorded', 'reference_used'] as const),
    'gateway_off',
  )
  refundToSource(
    @Param('id', receiptId) id: number,
    @Body() { amount, reference, reason }: RefundToSourceDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    const amountMinor = toMinorUnits(amount);
    return this.requests.request({ receiptId: id, amountMinor, reference, reason }, key);
  }
}
