import { Body, Controller, Param, Patch, Post, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { IdempotencyKeyHeader } from '../../platform/http/input/idempotency-key.header.js';
import { PathIdPipe, PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { actAs } from '../../platform/http/request-context.js';
import { AnswerHeaders } from '../../platform/http/input/request-value.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ApiOrderReference } from '../../orders/orders.docs.js';
import { BODY_REFUSALS } from '../../platform/http/errors.js';
import { TEST_RETURNS_IN_WORDS } from '../../orders/lifecycle/test-scenarios.js';
import { OrderStatusService } from '../../orders/tracking/order-status.service.js';
import { WholeOrderService } from '../whole-order/whole-order.service.js';
import {
  RequestedReturnDto,
  RequestReturnDto,
  returnOf,
  SetReturnTrackingDto,
  toNewReturn,
  toReturnTracking,
} from './order-returns.dto.js';
import {
  DUPLICATE_RETURN_EXAMPLE,
  NOT_AWAITED_EXAMPLE,
  NOT_RETURNABLE_EXAMPLE,
  NOT_WITHDRAWABLE_EXAMPLE,
  REQUESTED_RETURN_EXAMPLES,
  RETURN_KEY_USED_EXAMPLE,
  RETURN_REQUEST_EXAMPLES,
  RETURN_TRACKING_EXAMPLES,
  SENT_RETURN_EXAMPLES,
  TOO_MANY_UNITS_EXAMPLE,
  WITHDRAWN_RETURN_EXAMPLES,
} from './order-returns.examples.js';
import { KnownReturnInterceptor } from './known-return.interceptor.js';
import { OrderReturnsService } from './order-returns.service.js';

/** Returns that stores request. Unknown fields are refused here, as in corrections. */
@ApiTags('Orders')
@Controller('api/orders')
export class OrderReturnsController {
  constructor(
    private readonly orders: WholeOrderService,
    private readonly returns: OrderReturnsService,
    private readonly statuses: OrderStatusService,
  ) {}

  @Post(':order_number/returns')
  @UseInterceptors(KnownReturnInterceptor)
  @Operation(
    'Request the return of units of an order',
    'An order that is `shipped` or `delivered` can have only one return that is neither declined nor withdrawn. Send all units in one request.\n\nThe whole order shows the progress in `returns`.\n\n' +
      TEST_RETURNS_IN_WORDS,
  )
  @ApiOrderReference()
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'The same key and body for the same order get the same return. Without a key, a repeated request is refused with ' +
      'a 409 that contains it.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength },
  })
  @ApiBody({ type: RequestReturnDto, examples: RETURN_REQUEST_EXAMPLES })
  @ApiSuccess(201, RequestedReturnDto, REQUESTED_RETURN_EXAMPLES, { isReplayed: true })
  @ApiAccessErrors()
  @ApiErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    DUPLICATE_RETURN_EXAMPLE,
    NOT_RETURNABLE_EXAMPLE,
    RETURN_KEY_USED_EXAMPLE,
    TOO_MANY_UNITS_EXAMPLE,
    'unknown_field',
  )
  async requestReturn(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Body() body: RequestReturnDto,
    @IdempotencyKeyHeader() key: string | null,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<RequestedReturnDto> {
    const orderNumber = await this.toChange(caller, reference);
    const { id, isReplay } = await this.returns.request(
      caller.clientId,
      orderNumber,
      toNewReturn(body),
      key,
    );
    if (isReplay) headers.setHeader('Idempotent-Replayed', 'true');
    return this.answerOf(caller, orderNumber, id);
  }

  @Post(':order_number/returns/:return_id/withdraw')
  @Operation(
    'Withdraw a return that waits for our decision',
    'Your customer keeps the units. Safe to repeat: a withdrawn return is returned unchanged. Another one can be requested.',
  )
  @ApiOrderReference()
  @ApiParam({ name: 'return_id', description: 'The `id` of the return', example: 12 })
  @ApiSuccess(200, RequestedReturnDto, WITHDRAWN_RETURN_EXAMPLES, { hasTag: false })
  @ApiAccessErrors()
  @ApiErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    'return_not_found',
    NOT_WITHDRAWABLE_EXAMPLE,
    'unknown_field',
  )
  async withdrawReturn(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Param('return_id', new PathIdPipe('return_not_found')) id: number,
  ): Promise<RequestedReturnDto> {
    const orderNumber = await this.toChange(caller, reference);
    await this.returns.withdraw(caller.clientId, orderNumber, id);
    return this.answerOf(caller, orderNumber, id);
  }

  @Patch(':order_number/returns/:return_id')
  @Operation(
    'Say how you sent the units of a return',
    'While the return is `awaited`: send its units to its `return_address` in one shipment. Safe to repeat; another tracking number replaces the first. Without `tracking_url` it is the page of the courier, if we know it.',
  )
  @ApiOrderReference()
  @ApiParam({ name: 'return_id', description: 'The `id` of the return', example: 12 })
  @ApiBody({ type: SetReturnTrackingDto, examples: RETURN_TRACKING_EXAMPLES })
  @ApiSuccess(200, RequestedReturnDto, SENT_RETURN_EXAMPLES, { hasTag: false })
  @ApiAccessErrors()
  @ApiErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    'return_not_found',
    NOT_AWAITED_EXAMPLE,
    'unknown_field',
  )
  async setReturnTracking(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Param('return_id', new PathIdPipe('return_not_found')) id: number,
    @Body() body: SetReturnTrackingDto,
  ): Promise<RequestedReturnDto> {
    const orderNumber = await this.toChange(caller, reference);
    await this.returns.setTracking(caller.clientId, orderNumber, id, toReturnTracking(body));
    return this.answerOf(caller, orderNumber, id);
  }

  /** Finds the number of the caller's own order, which is changed in the token's name. */
  private async toChange({ clientId, tokenId }: Caller, reference: string): Promise<string> {
    const { orderNumber } = await this.statuses.getStatus(clientId, reference);
    actAs(`token ${tokenId}`);
    return orderNumber;
  }

  private async answerOf(
    { clientId }: Caller,
    orderNumber: string,
    id: number,
  ): Promise<RequestedReturnDto> {
    const whole = await this.orders.get(clientId, orderNumber);
    const stored = whole.returns.find((one) => one.id === id)!;
    return RequestedReturnDto.show({ ...returnOf(stored, whole), orderNumber });
  }
}
