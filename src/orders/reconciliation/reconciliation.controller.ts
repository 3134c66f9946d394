import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { AnswerHeaders } from '../../platform/http/input/request-value.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import * as docs from './reconciliation.docs.js';
import {
  ORDERS_PER_REQUEST,
  ReconciledOrdersDto,
  ReconcileOrdersDto,
  toReconciledOrders,
  toStoreOrderIds,
} from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

@ApiTags('Orders')
@Controller('api/orders')
export class ReconciliationController {
  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly limits: RateLimits,
  ) {}

  @Post('reconcile')
  @HttpCode(200)
  @docs.ReconcileOrders
  async reconcileOrders(
    @CurrentCaller() { clientId }: Caller,
    @Body() body: ReconcileOrdersDto,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<ReconciledOrdersDto> {
    const ids = toStoreOrderIds(body);
    await this.limits.takeMore(headers, clientId, Math.floor(ids.length / ORDERS_PER_REQUEST));
    return toReconciledOrders(await this.reconciliation.reconcile(clientId, ids));
  }
}
