import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { AnswerHeaders } from '../../platform/http/input/request-value.js';
import { RateLimits } from '../../platform/http/limits/rate-limits.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { BODY_REFUSALS } from '../orders.docs.js';
import {
  RECONCILE_REFUSAL,
  RECONCILE_REQUEST_EXAMPLES,
  RECONCILED_EXAMPLES,
  ReconciledOrdersDto,
  ReconcileOrdersDto,
  toReconciledOrders,
  toStoreOrderIds,
} from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Orders for which the rate limit counts one more request. */
const ORDERS_PER_REQUEST = 50;

@ApiTags('Orders')
@Controller('api/orders')
export class ReconciliationController {
  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly limits: RateLimits,
  ) {}

  @Post('reconcile')
  @Operation(
    'Compare the orders that you have placed with those that the service has',
    'For the case that `GET /api/orders` says `reset`, because a database came back from a backup or a failover without its ' +
      'latest orders: send the ids of all orders that you placed after `lost_after`, or of all that have not ended. ' +
      '**Place those that are missing again, under the same `store_order_id`**: an order that exists after all is answered ' +
      'with 409, so nothing is ordered twice. Test tokens find test orders only. ' +
      `The rate limit counts one request, and one more for each ${ORDERS_PER_REQUEST} ids.`,
  )
  @ApiBody({ type: ReconcileOrdersDto, examples: RECONCILE_REQUEST_EXAMPLES })
  @ApiSuccess(200, ReconciledOrdersDto, RECONCILED_EXAMPLES, { hasTag: false })
  @ApiAccessErrors()
  @ApiErrors(...BODY_REFUSALS, RECONCILE_REFUSAL, 'unknown_field')
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
