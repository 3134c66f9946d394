import { Body, Controller, Param, Post, Req, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { TEST_ANSWER } from '../../orders/lifecycle/test-scenarios.js';
import { ApiOrderReference } from '../../orders/orders.docs.js';
import { OrderStatusDto, toOrderStatus } from '../../orders/orders.dto.js';
import {
  Idempotent,
  IdempotencyInterceptor,
} from '../../platform/idempotency/idempotent.decorator.js';
import { BODY_REFUSALS } from '../../platform/http/errors.js';
import { PathIdPipe, PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  ApiAccessErrors,
  ApiErrors,
  ApiErrorsAs,
  ApiSuccess,
} from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import {
  AnswerFailureDto,
  NOT_ANSWERABLE,
  NotAnswerableDto,
  toAnswer,
} from './delivery-failures.dto.js';
import { ANSWER_EXAMPLES, ANSWERED_ORDER_EXAMPLES } from './store-answers.examples.js';
import { StoreAnswersService } from './store-answers.service.js';

/** Failed deliveries that stores answer. Unknown fields are refused here, as in returns. */
@ApiTags('Orders')
@Controller('api/orders')
export class StoreAnswersController {
  constructor(
    private readonly answers: StoreAnswersService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post(':order_number/shipments/:shipment_id/answer')
  @UseInterceptors(IdempotencyInterceptor)
  @Idempotent(
    'several transactions',
    ' Without a key, a repetition after the courier was sent the answer gets 409.',
  )
  @Operation(
    'Answer a failed delivery',
    'While `failure` of a shipment lists the answer in `actions`: `reattempt`, if you like on another day, with another phone or ' +
      'other lines of the address; `return`; or `dispute`, if your customer says that no driver came. City and pincode cannot ' +
      'change. The last answer counts until the courier is sent it. The order is returned with its shipments.\n\n' +
      `Test orders take \`reattempt\` for 20 s: the next step follows ${TEST_ANSWER.pauseSeconds} s after the answer.`,
  )
  @ApiOrderReference()
  @ApiParam({ name: 'shipment_id', description: 'The `id` of the shipment', example: 12 })
  @ApiBody({ type: AnswerFailureDto, examples: ANSWER_EXAMPLES })
  @ApiSuccess(200, OrderStatusDto, ANSWERED_ORDER_EXAMPLES, { hasTag: false, isReplayed: true })
  @ApiAccessErrors()
  @ApiErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    'failure_not_found',
    'idempotency_mismatch',
    'unknown_field',
  )
  @ApiErrorsAs(NotAnswerableDto, NOT_ANSWERABLE)
  async answerFailedDelivery(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Param('shipment_id', new PathIdPipe('failure_not_found')) shipmentId: number,
    @Body() body: AnswerFailureDto,
    @Req() request: Request,
  ): Promise<OrderStatusDto> {
    const order = await this.answers.answer(caller, reference, shipmentId, toAnswer(body));
    const address = this.publicUrl.reachedBy(request);
    return toOrderStatus(order, { parts: ['shipments'], address });
  }
}
