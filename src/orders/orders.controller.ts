import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { TheCall, WaitingCalls, type OpenCall } from '../auth/waiting/waiting-calls.js';
import { CountedAsOrder, CurrentCaller, type Caller } from '../auth/caller.js';
import { ConditionalGetInterceptor } from '../platform/http/representation/conditional-get.interceptor.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { oncePerObject, PolledAnswer } from '../platform/http/representation/representation.js';
import {
  RefusedOrderInterceptor,
  RefusedQuoteInterceptor,
} from './placing/refused-order.interceptor.js';
import { CreateOrderDto, toOrderRequest } from './placing/request/create-order.dto.js';
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
import { sendAddressWarning } from './address-warning.header.js';
import * as docs from './orders.docs.js';
import { setPhoneWarning } from './phone-warning.js';
import { readOrderCursor } from './tracking/order-cursor.js';
import type { Included, OrderPart } from './tracking/order-parts.port.js';
import { OPEN_POLL_SECONDS, ORDER_STATUSES } from './lifecycle/order-lifecycle.js';
import { OrderListService, type OrderList } from './tracking/order-list.service.js';
import type { OrderSearch } from './tracking/order-status.repository.js';
import { OrderStatusService } from './tracking/order-status.service.js';
import { OrdersService } from './orders.service.js';
import { pollSecondsOf, TEST_POLL_SECONDS } from './lifecycle/test-scenarios.js';
import {
  OrderQuoteDto,
  QuoteOrderDto,
  toOrderQuote,
  toQuotedRequest,
} from './placing/request/quote.dto.js';
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
  /** Cursor of a query, parsed once per query object, because stores repeat the same query while nothing is new. */
  private readonly cursorOf = oncePerObject(({ cursor }: OrderListQuery) =>
    cursor === undefined ? null : readOrderCursor(cursor),
  );
  private readonly liveList = oncePerObject(listAnswer(OPEN_POLL_SECONDS));
  private readonly testList = oncePerObject(listAnswer(TEST_POLL_SECONDS));

  constructor(
    private readonly orders: OrdersService,
    private readonly statuses: OrderStatusService,
    private readonly orderLists: OrderListService,
    private readonly storeChanges: StoreChangesService,
    private readonly waitingCalls: WaitingCalls,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post()
  @CountedAsOrder()
  @UseInterceptors(RefusedOrderInterceptor)
  @docs.PlaceOrder
  async placeOrder(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOrderDto,
    @IdempotencyKeyHeader() key: string | null,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<PlacedOrderDto> {
    const request = toOrderRequest(body);
    const order = await this.orders.placeOrder(caller, request, key);
    sendAddressWarning(headers, request.shipping);
    setPhoneWarning(headers, { ...request.customer, ...request.shipping });
    if (order.isReplay) headers.setHeader('Idempotent-Replayed', 'true');
    const page = this.publicUrl.dashboard(`/orders/${order.orderNumber}`);
    return toPlacedOrder(order, caller, page);
  }

  @Post('quote')
  @HttpCode(200)
  @UseInterceptors(RefusedQuoteInterceptor)
  @docs.QuoteOrder
  async quoteOrder(
    @CurrentCaller() caller: Caller,
    @Body() body: QuoteOrderDto,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<OrderQuoteDto> {
    const request = toQuotedRequest(body);
    setPhoneWarning(headers, { ...request.customer, ...request.shipping });
    return toOrderQuote(await this.orders.quote(caller, request), request.shipping);
  }

  @Get()
  @UseInterceptors(ConditionalGetInterceptor)
  @docs.ListOrders
  async listOrders(
    @TheCall() call: OpenCall,
    @Query() query: OrderListQuery,
  ): Promise<PolledAnswer<OrderListDto>> {
    const { clientId, isTest } = call.caller;
    const { updated_since, status, limit, include, wait = 0 } = query;
    const search = {
      clientId,
      statuses: status ?? ORDER_STATUSES,
      limit,
      withParts: include !== undefined,
      updatedSince: updated_since ?? null,
    };
    const included = include && this.includedFor(call.request, include);
    if (wait > 0) {
      const answerOf = (seconds: number) => listAnswer(seconds, included);
      return this.waitForOrders(call, query, search, answerOf);
    }
    const list = await this.orderLists.list(search, this.cursorOf(query));
    if (included !== undefined) {
      return listAnswer(isTest ? TEST_POLL_SECONDS : OPEN_POLL_SECONDS, included)(list);
    }
    return isTest ? this.testList(list) : this.liveList(list);
  }

  @Get(':order_number/status')
  @UseInterceptors(ConditionalGetInterceptor)
  @docs.GetOrderStatus
  async getOrderStatus(
    @CurrentCaller() { clientId }: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Query() { include }: OrderStatusQuery,
    @Req() request: Request,
  ): Promise<PolledAnswer<OrderStatusDto>> {
    const order = await this.statuses.getStatus(clientId, reference, include !== undefined);
    const included = include && this.includedFor(request, include);
    return new PolledAnswer(toOrderStatus(order, included), pollSecondsOf(order));
  }

  @Patch(':order_number/shipping')
  @docs.ChangeShipping
  async changeShipping(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Body() body: CorrectAddressDto,
    @AnswerHeaders() headers: HeaderSink,
  ): Promise<OrderStatusDto> {
    const correction = toAddressCorrection(body);
    const corrected = await this.storeChanges.correctAddress(caller, reference, correction);
    sendAddressWarning(headers, corrected.address);
    return toOrderStatus(corrected.order);
  }

  @Post(':order_number/cancel')
  @HttpCode(200)
  @docs.CancelOrder
  async cancelOrder(
    @CurrentCaller() caller: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Body() { reason }: ReasonDto,
  ): Promise<OrderStatusDto> {
    return toOrderStatus(await this.storeChanges.cancel(caller, reference, reason ?? null));
  }

  private includedFor(request: OpenCall['request'], parts: readonly OrderPart[]): Included {
    return { parts, address: this.publicUrl.reachedBy(request) };
  }

  private async waitForOrders(
    call: OpenCall,
    query: OrderListQuery,
    search: Omit<OrderSearch, 'after'>,
    answerOf: typeof listAnswer,
  ): Promise<PolledAnswer<OrderListDto>> {
    const { clientId } = search;
    const cursor = this.cursorOf(query);
    const { result, hasNews, pollSeconds } = await this.waitingCalls.read(call, query.wait!, {
      // Answers with `include` name the address.
      topic: `orders ${clientId} ${this.publicUrl.reachedBy(call.request)}`,
      mayHaveNews: (since) => this.orderLists.hasNews(clientId, since),
      read: async () => {
        const list = await this.orderLists.list(search, cursor);
        return { list, answer: answerOf(0)(list) };
      },
      isNews: ({ list: { orders, hasMore, loss } }) =>
        cursor === null || orders.length > 0 || hasMore || loss !== null,
    });
    if (cursor === null || hasNews) return result.answer;
    // The cursor stays, so that a store that asks again has the answer's tag.
    return answerOf(pollSeconds)(this.orderLists.unchanged(cursor, clientId));
  }
}

function listAnswer(
  pollSeconds: number,
  included?: Included,
): (list: OrderList) => PolledAnswer<OrderListDto> {
  return (list) => new PolledAnswer(toOrderList(list, included), list.hasMore ? 0 : pollSeconds);
}
