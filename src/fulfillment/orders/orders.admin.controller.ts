import { Body, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import {
  Responds,
  ApiAdminTable,
  BODY_ERRORS,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe, PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { toSortedPageRequest } from '../../platform/http/paging/sorted-page.js';
import { OrderSearchQuery, OrdersFileQuery, toOrderFilter } from './order-search.query.js';
import { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import {
  COLUMNS_WITHOUT_INVOICES,
  ORDER_COLUMNS,
  OrderRecordDto,
  OrderSummaryDto,
} from './order-record.js';
import { ApiBookingErrors, SHIPMENT_REFUSALS } from '../shipping/booking-errors.js';
import {
  CloseOrderDto,
  CorrectShipmentDto,
  CreateShipmentDto,
  PreviewRefundDto,
  RefundOrderDto,
  RefundPreviewDto,
  toNewRefund,
  toNewShipment,
  toProposedRefund,
  toShipmentCorrection,
} from './orders.admin.dto.js';
import {
  CorrectDeliveryDto,
  ReasonDto,
  toDeliveryCorrection,
} from '../../orders/lifecycle/order-changes.dto.js';
import { OrderCorrectionsService } from '../../orders/lifecycle/order-corrections.service.js';
import { OrdersAdminService } from './orders.admin.service.js';
import { RefundsService } from '../refunds/refunds.service.js';
import { ShippingService } from '../shipping/shipping.service.js';
import { sendTable } from '../../platform/table-export/table-file.js';

const orderNumber = new PathKeyPipe('order_not_found');
const shipmentId = new PathIdPipe('shipment_not_found');
const MONEY_ERRORS = ['order_not_found', 'transition_refused', ...MONEY_BODY_ERRORS] as const;
const CHANGE_ERRORS = ['order_not_found', 'transition_refused', ...BODY_ERRORS] as const;

@OperatorController('admin/orders', 'Orders')
export class OrdersAdminController {
  constructor(
    private readonly orders: OrdersAdminService,
    private readonly orderLife: OrderLifecycleService,
    private readonly shipping: ShippingService,
    private readonly refunds: RefundsService,
    private readonly corrections: OrderCorrectionsService,
  ) {}

  @Get()
  @Access('orders:read')
  @Operation('Orders of all clients, oldest first unless sorted otherwise')
  @RespondsPage(OrderSummaryDto)
  listOrders(@Query() query: OrderSearchQuery, @Req() { hidesAmounts }: TrackedRequest) {
    const page = toSortedPageRequest(query, 'created_at');
    const filter = toOrderFilter(query, { seesAmounts: hidesAmounts !== true });
    return this.orders.list(filter, query.sku ?? null, page);
  }

  @Get('export')
  @Access('orders:read')
  @Operation(
    'The same orders as a file, newest first',
    'Without the permission `prices:read`, it has no columns with amounts, and without `documents:read` none with invoices.',
  )
  @ApiAdminTable('validation_failed')
  async exportOrders(
    @Query() query: OrdersFileQuery,
    @Req() { hidesAmounts }: TrackedRequest,
    @CurrentPermissions() may: Permitted,
    @Res() response: Response,
  ): Promise<void> {
    const filter = toOrderFilter(query, { seesAmounts: hidesAmounts !== true });
    const pages = this.orders.everyPage(filter, query.sku ?? null);
    const file = { name: 'orders', format: query.format };
    const columns = may('documents:read') ? ORDER_COLUMNS : COLUMNS_WITHOUT_INVOICES;
    await sendTable(response, file, { columns, pages });
  }

  @Post(':order_number/shipments')
  @Access('orders:ship')
  @Idempotent()
  @Operation(
    'Ship an order: some of its items, or everything that remains',
    'The shipment gets its invoice, once there is a tax profile.',
  )
  @ApiBookingErrors(...SHIPMENT_REFUSALS)
  @Responds(201, OrderRecordDto, 'order_not_found', ...MONEY_BODY_ERRORS)
  async createShipment(
    @Param('order_number', orderNumber) number: string,
    @Body() body: CreateShipmentDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    await this.shipping.ship(number, toNewShipment(body), key);
    return this.orders.get(number, null, key);
  }

  @Post(':order_number/deliver')
  @Access('orders:ship')
  @Operation('Mark as delivered')
  @Responds(200, OrderRecordDto, ...CHANGE_ERRORS)
  async markOrderDelivered(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: ReasonDto,
  ) {
    await this.orderLife.recordStep(number, 'deliver', reason);
    return this.orders.get(number);
  }

  @Post(':order_number/return')
  @Access('orders:ship')
  @Operation(
    'Mark as returned',
    'The inspection of its return puts the units back into the stock that can be sold again. Record a return first if ' +
      'the store has not requested one. Without a return, the whole order counts as returned.',
  )
  @Responds(200, OrderRecordDto, ...CHANGE_ERRORS)
  async markOrderReturned(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: ReasonDto,
  ) {
    await this.orderLife.recordStep(number, 'return', reason);
    return this.orders.get(number);
  }

  @Post(':order_number/cancel')
  // No password: what was paid returns to the client's own wallet.
  @Access('orders:cancel')
  @Idempotent()
  @Operation('Cancel: release the stock, refund the payment to the wallet')
  @Responds(200, OrderRecordDto, ...MONEY_ERRORS)
  async cancelOrder(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: ReasonDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    await this.orderLife.cancel(number, { reason: reason ?? null }, key);
    return this.orders.get(number, null, key);
  }

  @Post(':order_number/close')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Ship no more of a partly shipped order',
    'It counts as shipped. Units that were not shipped are released, and what was paid for them goes to the ' +
      "client's wallet. The delivery charge is kept.",
  )
  @Responds(200, OrderRecordDto, ...MONEY_ERRORS)
  async closeOrder(
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: CloseOrderDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    await this.shipping.close(number, reason, key);
    return this.orders.get(number, null, key);
  }

  @Post(':order_number/refunds')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Refund a returned order to the wallet, all of it or a part',
    '**Without `amount`, everything that is left of the payment is refunded**, including the delivery charge. After a return of some units, ' +
      'the amount is required. At most the price of the inspected units and the delivery charge can be refunded. An order without ' +
      'a return and without inspected units can only be refunded with the permission `returns:inspect`. Repeat the call for each part. ' +
      'The payment status becomes `refunded` when nothing is left of the payment. The same reference again, with the same amount, ' +
      'changes nothing and answers 200. After a refund with `final`, further ones are refused. ' +
      'The credit note takes back the inspected units first, then `delivery`, then lines without returned units.',
  )
  @Responds(
    'recorded',
    OrderRecordDto,
    'nothing_to_refund',
    'reference_used',
    'documents_on_hold',
    ...MONEY_ERRORS,
  )
  async refundOrder(
    @Param('order_number', orderNumber) number: string,
    @Body() body: RefundOrderDto,
    @CurrentIdempotency() key: Idempotency,
    @CurrentPermissions() may: Permitted,
  ) {
    const refund = toNewRefund(body, may('returns:inspect'));
    const { isReplay } = await this.refunds.refund(number, refund, key);
    return { ...(await this.orders.get(number, null, key)), isReplay };
  }

  @Post(':order_number/refunds/preview')
  @Access('money:write')
  @Operation('Show the credit notes of a refund before it is made', 'It changes nothing.')
  @Responds(
    200,
    RefundPreviewDto,
    'order_not_found',
    'transition_refused',
    'nothing_to_refund',
    ...BODY_ERRORS,
  )
  async previewRefund(
    @Param('order_number', orderNumber) number: string,
    @Body() body: PreviewRefundDto,
    @CurrentPermissions() may: Permitted,
  ) {
    const refund = toProposedRefund(body, may('returns:inspect'));
    return { notes: await this.refunds.preview(number, refund) };
  }

  @Patch(':order_number/shipping')
  @Access('orders:cancel')
  @Operation(
    'Correct the address of an order, and the name and phone on its label, before anything of it is shipped',
    'Fields that are left out stay as they are. The audit log names the fields without their values.',
  )
  @Responds(
    200,
    OrderRecordDto,
    'order_not_found',
    'not_correctable',
    'charge_changed',
    'not_serviceable',
    ...BODY_ERRORS,
  )
  async correctOrderAddress(
    @Param('order_number', orderNumber) number: string,
    @Body() body: CorrectDeliveryDto,
  ) {
    await this.corrections.correct(number, toDeliveryCorrection(body), {
      clientId: null,
      pincodeField: 'pincode',
    });
    return this.orders.get(number);
  }

  @Patch(':order_number/shipments/:shipment_id')
  @Access('orders:ship')
  @Operation(
    'Correct the courier, the tracking number or the link of a shipment',
    'What is left out stays. The AWB of a box that was not handed over, or of a canceled booking, is refused.',
  )
  @ApiBookingErrors('booking_canceled')
  @Responds(200, OrderRecordDto, 'order_not_found', 'shipment_not_found', ...BODY_ERRORS)
  async correctShipment(
    @Param('order_number', orderNumber) number: string,
    @Param('shipment_id', shipmentId) id: number,
    @Body() body: CorrectShipmentDto,
  ) {
    await this.shipping.correctShipment(number, id, toShipmentCorrection(body));
    return this.orders.get(number);
  }
}
