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
import { CountedAsOrder, CurrentCaller, type Caller } from '../auth/caller.js';
import { PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { PolledAnswer } from '../platform/http/representation/representation.js';
import {
  RefusedOrderInterceptor,
  RefusedQuoteInterceptor,
} from './placing/refused-order.interceptor.js';
import { CreateOrderDto, toOrderRequest } from './placing/request/create-order.dto.js';
import {
  OrderStatusDto,
  OrderStatusQuery,
  PlacedOrderDto,
  toOrderStatus,
  toPlacedOrder,
} from './orders.dto.js';
import { sendAddressWarning, setPhoneWarning } from './warning-headers.js';
import * as docs from './orders.docs.js';
import { OrderStatusService } from './tracking/order-status.service.js';
import { OrdersService } from './orders.service.js';
import { pollSecondsOf } from './lifecycle/test-scenarios.js';
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
  constructor(
    private readonly orders: OrdersService,
    private readonly statuses: OrderStatusService,
    private readonly storeChanges: StoreChangesService,
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

  @Get(':order_number/status')
  @docs.GetOrderStatus
  async getOrderStatus(
    @CurrentCaller() { clientId }: Caller,
    @Param('order_number', new PathKeyPipe('order_not_found')) reference: string,
    @Query() { include }: OrderStatusQuery,
    @Req() request: Request,
  ): Promise<PolledAnswer<OrderStatusDto>> {
    const order = await this.statuses.getStatus(clientId, reference, include !== undefined);
    const included = include && { parts: include, address: this.publicUrl.reachedBy(request) };
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
}
