import { Body, Controller, Get, Param, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { ApiAccessErrors, ApiErrors, ApiSuccess } from '../platform/http/openapi/api-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { CountedAsOrder, CurrentCaller, type Caller } from '../auth/caller.js';
import { ConditionalGetInterceptor } from '../platform/http/representation/conditional-get.interceptor.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { InFastLane } from '../platform/http/fast-lane/in-fast-lane.decorator.js';
import {
  memoizeByIdentity,
  oncePerObject,
  representationOf,
  type Representation,
} from '../platform/http/representation/representation.js';
import { KnownOrderInterceptor } from './placing/known-order.interceptor.js';
import { CreateOrderDto, toOrderRequest } from './placing/create-order.dto.js';
import {
  OrderListDto,
  OrderListQuery,
  OrderStatusDto,
  OrderStatusQuery,
  PlacedOrderDto,
  toOrderList,
  toOrderStatus,
  toPlacedOrder,
} from './orders.dto.js';

import {
  ADDRESS_EXAMPLES,
  ADDRESS_NOT_SERVED,
  ADDRESS_REFUSAL,
  CANCELED_ORDER_EXAMPLES,
  CORRECTED_ORDER_EXAMPLES,
  INCLUDE_REFUSAL,
  NOT_CANCELABLE_EXAMPLE,
  NOT_CORRECTABLE_EXAMPLE,
  ORDER_LIST_EXAMPLES,
  ORDER_LIST_REFUSAL,
  ORDER_REQUEST_EXAMPLES,
  ORDER_STATUS_EXAMPLES,
  PLACED_ORDER_EXAMPLES,
  QUOTE_EXAMPLES,
  QUOTE_REQUEST_EXAMPLES,
} from './orders.examples.js';
import {
  DUPLICATE_EXAMPLE,
  KEY_USED_EXAMPLE,
  QUOTED_DUPLICATE_EXAMPLE,
  REFUSED_ORDER_EXAMPLES,
} from './placing/refused-orders.examples.js';
import { ApiOrderReference, BODY_REFUSALS } from './orders.docs.js';
import { readOrderCursor } from './tracking/order-cursor.js';
import { OPEN_POLL_SECONDS, ORDER_STATUSES } from './lifecycle/order-lifecycle.js';
import { OrderListService, type OrderList } from './tracking/order-list.service.js';
import { OrderStatusService } from './tracking/order-status.service.js';
import { OrdersService } from './orders.service.js';
import {
  pollSecondsOf,
  TEST_POLL_SECONDS,
  TEST_SCENARIOS_IN_MARKDOWN,
} from './lifecycle/test-scenarios.js';
import {
  OrderQuoteDto,
  QuoteOrderDto,
  toOrderQuote,
  toQuotedRequest,
} from './placing/quote.dto.js';
import {
  CorrectAddressDto,
  ReasonDto,
  toAddressCorrection,
} from './lifecycle/order-changes.dto.js';
import { StoreChangesService } from './lifecycle/store-changes.service.js';
import type { HeaderSink } from '../platform/http/header-sink.js';
import { PublicUrl } from '../platform/http/public-url.js';
import { IdempotencyKeyHeader } from '../platform/http/input/idempotency-key.header.js';
import { AnswerHeaders } from '../platform/http/input/request-value.js';
import { IgnoresUnknownFields } from '../platform/http/input/unknown-fields.js';

@ApiTags('Orders')
@IgnoresUnknownFields()
@Controller('api/orders')
export class OrdersController {
  /** Cursor of a query, parsed once per query object: stores repeat the same query while nothing is new. */
  private readonly cursorOf = oncePerObject(({ cursor }: OrderListQuery) =>
    cursor === undefined ? null : readOrderCursor(cursor),
  );
  private readonly representList = memoizeByIdentity(toOrderList);

  constructor(
    private readonly orders: OrdersService,
    private readonly statuses: OrderStatusService,
    private readonly orderLists: OrderListService,
    private readonly storeChanges: StoreChangesService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post()
  @InFastLane()
  @CountedAsOrder()
  @UseInterceptors(KnownOrderInterceptor)
  @Operation(
    'Place an order',
    'Prices come from your plan and the stock is reserved at once. Fields that are not known, ' +
      'prices among them, are ignored and named in the header `X-Ignored-Fields`.\n\n' +
      '**An answer with an `order_number` means that the order exists**, a 409 and a 422 too: store the number. ' +
      'If `differs` of a 409 names anything, the order is not as you want it now: correct or cancel it.\n\n' +
      TEST_SCENARIOS_IN_MARKDOWN,
  )
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'A new random text for each order, such as a UUID. Makes a repeated request safe for 24 hours: the same key and body is answered with the first ' +
      '201 again (header `Idempotent-Replayed: true`). The same key with another body is answered with 422, which ' +
      "names the key's order; if the order of its `store_order_id` exists, with the 409 that names that one.",
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyLength,
    },
  })
  @ApiBody({ type: CreateOrderDto, examples: ORDER_REQUEST_EXAMPLES })
  @ApiSuccess(201, PlacedOrderDto, PLACED_ORDER_EXAMPLES, { isReplayed: true })
  @ApiAccessErrors()
  @ApiErrors(...BODY_REFUSALS, DUPLICATE_EXAMPLE, KEY_USED_EXAMPLE, ...REFUSED_ORDER_EXAMPLES)
  async placeOrder(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOrderDto,
    @IdempotencyKeyHeader() key: string | null,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<PlacedOrderDto> {
    const order = await this.orders.placeOrder(caller, toOrderRequest(body), key);
    if (order.isReplay) headers.setHeader('Idempotent-Replayed', 'true');
    const page = this.publicUrl.dashboard(`/orders/${order.orderNumber}`);
    return toPlacedOrder(order, caller, page);
  }

  @Post('quote')
  @InFastLane()
  @UseInterceptors(KnownOrderInterceptor)
  @Operation(
    'Quote an order without placing it',
    'Takes the body of an order, or as much of it as is known: `items` suffice. Checks it in the same way, ' +
      'refusals included, but places and reserves nothing. Not counted as an order by the rate limits. What is quoted is true at that moment only.',
  )
  @ApiBody({ type: QuoteOrderDto, examples: QUOTE_REQUEST_EXAMPLES })
  @ApiSuccess(200, OrderQuoteDto, QUOTE_EXAMPLES, { hasBody: true })
  @ApiAccessErrors()
  @ApiErrors(...BODY_REFUSALS, QUOTED_DUPLICATE_EXAMPLE, ...REFUSED_ORDER_EXAMPLES)
  async quoteOrder(
    @CurrentCaller() caller: Caller,
    @Body() body: QuoteOrderDto,
  ): Promise<OrderQuoteDto> {
    return toOrderQuote(await this.orders.quote(caller, toQuotedRequest(body)));
  }

  @Get()
  @InFastLane()
  @UseInterceptors(ConditionalGetInterceptor)
  @Operation(
    'List your orders with their status, by latest change',
    'Follows all orders with one call: keep `next_cursor` and send it the next time to receive the orders that ' +
      'changed since. No change is ever missed; an order may be returned more than once.',
  )
  @ApiSuccess(200, OrderListDto, ORDER_LIST_EXAMPLES, { pollSeconds: OPEN_POLL_SECONDS })
  @ApiAccessErrors()
  @ApiErrors(ORDER_LIST_REFUSAL)
  listOrders(
    @CurrentCaller() { clientId, isTest }: Caller,
    @Query() query: OrderListQuery,
  ): Representation | Promise<Representation> {
    const { updated_since, status, limit, include } = query;
    const statuses = status ?? ORDER_STATUSES;
    const withShipments = include !== undefined;
    const search = {
      ...{ clientId, statuses, limit, withShipments },
      updatedSince: updated_since ?? null,
    };
    const pollSeconds = isTest ? TEST_POLL_SECONDS : OPEN_POLL_SECONDS;
    const represent = (list: OrderList): Representation => ({
      ...this.representList(list),
      pollSeconds: list.hasMore ? 0 : pollSeconds,
    });
    const list = this.orderLists.list(search, this.cursorOf(query));
    return list instanceof Promise ? list.then(represent) : represent(list);
  }

  @Get(':order_number/status')
  @InFastLane()
  @UseInterceptors(ConditionalGetInterceptor)
  @Operation("An order's status, shipment tracking and timeline")
  @ApiOrderReference()
  @ApiSuccess(200, OrderStatusDto, ORDER_STATUS_EXAMPLES, {
    pollSeconds: OPEN_POLL_SECONDS,
  })
  @ApiAccessErrors()
  @ApiErrors('order_not_found', INCLUDE_REFUSAL)
  async getOrderStatus(
    @CurrentCaller() { clientId }: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Query() { include }: OrderStatusQuery,
  ): Promise<Representation> {
    const order = await this.statuses.getStatus(clientId, reference, include !== undefined);
    return representationOf(toOrderStatus(order), pollSecondsOf(order.status, order.hasScenario));
  }

  @Patch(':order_number/shipping')
  @Operation(
    'Correct the address of an order of which nothing was shipped',
    'What is left out stays. Send at least one of `address`, `city`, `state`, `pincode` and `country`. The whole order ' +
      'shows the address; a PATCH of it corrects the customer and the notes, too. Safe to repeat.',
  )
  @ApiOrderReference()
  @ApiBody({ type: CorrectAddressDto, examples: ADDRESS_EXAMPLES })
  @ApiSuccess(200, OrderStatusDto, CORRECTED_ORDER_EXAMPLES, { hasBody: true })
  @ApiAccessErrors()
  @ApiErrors(
    ...BODY_REFUSALS,
    'order_not_found',
    NOT_CORRECTABLE_EXAMPLE,
    'charge_changed',
    ADDRESS_REFUSAL,
    ADDRESS_NOT_SERVED,
  )
  async changeShipping(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Body() body: CorrectAddressDto,
  ): Promise<OrderStatusDto> {
    const correction = toAddressCorrection(body);
    return toOrderStatus(await this.storeChanges.correctAddress(caller, reference, correction));
  }

  @Post(':order_number/cancel')
  @Operation(
    'Cancel an order of which nothing was shipped',
    'Its stock is released, and what was paid for it goes to the wallet. Safe to repeat: a canceled order is ' +
      'returned as it is.',
  )
  @ApiOrderReference()
  @ApiSuccess(200, OrderStatusDto, CANCELED_ORDER_EXAMPLES, { hasBody: true })
  @ApiAccessErrors()
  @ApiErrors(...BODY_REFUSALS, 'order_not_found', NOT_CANCELABLE_EXAMPLE, 'validation_failed')
  async cancelOrder(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Body() { reason }: ReasonDto,
  ): Promise<OrderStatusDto> {
    return toOrderStatus(await this.storeChanges.cancel(caller, reference, reason ?? null));
  }
}
