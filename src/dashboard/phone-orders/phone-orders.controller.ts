import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { OrderRecordDto } from '../../fulfillment/orders/order-record.js';
import { OrdersAdminService } from '../../fulfillment/orders/orders.admin.service.js';
import { OrdersForClientsService } from '../../orders/placing/orders-for-clients.service.js';
import { toOrderRequest } from '../../orders/placing/request/create-order.dto.js';
import { toQuotedRequest } from '../../orders/placing/request/quote.dto.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  BODY_ERRORS,
  Responds,
  RespondsList,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toPageRequest } from '../../platform/http/paging/page.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { Idempotent, MONEY_BODY_ERRORS } from '../../platform/idempotency/idempotent.decorator.js';
import { toMinorUnits } from '../../platform/money.js';
import { PricesQuery } from '../client-pages/prices/prices.dto.js';
import {
  ClientProductDto,
  PlaceForClientDto,
  QuoteForClientAnswerDto,
  QuoteForClientDto,
  ReachedLimitDto,
  RecipientDto,
  toQuoteForClient,
  TotalChangedDto,
} from './phone-orders.dto.js';
import { PhoneOrdersService } from './phone-orders.service.js';

const clientId = new PathIdPipe('client_not_found');
const CLIENT_ERRORS = ['client_not_found', 'subscription_inactive'] as const;
const ITEM_ERRORS = [
  'unknown_sku',
  'variation_required',
  'variation_unknown',
  'variation_ambiguous',
  'insufficient_stock',
  'reservation_limit',
  'not_serviceable',
] as const;

@OperatorController('admin/clients/:id', 'Orders')
export class PhoneOrdersController {
  constructor(
    private readonly choices: PhoneOrdersService,
    private readonly placing: OrdersForClientsService,
    private readonly orders: OrdersAdminService,
  ) {}

  @Get('products')
  @Access('orders:place')
  @Operation('Products that a client can order, at the prices of its plan')
  @RespondsPage(ClientProductDto, ...CLIENT_ERRORS)
  listProductsOfClient(@Param('id', clientId) id: number, @Query() query: PricesQuery) {
    return this.choices.listProducts(id, query.q ?? '', toPageRequest(query));
  }

  @Get('recipients')
  @Access('orders:place')
  @Operation("The customers of a client's latest orders with their addresses, at most ten")
  @RespondsList(RecipientDto, 'client_not_found')
  listRecipients(@Param('id', clientId) id: number) {
    return this.choices.listRecipients(id);
  }

  @Get('reached-limits')
  @Access('orders:place')
  @Operation('Limits of unpaid orders that a client has reached, so that it can order nothing more')
  @RespondsList(ReachedLimitDto, ...CLIENT_ERRORS)
  listReachedLimits(@Param('id', clientId) id: number) {
    return this.placing.listReachedLimits(id);
  }

  @Post('orders/quote')
  @HttpCode(200)
  @Access('orders:place')
  @Operation('Quote an order for a client, by the rules for its stores')
  @Responds(200, QuoteForClientAnswerDto, ...CLIENT_ERRORS, ...ITEM_ERRORS, ...BODY_ERRORS)
  async quoteForClient(@Param('id', clientId) id: number, @Body() body: QuoteForClientDto) {
    const request = toQuotedRequest(body);
    return toQuoteForClient(await this.placing.quote(id, request), request.shipping);
  }

  @Post('orders')
  @Access('orders:place')
  @Idempotent()
  @Operation(
    'Place an order for a client, as on the telephone',
    'By the rules for its stores, at its prices. The order has no `store_order_id`. It is not paid automatically: the ' +
      'client pays it, or you record its payment.',
  )
  @ApiErrorsAs(TotalChangedDto, {
    code: 'total_changed',
    message: 'The order would cost 486 now, not 470; nothing was ordered.',
    details: { subtotal: 456, delivery: 30, total: 486 },
  })
  @Responds(201, OrderRecordDto, ...CLIENT_ERRORS, ...ITEM_ERRORS, ...MONEY_BODY_ERRORS)
  async placeForClient(
    @Param('id', clientId) id: number,
    @Body() { expected_total: expectedTotal, ...body }: PlaceForClientDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    const request = toOrderRequest(body);
    const number = await this.placing.place(id, request, toMinorUnits(expectedTotal), key);
    return this.orders.get(number, null, key);
  }
}
