import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { ForOperators } from '../../platform/http/caller.js';
import { toSortedPageRequest } from '../../platform/http/sorted-page.js';
import { PathKeyPipe } from '../../platform/http/path-key.pipe.js';
import { OrderSearchQuery, toOrderFilter } from './order-search.query.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import {
  CreateShipmentDto,
  OrderRecordDto,
  OrderSummaryDto,
  ReasonDto,
  RecordPaymentDto,
  toNewShipment,
  toOrderRecord,
  toOrderSummary,
} from './orders.admin.dto.js';
import { OrdersAdminService } from './orders.admin.service.js';

const orderNumber = new PathKeyPipe('order_not_found');
const CHANGE_ERRORS = ['order_not_found', 'transition_refused', ...BODY_ERRORS] as const;

@ForOperators()
@ApiTags('Orders')
@Controller('admin/orders')
export class OrdersAdminController {
  constructor(
    private readonly orders: OrdersAdminService,
    private readonly orderLife: OrderLifecycleService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listOrders',
    summary: 'Orders of all clients, oldest first unless sorted otherwise',
  })
  @ApiAdminList(OrderSummaryDto)
  async list(@Query() query: OrderSearchQuery): Promise<AdminList<OrderSummaryDto>> {
    const page = toSortedPageRequest(query, 'created_at');
    const found = await this.orders.list(toOrderFilter(query), query.sku ?? null, page);
    return adminList(found, toOrderSummary);
  }

  @Get(':order_number')
  @ApiOperation({ operationId: 'getOrder', summary: 'All of an order' })
  @ApiAdmin(200, OrderRecordDto, 'order_not_found')
  async one(
    @Param('order_number', orderNumber) number: string,
  ): Promise<AdminAnswer<OrderRecordDto>> {
    return adminAnswer(toOrderRecord(await this.orders.get(number)));
  }

  @Post(':order_number/payments')
  @ApiOperation({
    operationId: 'recordPayment',
    summary: 'Record that the order was paid in full',
    description:
      'The same method and reference again changes nothing. Money for an expired order reserves its ' +
      "stock again; where that is short, it goes into the client's wallet.",
  })
  @ApiAdmin(201, OrderRecordDto, 'payment_recorded', ...CHANGE_ERRORS)
  async pay(
    @Param('order_number', orderNumber) number: string,
    @Body() { method, reference }: RecordPaymentDto,
  ): Promise<AdminAnswer<OrderRecordDto>> {
    await this.orderLife.pay(number, { method, reference: reference ?? null });
    return this.one(number);
  }

  @Post(':order_number/shipments')
  @ApiOperation({
    operationId: 'createShipment',
    summary: 'Send a parcel: some lines, or all that is left',
  })
  @ApiAdmin(201, OrderRecordDto, ...CHANGE_ERRORS)
  async ship(
    @Param('order_number', orderNumber) number: string,
    @Body() body: CreateShipmentDto,
  ): Promise<AdminAnswer<OrderRecordDto>> {
    await this.orderLife.ship(number, toNewShipment(body));
    return this.one(number);
  }

  @Post(':order_number/deliver')
  @HttpCode(200)
  @ApiOperation({ operationId: 'markOrderDelivered', summary: 'It arrived' })
  @ApiAdmin(200, OrderRecordDto, ...CHANGE_ERRORS)
  async deliver(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminAnswer<OrderRecordDto>> {
    await this.orderLife.deliver(number, reason ?? null);
    return this.one(number);
  }

  @Post(':order_number/return')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'markOrderReturned',
    summary: 'It came back',
    description: 'What of it can be sold again is added by a stock adjustment.',
  })
  @ApiAdmin(200, OrderRecordDto, ...CHANGE_ERRORS)
  async return(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminAnswer<OrderRecordDto>> {
    await this.orderLife.return(number, reason ?? null);
    return this.one(number);
  }

  @Post(':order_number/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelOrder',
    summary: 'Give its stock back, and what was paid into the wallet',
  })
  @ApiAdmin(200, OrderRecordDto, ...CHANGE_ERRORS)
  async cancel(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminAnswer<OrderRecordDto>> {
    await this.orderLife.cancel(number, reason ?? null);
    return this.one(number);
  }
}
