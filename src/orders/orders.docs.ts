import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { BODY_REFUSALS } from '../platform/http/errors.js';
import { ApiAccessErrors, ApiSuccess, invalid } from '../platform/http/openapi/api-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { ADDRESS_WARNING_HEADERS, PHONE_WARNING_HEADER } from './warning-headers.js';
import { CorrectAddressDto } from './lifecycle/order-changes.dto.js';
import { OPEN_POLL_SECONDS } from './lifecycle/order-lifecycle.js';
import { TEST_SCENARIOS_IN_MARKDOWN } from './lifecycle/test-scenarios.js';
import { OrderListDto, OrderStatusDto, PlacedOrderDto } from './orders.dto.js';
import { ORDER_PARTS } from './tracking/order-parts.port.js';
import * as examples from './orders.examples.js';
import { CreateOrderDto } from './placing/request/create-order.dto.js';
import { OrderQuoteDto, QuoteOrderDto } from './placing/request/quote.dto.js';
import * as refused from './placing/refused-orders.examples.js';

/** Documents the order of a path. */
export const ApiOrderReference = (): MethodDecorator =>
  ApiParam({
    name: 'order_number',
    description: 'The order number, or your own store_order_id',
    example: 'WO-7K3M9QX2TB',
  });

export const PlaceOrder = applyDecorators(
  Operation(
    'Place an order',
    'Prices come from your plan, and the stock is reserved at once. Unknown fields, including prices, are ignored and named in the header `X-Ignored-Fields`.\n\n' +
      '**An answer with an `order_number` means that the order exists**, a 409 and a 422 too: store the number. ' +
      'If `differs` of a 409 names anything, the order is not as you want it now: correct or cancel it.\n\n' +
      TEST_SCENARIOS_IN_MARKDOWN,
  ),
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'A new random text for each order, such as a UUID. Makes a repeated request safe for 24 hours: the same key and body get the first 201 ' +
      'again (header `Idempotent-Replayed: true`). The same key with another body gets a 422 that ' +
      "names the key's order. If an order with its `store_order_id` exists, it gets the 409 that names that order.",
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength },
  }),
  ApiBody({ type: CreateOrderDto, examples: examples.ORDER_REQUEST_EXAMPLES }),
  ApiSuccess(201, PlacedOrderDto, examples.PLACED_ORDER_EXAMPLES, {
    isReplayed: true,
    headers: { ...ADDRESS_WARNING_HEADERS, ...PHONE_WARNING_HEADER },
  }),
  ApiAccessErrors(
    ...BODY_REFUSALS,
    refused.DUPLICATE_EXAMPLE,
    refused.KEY_USED_EXAMPLE,
    ...refused.REFUSED_ORDER_EXAMPLES,
  ),
);

export const QuoteOrder = applyDecorators(
  Operation(
    'Quote an order without placing it',
    'Takes the body of an order, or as much of it as is known: `items` suffice. Checks and refuses it like an order, ' +
      'but places and reserves nothing. The rate limits do not count it as an order. A quote is valid only at that ' +
      'moment.',
  ),
  ApiBody({ type: QuoteOrderDto, examples: examples.QUOTE_REQUEST_EXAMPLES }),
  ApiSuccess(200, OrderQuoteDto, examples.QUOTE_EXAMPLES, {
    hasBody: true,
    headers: PHONE_WARNING_HEADER,
  }),
  ApiAccessErrors(
    ...BODY_REFUSALS,
    refused.QUOTED_DUPLICATE_EXAMPLE,
    ...refused.REFUSED_ORDER_EXAMPLES,
  ),
);

export const ListOrders = applyDecorators(
  Operation(
    'List your orders with their status, by latest change',
    'Follows all orders with one call. Keep `next_cursor` and send it the next time to receive the orders that ' +
      'changed since. No change is ever missed; an order may be returned more than once.',
  ),
  ApiSuccess(200, OrderListDto, examples.ORDER_LIST_EXAMPLES, { pollSeconds: OPEN_POLL_SECONDS }),
  ApiAccessErrors(
    invalid({
      updated_since: [
        'instant_expected',
        'must be a timestamp with a time zone, such as 2026-01-31T18:30:00Z',
      ],
      cursor: ['too_long', 'must have at most 200 characters'],
    }),
  ),
);

export const GetOrderStatus = applyDecorators(
  Operation(
    "An order's status, shipment tracking and timeline",
    'By our order number, or by your `store_order_id`. Ask again after `X-Poll-Interval` seconds, with the `ETag`.',
  ),
  ApiOrderReference(),
  ApiSuccess(200, OrderStatusDto, examples.ORDER_STATUS_EXAMPLES, {
    pollSeconds: OPEN_POLL_SECONDS,
  }),
  ApiAccessErrors(
    'order_not_found',
    invalid({ include: ['unknown_value', `must be one or several of ${ORDER_PARTS.join(', ')}`] }),
  ),
);

export const ChangeShipping = applyDecorators(
  Operation(
    'Correct the address of an order before anything of it is shipped',
    'Fields that are left out stay as they are. Send at least one of `address`, `city`, `state`, `pincode` and ' +
      '`country`. The whole order shows the address; a PATCH of it also corrects the customer and the notes. Safe to ' +
      'repeat.',
  ),
  ApiOrderReference(),
  ApiBody({
    type: CorrectAddressDto,
    examples: {
      'house-number': { summary: 'Another house number', value: { address: '41, Lake View Road' } },
    },
  }),
  ApiSuccess(200, OrderStatusDto, examples.CORRECTED_ORDER_EXAMPLES, {
    hasBody: true,
    headers: ADDRESS_WARNING_HEADERS,
  }),
  ApiAccessErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    examples.NOT_CORRECTABLE_EXAMPLE,
    'charge_changed',
    examples.ADDRESS_REFUSAL,
    examples.ADDRESS_NOT_SERVED,
  ),
);

export const CancelOrder = applyDecorators(
  Operation(
    'Cancel an order before anything of it is shipped',
    'Its stock is released, and the paid amount goes to the wallet. Safe to repeat: a canceled order is returned unchanged.',
  ),
  ApiOrderReference(),
  ApiSuccess(200, OrderStatusDto, examples.CANCELED_ORDER_EXAMPLES, { hasBody: true }),
  ApiAccessErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    examples.NOT_CANCELABLE_EXAMPLE,
    'validation_failed',
  ),
);
