import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { OPEN_POLL_SECONDS } from '../../orders/lifecycle/order-lifecycle.js';
import { pollSecondsOf } from '../../orders/lifecycle/test-scenarios.js';
import { ApiOrderReference } from '../../orders/orders.docs.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { PolledAnswer } from '../../platform/http/representation/representation.js';
import { hasUnsettledReturn } from '../returns/return-status.js';
import { WholeOrderAnswerDto } from './whole-order.dto.js';
import { WHOLE_ORDER_EXAMPLES } from './whole-order.examples.js';
import { WholeOrderService } from './whole-order.service.js';

@ApiTags('Orders')
@IgnoresUnknownFields()
@Controller('api/orders')
export class WholeOrderController {
  constructor(
    private readonly orders: WholeOrderService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get(':order_number')
  @Operation(
    'A whole order',
    'Everything about an order: customer, address, items, every shipment, refunds and timeline. The customer of an ' +
      'order that ended long ago may have been erased: its fields are null.',
  )
  @ApiOrderReference()
  @ApiSuccess(200, WholeOrderAnswerDto, WHOLE_ORDER_EXAMPLES, { pollSeconds: OPEN_POLL_SECONDS })
  @ApiAccessErrors()
  @ApiErrors('order_not_found')
  async getOrder(
    @CurrentCaller() { clientId }: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Req() request: Request,
  ): Promise<PolledAnswer<WholeOrderAnswerDto>> {
    const order = await this.orders.get(clientId, reference);
    const pollSeconds = pollSecondsOf({
      ...order,
      hasScenario: order.testScenario !== null,
      hasOpenReturn: hasUnsettledReturn(order),
    });
    const address = this.publicUrl.reachedBy(request);
    return new PolledAnswer(WholeOrderAnswerDto.show({ ...order, address }), pollSeconds);
  }
}
