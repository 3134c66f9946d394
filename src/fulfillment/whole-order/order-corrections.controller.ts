import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { HeaderSink } from '../../platform/http/header-sink.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { AnswerHeaders, requestValue } from '../../platform/http/input/request-value.js';
import {
  ApiAccessErrors,
  ApiErrors,
  ApiSuccess,
  type ErrorExample,
} from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  entityTag,
  matchesStrongly,
  representationOf,
} from '../../platform/http/representation/representation.js';
import {
  ADDRESS_NOT_SERVED,
  ADDRESS_REFUSAL,
  NOT_CORRECTABLE_EXAMPLE,
} from '../../orders/orders.examples.js';
import { recipientOf } from '../../orders/order-recipient.js';
import { ApiOrderReference } from '../../orders/orders.docs.js';
import {
  ADDRESS_WARNING_HEADERS,
  sendAddressWarning,
  PHONE_WARNING_HEADER,
  setPhoneWarning,
} from '../../orders/warning-headers.js';
import { BODY_REFUSALS } from '../../platform/http/errors.js';
import { CorrectOrderDto, toOrderCorrection } from './correct-order.dto.js';
import { WholeOrderAnswerDto } from './whole-order.dto.js';
import { CORRECTED_WHOLE_ORDER_EXAMPLES, CORRECTION_EXAMPLES } from './whole-order.examples.js';
import type { WholeOrder } from './whole-order.js';
import { WholeOrderService } from './whole-order.service.js';

const CHANGED_EXAMPLE: ErrorExample = {
  code: 'changed_meanwhile',
  details: { order_number: 'WO-7K3M9QX2TB', order_status: 'awaiting_payment' },
};

/** The header `If-Match` as a handler's argument. */
const IfMatch = requestValue(({ headers }) => headers['if-match'] ?? null);

/** Corrections of orders. Unknown fields are refused here, because a misspelled one would leave the order unchanged. */
@ApiTags('Orders')
@Controller('api/orders')
export class OrderCorrectionsController {
  constructor(
    private readonly orders: WholeOrderService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Patch(':order_number')
  @Operation(
    'Correct an order before anything of it is shipped',
    'Corrects the customer, the address and the notes. Fields that are left out stay as they are; unknown fields are ' +
      'refused. The items cannot be corrected: cancel the order and place another one. The answer has the new `ETag`. ' +
      'Safe to repeat.',
  )
  @ApiOrderReference()
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'The `ETag` of the order as you know it, without a `W/` of a proxy. If the order has changed since, nothing is ' +
      'corrected (412), unless it already has these values (200)',
    schema: { type: 'string' },
  })
  @ApiBody({ type: CorrectOrderDto, examples: CORRECTION_EXAMPLES })
  @ApiSuccess(200, WholeOrderAnswerDto, CORRECTED_WHOLE_ORDER_EXAMPLES, {
    hasTag: false,
    headers: { ...ADDRESS_WARNING_HEADERS, ...PHONE_WARNING_HEADER },
  })
  @ApiAccessErrors()
  @ApiErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    NOT_CORRECTABLE_EXAMPLE,
    'charge_changed',
    CHANGED_EXAMPLE,
    inShipping(ADDRESS_REFUSAL),
    inShipping(ADDRESS_NOT_SERVED),
    'unknown_field',
  )
  async correctOrder(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Body() body: CorrectOrderDto,
    @IfMatch() ifMatch: string | null,
    @AnswerHeaders() headers: HeaderSink,
    @Req() request: Request,
  ): Promise<WholeOrderAnswerDto> {
    const address = this.publicUrl.reachedBy(request);
    const answerOf = (order: WholeOrder): WholeOrderAnswerDto =>
      WholeOrderAnswerDto.show({ ...order, address });
    const tagOf = (order: WholeOrder): string =>
      entityTag(caller.planId, representationOf(answerOf(order)).hash);
    const isExpected =
      ifMatch === null ? null : (order: WholeOrder) => matchesStrongly(ifMatch, tagOf(order));
    const correction = toOrderCorrection(body);
    const corrected = await this.orders.correct(caller, reference, correction, isExpected);
    headers.setHeader('ETag', tagOf(corrected));
    sendAddressWarning(headers, recipientOf(corrected).shipping);
    setPhoneWarning(headers, {
      phone: corrected.customerPhone,
      country: corrected.shippingCountry,
    });
    return answerOf(corrected);
  }
}

/** Makes the example of a refused address with the paths of this body. */
function inShipping(example: ErrorExample): ErrorExample {
  const fields = example.fields?.map((field) => ({
    ...field,
    field: `shipping.${field.field}`,
    message: field.message.replace(/^pincode /, 'shipping.pincode '),
  }));
  return { ...example, fields };
}
